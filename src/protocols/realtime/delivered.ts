import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { TextGauge } from '../../core/text-gauge.ts'
import { makesAny, NO_USAGE, readsAny, tokenCount, type Usage } from '../../core/usage.ts'
import { measureParsed } from '../relayed-text.ts'

/**
 * What the server has said of its session: which model writes down what the caller says, how sound is written either way, and how
 * long an answer may be at most (null: as the model's may).
 */
export type SessionFacts = {
  transcriber: string | null
  heardBytesPerSecond: number
  saidBytesPerSecond: number
  mostTokens: number | null
}

/** 16-bit PCM at 24 kHz, and what telephones take. */
const PCM_BYTES = 48_000
const G711_BYTES = 8000
/** A token of the model's speech is a twentieth of a second, one of what it hears a tenth (OpenAI, "Managing costs" of Realtime). */
export const SAID_PER_SECOND = 20
const HEARD_PER_SECOND = 10
/** Tokens of text: who speaks fast says three words in a second. */
const WORDS_PER_SECOND = 4

/** The facts for as long as nothing is said. */
export const NOTHING_SAID: SessionFacts = {
  transcriber: null,
  heardBytesPerSecond: PCM_BYTES,
  saidBytesPerSecond: PCM_BYTES,
  mostTokens: null,
}

/** What a `session.created` or `session.updated` says, in its present or its older form (wire.md §1.4); each tells all of a session. */
export function sessionFacts(session: unknown): SessionFacts {
  const told = asRecord(session)
  const audio = asRecord(told.audio)
  const [input, output] = [asRecord(audio.input), asRecord(audio.output)]
  const { model } = asRecord(input.transcription ?? told.input_audio_transcription)
  return {
    transcriber: typeof model === 'string' ? model : null,
    heardBytesPerSecond: bytesPerSecond(input.format, told.input_audio_format),
    saidBytesPerSecond: bytesPerSecond(output.format, told.output_audio_format),
    mostTokens: tokenCount(told.max_output_tokens ?? told.max_response_output_tokens) || null,
  }
}

function bytesPerSecond(format: unknown, older: unknown): number {
  return /pcm[ua]|g711/.test(textOr(asRecord(format).type, textOr(older, ''))) ? G711_BYTES : PCM_BYTES
}

/** What of an answer or a transcript has come: its words measured, the number of its events, and sound by the byte, the model's or what it hears. */
export type Come = { pieces: number; text?: TextGauge; soundBytes: number }

/** Seconds that so many bytes of sound are at most, however it was written at the time. */
export function mostSecondsOf(soundBytes: number): number {
  return soundBytes / G711_BYTES
}

/** The bytes that a text in base64 stands for. */
export function bytesOfBase64(length: number): number {
  return Math.floor((length * 3) / 4)
}

/** Takes in a delta of an answer: of sound, or of text, which also is what the sound says. */
export function noteDelta({ type, delta }: Json, come: Come): void {
  come.pieces += 1
  if (typeof delta !== 'string') return
  if (textOr(type, '').endsWith('audio.delta')) come.soundBytes += bytesOfBase64(delta.length)
  else measureParsed(delta, come)
}

/** What an answer has to read after the one before it, null: after none. */
export function readAfter(former: Usage | null): Usage {
  const { input, output, cacheRead, audioIn, audioOut, imageIn } = former ?? NO_USAGE
  return { ...NO_USAGE, input: input + output, cacheRead, audioIn: audioIn + audioOut, imageIn }
}

/** Takes in the words of an answer that is told whole and of which no delta came. */
export function noteWhole(output: unknown, come: Come): void {
  if (come.pieces > 0 || !Array.isArray(output)) return
  for (const item of output.map(asRecord)) {
    const parts = Array.isArray(item.content) ? item.content.map(asRecord) : []
    for (const words of [item.arguments, ...parts.map(({ text, transcript }) => text ?? transcript)])
      if (typeof words === 'string' && words !== '') noteDelta({ delta: words }, come)
  }
}

/** The usage of an answer as it was told, and what came of it in the place of what is said to be nothing. */
export function believed(told: Usage, come: Usage): Usage {
  if (come === NO_USAGE || (readsAny(told) && makesAny(told))) return told
  const { output, audioOut, ...read } = come
  const { output: toldOutput, audioOut: toldAudioOut, ...toldRead } = told
  const made = makesAny(told) ? { output: toldOutput, audioOut: toldAudioOut } : { output, audioOut }
  return { ...(readsAny(told) ? toldRead : read), ...made, requests: 1 }
}

/**
 * The figure for an answer whose usage nobody told, from what came of it; what it had to read is what the answer before it
 * (`former`) read and wrote.
 */
export function usageOfCome(come: Come, former: Usage | null, { saidBytesPerSecond }: SessionFacts): Usage {
  if (come.pieces === 0) return NO_USAGE
  return {
    ...readAfter(former),
    output: Math.ceil(come.text?.rough ?? 0),
    audioOut: Math.ceil((come.soundBytes * SAID_PER_SECOND) / saidBytesPerSecond),
    requests: 1,
  }
}

/**
 * The figure for a transcript whose usage nobody told: the sound that it is of, and its words; begun seconds and no words where
 * its model is sold by time.
 */
export function usageOfHeard(come: Come, { heardBytesPerSecond }: SessionFacts, byTime: boolean): Usage {
  if (come.pieces === 0) return NO_USAGE
  return usageOfSound(come.soundBytes / heardBytesPerSecond, byTime, come.text?.rough ?? 0)
}

/** What so many seconds of sound come to that are written down; absent `words`: as many tokens as people usually say in that time. */
export function usageOfSound(seconds: number, byTime: boolean, words = seconds * WORDS_PER_SECOND): Usage {
  if (byTime) return { ...NO_USAGE, audioIn: Math.ceil(seconds), requests: 1 }
  return { ...NO_USAGE, audioIn: Math.ceil(seconds * HEARD_PER_SECOND), output: Math.ceil(words), requests: 1 }
}
