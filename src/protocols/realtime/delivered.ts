import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { TextGauge } from '../../core/text-gauge.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { measureParsed } from '../relayed-text.ts'

/** What the server has said of its session: which model writes down what the caller says, and what a token of sound takes. */
type SessionFacts = { transcriber: string | null; soundBytesPerToken: number }

/** A token of the model's speech is a twentieth of a second (OpenAI, "Managing costs" of Realtime), of 16-bit PCM at 24 kHz. */
const PCM_BYTES = 2400
/** Telephones take 8,000 bytes a second. */
const G711_BYTES = 400

/** The facts for as long as nothing is said. */
export const NOTHING_SAID: SessionFacts = { transcriber: null, soundBytesPerToken: PCM_BYTES }

/** What a `session.created` or `session.updated` says, in its present or its older form (wire.md §1.4); each tells all of a session. */
export function sessionFacts(session: unknown): SessionFacts {
  const told = asRecord(session)
  const { input, output } = asRecord(told.audio)
  const { model } = asRecord(asRecord(input).transcription ?? told.input_audio_transcription)
  const format = textOr(asRecord(asRecord(output).format).type, textOr(told.output_audio_format, ''))
  return {
    transcriber: typeof model === 'string' ? model : null,
    soundBytesPerToken: /pcm[ua]|g711/.test(format) ? G711_BYTES : PCM_BYTES,
  }
}

/** What of an answer has come: its words measured, its sound by the byte, and the number of its events. */
export type Come = { pieces: number; text?: TextGauge; soundBytes: number }

/** Takes in a delta of an answer: of sound, or of text, which also is what the sound says. */
export function noteDelta({ type, delta }: Json, come: Come): void {
  come.pieces += 1
  if (typeof delta !== 'string') return
  if (textOr(type, '').endsWith('audio.delta')) come.soundBytes += Math.floor((delta.length * 3) / 4)
  else measureParsed(delta, come)
}

/**
 * The figure for an answer whose usage nobody told, from what came of it; what it had to read is what the answer before it
 * (`former`) read and wrote.
 */
export function usageOfCome(come: Come, former: Usage | null, { soundBytesPerToken }: SessionFacts): Usage {
  if (come.pieces === 0) return NO_USAGE
  const read = former ?? NO_USAGE
  return {
    ...NO_USAGE,
    input: read.input + read.output,
    cacheRead: read.cacheRead,
    audioIn: read.audioIn + read.audioOut,
    imageIn: read.imageIn,
    output: Math.ceil(come.text?.rough ?? 0),
    audioOut: Math.ceil(come.soundBytes / soundBytesPerToken),
    requests: 1,
  }
}
