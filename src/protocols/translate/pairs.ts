import type { ProtocolId } from '../../core/protocol.ts'
import type { Wanted } from '../protocol.ts'

/**
 * The protocols that can serve a caller of each one, the best first: its own, whose bytes are forwarded, and then those that
 * are translated to, nearest in what they can say.
 */
const SERVED_BY: Partial<Record<ProtocolId, readonly ProtocolId[]>> = {
  'openai-chat': ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate', 'gemini-interactions'],
  'openai-responses': [
    'openai-responses',
    'gemini-generate',
    'gemini-interactions',
    'openai-chat',
    'anthropic-messages',
  ],
  'anthropic-messages': [
    'anthropic-messages',
    'openai-responses',
    'gemini-generate',
    'gemini-interactions',
    'openai-chat',
  ],
  'openai-embeddings': ['openai-embeddings', 'gemini-embed'],
  'gemini-embed': ['gemini-embed', 'openai-embeddings'],
  // Newer models of OpenAI take no tools in chat while they think. Models that only draw are asked for a picture even when the
  // request does not say so.
  'gemini-generate': [
    'gemini-generate',
    'gemini-interactions',
    'openai-responses',
    'openai-chat',
    'anthropic-messages',
    'openai-images',
  ],
  'gemini-interactions': [
    'gemini-interactions',
    'gemini-generate',
    'openai-responses',
    'anthropic-messages',
    'openai-chat',
  ],
  'openai-images': ['openai-images', 'gemini-generate'],
  'openai-speech': ['openai-speech', 'gemini-generate'],
  'openai-transcriptions': ['openai-transcriptions', 'gemini-generate'],
}

/** Who else makes what a call of generateContent wants that is no text. */
const MADE_BY: Readonly<Record<Wanted, readonly ProtocolId[]>> = {
  picture: ['gemini-generate', 'openai-images'],
  sound: ['gemini-generate', 'openai-speech'],
}

/** The protocols an upstream may be asked in for a caller of this one, in order of preference. */
export function servedBy(protocol: ProtocolId, wants?: Wanted): readonly ProtocolId[] {
  if (wants) return MADE_BY[wants]
  return SERVED_BY[protocol] ?? [protocol]
}
