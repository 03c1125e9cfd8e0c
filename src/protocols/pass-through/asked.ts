import type { Rates } from '../../core/price.ts'
import type { Incoming } from '../protocol.ts'
import { keysOf, type RequestSpans } from '../request.ts'
import { bytesOfBase64 } from '../realtime/delivered.ts'
import { fileSpans } from './form-spans.ts'
import { HEAD_BYTES, lengthOf, type SoundFile, type SoundLength } from './sound-length.ts'

/** What a request lets be figured of its answer. */
export type Asked = {
  fields: RequestSpans
  bodyBytes: number
  /** What the model is sold for; null: nobody knows. */
  rates: Rates | null
  /** The sound that came along to be heard; null: none did, and what is to be heard is somewhere else. */
  sound: SoundFile | null
  /** How long that is, read off it once; of what is somewhere else, what is held for it. */
  length: SoundLength
}

/** Where vendors take the address of a sound (Groq, Mistral), which may hold the sound itself. */
const SOUND_KEYS = ['url', 'file_url'] as const

/** Five minutes, as of sound in Realtime that still comes. */
const ELSEWHERE: SoundLength = { seconds: 300, sure: false }

/** The fields of a request that any protocol looks at that is forwarded as it is. */
export const FIELDS = keysOf(
  'model',
  'stream',
  'stream_format',
  'input',
  'n',
  'prompt',
  'size',
  'quality',
  'output_format',
  'frame_count',
  'documents',
  'response_format',
  ...SOUND_KEYS,
)

/** What a field says in a word or a number; empty where it says anything else, which not every value lets be asked. */
export function wordAt(fields: RequestSpans, name: string): string {
  const value = fields.lastValue(name)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}

/** What is asked by a request with these fields, for the model by this name. */
export function askedOf(incoming: Incoming, fields: RequestSpans, model: string, isForm: boolean): Asked {
  const sound = (isForm ? soundOf(incoming) : null) ?? soundInAddress(incoming.body, fields)
  return {
    fields,
    bodyBytes: incoming.body.length,
    rates: incoming.ratesOf?.(model) ?? null,
    sound,
    length: sound ? lengthOf(sound) : ELSEWHERE,
  }
}

/** The file of a form by the name `file`; of one that is not in memory its mark stands there. */
function soundOf({ body, contentType, files }: Incoming): SoundFile | null {
  const [span] = contentType === undefined ? [] : fileSpans(body, contentType, 'file')
  if (!span) return null
  const head = body.subarray(span.start, span.end)
  return files?.get(Buffer.from(head).toString('latin1', 0, MARK_BYTES)) ?? { head, bytes: head.length }
}

/** More than any mark is long. */
const MARK_BYTES = 256

/** A sound that is written into its address (RFC 2397), of which only the first is read. */
function soundInAddress(body: Uint8Array, fields: RequestSpans): SoundFile | null {
  for (const { start, end } of SOUND_KEYS.flatMap((key) => fields.of(key))) {
    const bytes = Buffer.from(body.buffer, body.byteOffset + start, end - start)
    const [head] = /^"?data:[^,]{0,200};base64,/i.exec(bytes.toString('latin1', 0, MARK_BYTES)) ?? []
    if (head === undefined) continue
    const [padding] = /[="]*$/.exec(bytes.toString('latin1', bytes.length - 3)) ?? ['']
    const sound = bytes.subarray(head.length, bytes.length - padding.length)
    const begun = sound.toString('latin1', 0, 2 * HEAD_BYTES).replaceAll('\\/', '/')
    return { head: Buffer.from(begun, 'base64').subarray(0, HEAD_BYTES), bytes: bytesOfBase64(sound.length) }
  }
  return null
}
