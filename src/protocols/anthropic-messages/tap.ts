import { asRecord, isRecord, type Json, textOr } from '../../core/json.ts'
import { createBodyTap } from '../body-tap.ts'
import type { Seen, Tap } from '../protocol.ts'
import { hasToldAll, mayEndIn, measureUnder, patternFor } from '../relayed-text.ts'
import { dataOf, eventsWith } from '../sse.ts'
import { createStreamTap } from '../stream-tap.ts'
import { canonicalUsage, serviceTierIn, usageSoFar } from './usage.ts'

/** Reads an answer of the Messages API; nothing is ever taken out. */
export function messagesTap(stream: boolean): Tap {
  let raw: Json = {}
  let stopped = false
  const noteUsage = (told: Json, seen: Seen) => {
    if (Object.keys(told).length === 0) return
    raw = usageSoFar(raw, told)
    seen.usage = canonicalUsage(raw)
    seen.usageRaw = JSON.stringify(raw).slice(0, 4096)
    seen.serviceTier = serviceTierIn(raw)
  }
  const noteDelta = ({ usage, delta }: Json, seen: Seen) => {
    noteUsage(asRecord(usage), seen)
    stopped ||= typeof asRecord(delta).stop_reason === 'string'
  }
  if (stream)
    return createStreamTap({
      read: (events, seen) => readEvents(events, seen, { start: noteUsage, delta: noteDelta }),
      close: (seen) => (stopped ? stop(seen) : NOTHING),
    })
  return createBodyTap((answer, seen, isAll) => {
    if (typeof answer.model === 'string') seen.model = answer.model
    noteUsage(asRecord(answer.usage), seen)
    if (isFailure(answer)) seen.failure = failureOf(answer)
    else if (isAll && !Array.isArray(answer.content)) seen.terminal = false
  })
}

/** Quotes inside a JSON string are escaped, so each of these is found only where it is a value of its own. */
const NOTABLE = /"(?:message_(?:start|delta|stop)|error|web_search_tool_result)"/g
const CONTENT = 'content_block_delta"'
const STOPPED = 'message_stop"'
const TEXT = patternFor({ keys: ['text', 'thinking', 'partial_json'], piece: CONTENT, marks: NOTABLE })

const NOTHING = Buffer.alloc(0)
const STOP = Buffer.from('event: message_stop\ndata: {"type":"message_stop"}\n\n')

/** Some servers end their stream with the reason to stop; clients wait for the event that says so, and ask again without it. */
function stop(seen: Seen): Buffer {
  if (seen.terminal || seen.failure !== null) return NOTHING
  seen.terminal = seen.over = true
  return STOP
}

type Note = (told: Json, seen: Seen) => void
type Notes = { start: Note; delta: Note }

function readEvents(events: Buffer, seen: Seen, notes: Notes): void {
  // Only deltas bring what the model wrote.
  if (!events.includes(CONTENT)) return readNotable(events, seen, { notes, from: 0 })
  seen.content = true
  if (mayEndIn(events, STOPPED)) {
    readNotable(events, seen, { notes, from: 0 })
    if (!hasToldAll(seen)) seen.pieces += measureUnder(TEXT, events, seen).pieces
    return
  }
  const { pieces, markedAt } = measureUnder(TEXT, events, seen)
  seen.pieces += pieces
  if (markedAt >= 0) readNotable(events, seen, { notes, from: markedAt })
}

type Sought = { notes: Notes; from: number }

function readNotable(events: Buffer, seen: Seen, { notes, from }: Sought): void {
  for (const { start, end } of eventsWith(events, NOTABLE, from)) {
    const event = asRecord(dataOf(events.subarray(start, end)))
    const message = asRecord(event.message)
    if (event.type === 'message_start') {
      if (typeof message.model === 'string') seen.model = message.model
      notes.start(asRecord(message.usage), seen)
    } else if (event.type === 'message_delta') {
      notes.delta(event, seen)
      // A stop reason without any content is an answer too, for example a refusal.
      seen.content = true
    } else if (event.type === 'content_block_start') noteSearch(asRecord(event.content_block), seen)
    else if (event.type === 'message_stop') seen.terminal = seen.over = true
    else if (isFailure(event)) seen.failure = failureOf(event)
  }
}

/** Its usage counts searches at the very end; one that failed has no list of finds, and costs nothing. */
function noteSearch({ type, content }: Json, seen: Seen): void {
  if (type === 'web_search_tool_result' && Array.isArray(content)) seen.searches = (seen.searches ?? 0) + 1
}

/** Some servers tell an error without the type that says so. */
function isFailure({ type, error }: Json): boolean {
  return type === 'error' || (type === undefined && isRecord(error))
}

function failureOf(event: Json): string {
  return textOr(asRecord(event.error).type, 'error')
}
