import { parseJson } from '../core/json.ts'

/** One event of a stream is never larger than this; a larger one is a fault of the upstream (security.md, caps). */
export const MAX_EVENT_BYTES = 1024 * 1024

/** What `seen.failure` says of a stream whose event outgrew its limit: a failure of which the caller has heard nothing yet. */
export const EVENT_TOO_LARGE = 'event_too_large'

const EMPTY = Buffer.alloc(0)

/** Cuts a byte stream at event boundaries: whole events come out together, an unfinished one is kept for the next call. */
export type EventCutter = {
  /** The whole events that are complete now, as one run of bytes; empty when none is. */
  push(chunk: Buffer): Buffer
  /** The bytes of an event that never ended. */
  rest(): Buffer
  /** How many bytes are kept. */
  readonly held: number
}

/** Boundaries are blank lines, whichever way lines end (WHATWG HTML, server-sent events). */
export function createEventCutter(): EventCutter {
  let store = EMPTY
  let held = 0
  return {
    push(chunk) {
      const end = lastBoundary(chunk) || straddling(chunk)
      if (end === 0) {
        append(chunk)
        return EMPTY
      }
      const whole =
        held === 0 ? chunk.subarray(0, end) : Buffer.concat([store.subarray(0, held), chunk.subarray(0, end)])
      keep(chunk.subarray(end))
      return whole
    },
    rest() {
      const bytes = store.subarray(0, held)
      keep(EMPTY)
      return bytes
    },
    get held() {
      return held
    },
  }

  /** A boundary may begin in the last three bytes that are held, never earlier. */
  function straddling(chunk: Buffer): number {
    const before = store.subarray(Math.max(0, held - 3), held)
    return Math.max(0, lastBoundary(Buffer.concat([before, chunk.subarray(0, 3)])) - before.length)
  }

  function keep(tail: Buffer) {
    store = tail.length === 0 ? EMPTY : ownCopy(tail)
    held = tail.length
  }

  function append(chunk: Buffer) {
    if (held + chunk.length > store.length) {
      // Doubling, so that an event that comes byte by byte is not copied once for each of them.
      const larger = Buffer.allocUnsafeSlow(Math.max(held + chunk.length, store.length * 2))
      store.copy(larger, 0, 0, held)
      store = larger
    }
    chunk.copy(store, held)
    held += chunk.length
  }
}

/** A copy in memory of its own: what is kept for long must not hold on to a socket's chunk or to node's shared pool. */
export function ownCopy(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

/** The offset after the last blank line; 0 when there is none. */
function lastBoundary(bytes: Buffer): number {
  const lf = bytes.lastIndexOf('\n\n')
  // `\n\r` is the middle of CRLF CRLF; the line feed after it closes the event.
  const crlf = bytes.lastIndexOf('\n\r\n')
  const cr = bytes.lastIndexOf('\r\r')
  return Math.max(lf < 0 ? 0 : lf + 2, crlf < 0 ? 0 : crlf + 3, cr < 0 ? 0 : cr + 2)
}

/** The bounds of the event around a position in a run of whole events. */
export function eventAround(events: Buffer, position: number): { start: number; end: number } {
  return { start: lastBoundary(events.subarray(0, position)), end: firstBoundary(events, position) }
}

function firstBoundary(bytes: Buffer, from: number): number {
  const ends = [
    [bytes.indexOf('\n\n', from), 2],
    [bytes.indexOf('\n\r\n', from), 3],
    [bytes.indexOf('\r\r', from), 2],
  ].flatMap(([at = -1, size = 0]) => (at < 0 ? [] : [at + size]))
  return ends.length === 0 ? bytes.length : Math.min(...ends)
}

/** Every whole event of a run that holds one of the needles, in order, each once. */
export function* eventsWith(events: Buffer, needles: readonly string[]): Generator<{ start: number; end: number }> {
  const next = needles.map((needle) => events.indexOf(needle))
  for (let at = nearest(next); at >= 0; at = nearest(next)) {
    const found = eventAround(events, at)
    yield found
    for (const [i, needle] of needles.entries()) {
      const hit = next[i] ?? -1
      if (hit >= 0 && hit < found.end) next[i] = events.indexOf(needle, found.end)
    }
  }
}

function nearest(positions: readonly number[]): number {
  const hits = positions.filter((at) => at >= 0)
  return hits.length === 0 ? -1 : Math.min(...hits)
}

/** The JSON value in the `data:` lines of one event; undefined when there is none. */
export function dataOf(event: Buffer): unknown {
  const [value] = dataIn(event)
  return value
}

/** The JSON value of every event of a run that carries data, in order; undefined where it is no JSON. */
export function* dataIn(events: Buffer): Generator<unknown> {
  for (const text of dataTextsIn(events)) yield parseJson(text)
}

/** The data of every event of a run that carries some, in order. */
export function* dataTextsIn(events: Buffer): Generator<string> {
  let data: string[] = []
  for (const line of events
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    if (line !== '' || data.length === 0) continue
    yield data.join('\n')
    data = []
  }
  if (data.length > 0) yield data.join('\n')
}

/** How often a byte pattern occurs. */
export function countOf(bytes: Buffer, pattern: string): number {
  let count = 0
  for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + pattern.length)) count += 1
  return count
}
