import { asRecord, type Json, textOr, topLevelSpans, valueAt } from '../../core/json.ts'
import { dataOf } from '../sse.ts'

/** What is looked at of one event. */
export type ResponseEvent = {
  type: string
  /** Fields of the event itself: those of an `error` event stand here. */
  fields: Json
  /** Fields of the response it carries; empty when it carries none. */
  response: Json
  /** What kind of item it tells of, and what that does; empty when it tells of none. */
  item: Json
}

const EVENT_KEYS: ReadonlySet<string> = new Set(['type', 'code', 'error', 'response', 'item'])
const ITEM_KEYS: ReadonlySet<string> = new Set(['type', 'action', 'status', 'quality', 'size'])
const RESPONSE_KEYS: ReadonlySet<string> = new Set([
  'id',
  'store',
  'model',
  'error',
  'usage',
  'tool_usage',
  'service_tier',
])

/**
 * Reads one event without parsing what is not wanted: the first and the last events of a stream repeat instructions,
 * tools and the whole answer, which may be megabytes.
 */
export function readEvent(event: Buffer): ResponseEvent {
  return fromSpans(event) ?? fromJson(asRecord(dataOf(event)))
}

function fromSpans(event: Buffer): ResponseEvent | null {
  const data = dataBytes(event)
  const spans = data && topLevelSpans(data, EVENT_KEYS)
  if (!data || !spans) return null
  const bytes = (key: string) => {
    const span = spans.get(key)?.at(-1)
    return span && data.subarray(span.start, span.end)
  }
  const fields = Object.fromEntries(['code', 'error'].map((key) => [key, parsed(bytes(key))]))
  const inner = bytes('response')
  const response = inner ? pick(inner, RESPONSE_KEYS) : {}
  const about = bytes('item')
  const item = (about && pick(about, ITEM_KEYS)) ?? {}
  return response && { type: textOr(parsed(bytes('type')), ''), fields, response, item }
}

function parsed(json: Buffer | undefined): unknown {
  return json && valueAt(json, { start: 0, end: json.length })
}

function pick(json: Buffer, keys: ReadonlySet<string>): Json | null {
  const spans = topLevelSpans(json, keys)
  if (!spans) return null
  return Object.fromEntries(
    [...spans].map(([key, found]) => [key, parsed(json.subarray(found.at(-1)?.start, found.at(-1)?.end))]),
  )
}

/** The JSON of an event's one data line; null when it has several, which is allowed and never seen. */
function dataBytes(event: Buffer): Buffer | null {
  const start = event.indexOf('{')
  return start < 0 || event.includes('\ndata:', start) ? null : event.subarray(start, event.lastIndexOf('}') + 1)
}

function fromJson(fields: Json): ResponseEvent {
  return { type: textOr(fields.type, ''), fields, response: asRecord(fields.response), item: asRecord(fields.item) }
}
