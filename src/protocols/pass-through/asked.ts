import type { Rates } from '../../core/price.ts'
import type { Incoming } from '../protocol.ts'
import { keysOf, type RequestSpans } from '../request.ts'
import { fileSpans } from './form-spans.ts'
import type { SoundFile } from './sound-length.ts'

/** What a request lets be figured of its answer. */
export type Asked = {
  fields: RequestSpans
  bodyBytes: number
  /** What the model is sold for; null: nobody knows. */
  rates: Rates | null
  /** The sound that came along to be heard; null: none did. */
  sound: SoundFile | null
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

/** The file of a form by the name `file`; of one that is not in memory its mark stands there. */
export function soundOf({ body, contentType, files }: Incoming): SoundFile | null {
  const [span] = contentType === undefined ? [] : fileSpans(body, contentType, 'file')
  if (!span) return null
  const head = body.subarray(span.start, span.end)
  return files?.get(Buffer.from(head).toString('latin1', 0, MARK_BYTES)) ?? { head, bytes: head.length }
}

/** More than any mark is long. */
const MARK_BYTES = 256
