import { asRecord } from '../../core/json.ts'
import { createBodyTap } from '../body-tap.ts'
import { failureIn } from '../in-band.ts'
import type { Seen, Tap } from '../protocol.ts'
import { measureUnder, stringsUnder } from '../relayed-text.ts'
import { countOf, dataOf, eventsWith } from '../sse.ts'
import { createStreamTap } from '../stream-tap.ts'
import { readUsage } from './usage.ts'

/** Reads a chat answer; `hideUsage` takes out the usage chunk that the caller did not ask for. */
export function chatTap({ stream, hideUsage }: { stream: boolean; hideUsage: boolean }): Tap {
  if (!stream) return createBodyTap(readAnswer)
  return createStreamTap(hideUsage ? { read: readEvents, strip: withoutUsageChunk } : { read: readEvents })
}

/** Cannot stand inside a JSON string, where quotes are escaped: so a hit is a key, and only such events are parsed. */
const USAGE = ['"usage":{', '"usage": {']
const ERROR = ['"error":{', '"error": {', '"base_resp":{', '"base_resp": {']
const FINISHED = ['"finish_reason":"', '"finish_reason": "']

function readEvents(events: Buffer, seen: Seen): void {
  if (!seen.content) readStart(events, seen)
  for (const { start, end } of eventsWith(events, USAGE)) noteUsage(asRecord(dataOf(events.subarray(start, end))), seen)
  for (const { start, end } of eventsWith(events, ERROR))
    seen.failure = failureIn(asRecord(dataOf(events.subarray(start, end)))) ?? seen.failure
  if (isDone(events) || FINISHED.some((mark) => events.includes(mark))) seen.terminal = true
  if (!seen.content) return
  seen.pieces += countOf(events, 'data:')
  if (!measureUnder(TEXT, events, seen)) measureUnder(PLAIN, events, seen)
}

/** Where a delta has what the model wrote; the older completions say `text`, under which some vendors repeat their reasoning. */
const TEXT = stringsUnder('content', 'reasoning_content', 'reasoning', 'refusal', 'name', 'arguments')
const PLAIN = stringsUnder('text')

/** Until content has come every chunk is parsed; these are the first one or two. */
function readStart(events: Buffer, seen: Seen): void {
  for (const { start, end } of eventsWith(events, ['data:'])) {
    const chunk = asRecord(dataOf(events.subarray(start, end)))
    if (typeof chunk.model === 'string') seen.model = chunk.model
    if (Array.isArray(chunk.choices) && chunk.choices.some(hasContent)) {
      seen.content = true
      return
    }
  }
}

const CONTENT_KEYS = [
  'content',
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'refusal',
  'reasoning_details',
  'tool_calls',
  'function_call',
  'audio',
  'images',
]

function hasContent(choice: unknown): boolean {
  // `text` is how the older completions say what chat says in a delta.
  const { delta, finish_reason, text } = asRecord(choice)
  const fields = asRecord(delta)
  // OpenRouter ends the choice of an answer that failed with the reason `error`.
  if (typeof finish_reason === 'string' && finish_reason !== 'error') return true
  if (text) return true
  return CONTENT_KEYS.some((key) => Boolean(fields[key]))
}

function readAnswer(answer: Record<string, unknown>, seen: Seen): void {
  if (typeof answer.model === 'string') seen.model = answer.model
  noteUsage(answer, seen)
  const choices = Array.isArray(answer.choices) ? answer.choices.map(asRecord) : []
  if (choices.every(({ finish_reason }) => finish_reason === 'error')) seen.failure = failureIn(answer)
}

function noteUsage(answer: Record<string, unknown>, seen: Seen): void {
  const told = readUsage(answer)
  if (!told) return
  seen.usage = told.usage
  seen.usageRaw = JSON.stringify(told.raw).slice(0, 4096)
  seen.serviceTier = told.serviceTier
}

/** `[DONE]` counts only as a whole data line: inside a text it follows other characters. */
function isDone(events: Buffer): boolean {
  for (let at = events.lastIndexOf('[DONE]'); at >= 0; at = at === 0 ? -1 : events.lastIndexOf('[DONE]', at - 1)) {
    const before = events.subarray(Math.max(0, at - 7), at).toString('latin1')
    if (/(^|[\r\n])data: ?$/.test(before)) return true
  }
  return false
}

/** The extra chunk has usage and no choices; a chunk that has both is content and goes on (wire.md §1.1). */
function withoutUsageChunk(events: Buffer): Buffer {
  const kept: Buffer[] = []
  let from = 0
  for (const { start, end } of eventsWith(events, USAGE)) {
    const { choices } = asRecord(dataOf(events.subarray(start, end)))
    if (!Array.isArray(choices) || choices.length > 0) continue
    kept.push(events.subarray(from, start))
    from = end
  }
  if (from === 0) return events
  kept.push(events.subarray(from))
  return Buffer.concat(kept)
}
