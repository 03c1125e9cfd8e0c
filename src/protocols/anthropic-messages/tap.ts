import { asRecord, type Json, textOr } from '../../core/json.ts'
import { createBodyTap } from '../body-tap.ts'
import type { Seen, Tap } from '../protocol.ts'
import { measureUnder, patternFor } from '../relayed-text.ts'
import { dataOf, eventsWith } from '../sse.ts'
import { createStreamTap } from '../stream-tap.ts'
import { canonicalUsage, serviceTierIn, usageSoFar } from './usage.ts'

/** Reads an answer of the Messages API; nothing is ever taken out. */
export function messagesTap(stream: boolean): Tap {
  let raw: Json = {}
  const noteUsage = (told: Json, seen: Seen) => {
    if (Object.keys(told).length === 0) return
    raw = usageSoFar(raw, told)
    seen.usage = canonicalUsage(raw)
    seen.usageRaw = JSON.stringify(raw).slice(0, 4096)
    seen.serviceTier = serviceTierIn(raw)
  }
  if (stream) return createStreamTap({ read: (events, seen) => readEvents(events, seen, noteUsage) })
  return createBodyTap((answer, seen) => {
    if (typeof answer.model === 'string') seen.model = answer.model
    noteUsage(asRecord(answer.usage), seen)
    if (answer.type === 'error') seen.failure = failureOf(answer)
  })
}

/** Quotes inside a JSON string are escaped, so each of these is found only where it is a value of its own. */
const NOTABLE = /"(?:message_(?:start|delta|stop)|error)"/g
const CONTENT = 'content_block_delta"'
const TEXT = patternFor({ keys: ['text', 'thinking', 'partial_json'], piece: CONTENT, marks: NOTABLE })

type NoteUsage = (told: Json, seen: Seen) => void

function readEvents(events: Buffer, seen: Seen, noteUsage: NoteUsage): void {
  // Only deltas bring what the model wrote.
  if (!events.includes(CONTENT)) return readNotable(events, seen, { noteUsage, from: 0 })
  seen.content = true
  const { pieces, markedAt } = measureUnder(TEXT, events, seen)
  seen.pieces += pieces
  if (markedAt >= 0) readNotable(events, seen, { noteUsage, from: markedAt })
}

type Sought = { noteUsage: NoteUsage; from: number }

function readNotable(events: Buffer, seen: Seen, { noteUsage, from }: Sought): void {
  for (const { start, end } of eventsWith(events, NOTABLE, from)) {
    const event = asRecord(dataOf(events.subarray(start, end)))
    const message = asRecord(event.message)
    if (event.type === 'message_start') {
      if (typeof message.model === 'string') seen.model = message.model
      noteUsage(asRecord(message.usage), seen)
    } else if (event.type === 'message_delta') {
      noteUsage(asRecord(event.usage), seen)
      // A stop reason without any content is an answer too, for example a refusal.
      seen.content = true
    } else if (event.type === 'message_stop') seen.terminal = true
    else if (event.type === 'error') seen.failure = failureOf(event)
  }
}

function failureOf(event: Json): string {
  return textOr(asRecord(event.error).type, 'error')
}
