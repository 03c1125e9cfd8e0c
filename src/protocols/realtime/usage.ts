import { asRecord, type Json } from '../../core/json.ts'
import { NO_USAGE, tokenCount, type Usage } from '../../core/usage.ts'
import { believed } from '../pass-through/sound-length.ts'

/**
 * Usage of a `response.done` (wire.md §1.4): cached tokens are inside each kind of input, sound is inside both totals. Null when
 * none is told.
 */
export function responseUsage(told: unknown): Usage | null {
  const raw = asRecord(told)
  if (Object.keys(raw).length === 0) return null
  const details = asRecord(raw.input_token_details)
  const cached = asRecord(details.cached_tokens_details)
  const all = tokenCount(raw.input_tokens)
  const cacheRead = Math.min(all, tokenCount(details.cached_tokens))
  const audioIn = Math.min(all - cacheRead, fresh(details, cached, 'audio_tokens'))
  const imageIn = Math.min(all - cacheRead - audioIn, fresh(details, cached, 'image_tokens'))
  const output = tokenCount(raw.output_tokens)
  const audioOut = Math.min(output, tokenCount(asRecord(raw.output_token_details).audio_tokens))
  return {
    ...NO_USAGE,
    input: all - cacheRead - audioIn - imageIn,
    cacheRead,
    audioIn,
    imageIn,
    output: output - audioOut,
    audioOut,
    requests: 1,
  }
}

function fresh(details: Json, cached: Json, kind: string): number {
  return Math.max(0, tokenCount(details[kind]) - tokenCount(cached[kind]))
}

const DAY_SECONDS = 86_400

/**
 * Usage of a transcription of what was said to the model (wire.md §1.4): tokens, or begun seconds of sound as `audioIn`, of which
 * there are no more than `mostSeconds` (absent: a day); null when none is told, or nothing that can be.
 */
export function transcriptionUsage(told: unknown, mostSeconds = DAY_SECONDS): Usage | null {
  const raw = asRecord(told)
  if (raw.type === 'duration') {
    const sound = believed(raw.seconds, mostSeconds)
    return sound && { ...NO_USAGE, audioIn: Math.ceil(sound.seconds), requests: 1 }
  }
  if (raw.type !== 'tokens') return null
  const all = tokenCount(raw.input_tokens)
  const audioIn = Math.min(all, tokenCount(asRecord(raw.input_token_details).audio_tokens))
  const output = tokenCount(raw.output_tokens)
  return all + output === 0 ? null : { ...NO_USAGE, input: all - audioIn, audioIn, output, requests: 1 }
}
