import type { Rates } from '../../core/price.ts'
import type { Incoming } from '../protocol.ts'
import { keysOf, type RequestSpans } from '../request.ts'
import { fileSpans } from './form-spans.ts'
import { lengthOf, type SoundFile, type SoundLength } from './sound-length.ts'

/** What a request lets be figured of its answer. */
export type Asked = {
  fields: RequestSpans
  bodyBytes: number
  /** What the model is sold for; null: nobody knows. */
  rates: Rates | null
  /** The sound that came along to be heard; null: none did. */
  sound: SoundFile | null
  /** How long that is, read off it once. */
  length: SoundLength
}

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
  'documents',
  'response_format',
)

/** What a field says in a word or a number; empty where it says anything else, which not every value lets be asked. */
export function wordAt(fields: RequestSpans, name: string): string {
  const value = fields.lastValue(name)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value as string | number | boolean) : ''
}

/** What is asked by a request with these fields, for the model by this name. */
export function askedOf(incoming: Incoming, fields: RequestSpans, model: string, isForm: boolean): Asked {
  const sound = isForm ? soundOf(incoming) : null
  return {
    fields,
    bodyBytes: incoming.body.length,
    rates: incoming.ratesOf?.(model) ?? null,
    sound,
    length: sound ? lengthOf(sound) : { seconds: 0, sure: false },
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
