import { createEventCutter, EVENT_TOO_LARGE, MAX_EVENT_BYTES } from './sse.ts'
import type { Seen, Tap } from './protocol.ts'

/** What a protocol's tap does with a run of whole events. */
export type StreamReader = {
  /** Notes what the events say in `seen`. */
  read(events: Buffer, seen: Seen): void
  /** Takes out what the caller did not ask for; absent when everything goes on. */
  strip?(events: Buffer): Buffer
  /** What a stream lacks that ended without its last event, but has said all; absent: nothing. */
  close?(seen: Seen): Buffer
  /** The largest event that is no fault of the upstream; absent: MAX_EVENT_BYTES. */
  maxEventBytes?: number
}

/** What a tap begins with; each answer needs its own, as its tap writes in it. */
export function nothingSeen(): Seen {
  return { content: false, terminal: false, failure: null, model: null, usage: null, usageRaw: null, pieces: 0 }
}

/**
 * A tap on an event stream: reads whole events on the side and lets only whole events through, so that what the caller has
 * is valid wherever the upstream breaks off.
 */
export function createStreamTap(reader: StreamReader): Tap {
  const seen = nothingSeen()
  const cutter = createEventCutter()
  const maxBytes = reader.maxEventBytes ?? MAX_EVENT_BYTES
  return {
    seen,
    push(chunk) {
      const events = cutter.push(chunk)
      if (cutter.held > maxBytes) seen.failure = EVENT_TOO_LARGE
      if (events.length > 0) reader.read(events, seen)
      return reader.strip ? reader.strip(events) : events
    },
    flush() {
      const rest = cutter.rest()
      if (rest.length === 0 && reader.close) return reader.close(seen)
      if (rest.length > 0) reader.read(rest, seen)
      return reader.strip ? reader.strip(rest) : rest
    },
  }
}
