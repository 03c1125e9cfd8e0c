import type { ProtocolId } from '../../../core/protocol.ts'
import { geminiByImages } from './gemini-by-images.ts'
import { geminiBySpeech } from './gemini-by-speech.ts'
import { imagesByGemini } from './images-by-gemini.ts'
import type { Pair } from './pair.ts'
import { speechByGemini } from './speech-by-gemini.ts'
import { transcriptsByGemini } from './transcripts-by-gemini.ts'

/** Pairs of protocols for pictures and sound: who asks, and who is asked. */
const PAIRS: Partial<Record<ProtocolId, Partial<Record<ProtocolId, Pair>>>> = {
  'openai-images': { 'gemini-generate': imagesByGemini },
  'openai-speech': { 'gemini-generate': speechByGemini },
  'openai-transcriptions': { 'gemini-generate': transcriptsByGemini },
  'gemini-generate': { 'openai-images': geminiByImages, 'openai-speech': geminiBySpeech },
}

/** The pair from one protocol to another; undefined where there is none. */
export function pairOf(from: ProtocolId, to: ProtocolId): Pair | undefined {
  return PAIRS[from]?.[to]
}
