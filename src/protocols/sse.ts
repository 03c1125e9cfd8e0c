import { ownCopy } from '../core/bytes.ts'
import { parseJson, type Span } from '../core/json.ts'

/**
 * One event of a stream is never larger than this; a larger one is a fault of the upstream (docs/faults.md, rule 6). It may carry a whole picture or
 * document in base64, and the last one of a response all of them once more.
 */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024

/** What `seen.failure` says of a stream whose event outgrew its limit: a failure of which the caller has heard nothing yet. */
export const EVENT_TOO_LARGE = 'event_too_large'

const EMPTY = Buffer.alloc(0)

/** Cuts a byte stream at event boundaries: whole events come out together, an unfinished one is kept for the next call. */
type EventCutter = {
  /** The whole events that are complete now, as one run of bytes; empty when none is. */
  push(chunk: Buffer): Buffer
  /** The bytes of an event that never ended. */
  rest(): Buffer
  /** How many bytes are kept. */
  readonly held: number
}

/** Boundaries are blank lines, whichever way lines end (WHATWG HTML, server-sent events). */
export function createEventCutter(): EventCutter {
  return new Cutter()
}

/** A class, as thousands of streams are held and each closure of each would be kept. */
class Cutter implements EventCutter {
  #store = EMPTY
  #held = 0

  get held() {
    return this.#held
  }

  push(chunk: Buffer): Buffer {
    // Nearly every chunk of a live stream is whole events and nothing else.
    if (this.#held === 0 && endsBlank(chunk)) return chunk
    const end = lastBoundary(chunk) || this.#straddling(chunk)
    if (end === 0) {
      this.#append(chunk)
      return EMPTY
    }
    const first = chunk.subarray(0, end)
    const whole = this.#held === 0 ? first : Buffer.concat([this.#store.subarray(0, this.#held), first])
    this.#keep(chunk.subarray(end))
    return whole
  }

  rest(): Buffer {
    const bytes = this.#store.subarray(0, this.#held)
    this.#keep(EMPTY)
    return bytes
  }

  /** A boundary may begin in the last three bytes that are held, never earlier. */
  #straddling(chunk: Buffer): number {
    const before = this.#store.subarray(Math.max(0, this.#held - 3), this.#held)
    return Math.max(0, lastBoundary(Buffer.concat([before, chunk.subarray(0, 3)])) - before.length)
  }

  #keep(tail: Buffer): void {
    this.#store = tail.length === 0 ? EMPTY : ownCopy(tail)
    this.#held = tail.length
  }

  #append(chunk: Buffer): void {
    const size = this.#held + chunk.length
    if (size > this.#store.length) {
      // Doubling, so that an event that comes byte by byte is not copied once for each of them.
      const larger = Buffer.allocUnsafeSlow(Math.max(size, this.#store.length * 2))
      this.#store.copy(larger, 0, 0, this.#held)
      this.#store = larger
    }
    chunk.copy(this.#store, this.#held)
    this.#held = size
  }
}

const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a

function endsBlank(bytes: Buffer): boolean {
  const { length } = bytes
  return length > 1 && bytes[length - 1] === LINE_FEED && bytes[length - 2] === LINE_FEED
}

/** The offset after the last blank line; 0 when there is none. */
function lastBoundary(bytes: Buffer): number {
  const lf = bytes.lastIndexOf('\n\n')
  // Nearly all streams are without any.
  if (!bytes.includes(CARRIAGE_RETURN)) return lf < 0 ? 0 : lf + 2
  // `\n\r` is the middle of CRLF CRLF; the line feed after it closes the event.
  const crlf = bytes.lastIndexOf('\n\r\n')
  const cr = bytes.lastIndexOf('\r\r')
  return Math.max(lf < 0 ? 0 : lf + 2, crlf < 0 ? 0 : crlf + 3, cr < 0 ? 0 : cr + 2)
}

/** The bounds of the event around a position in a run of whole events, of which one begins at `from`. */
function eventAround(events: Buffer, position: number, from: number): { start: number; end: number } {
  return { start: from + lastBoundary(events.subarray(from, position)), end: firstBoundary(events, position) }
}

function firstBoundary(bytes: Buffer, from: number): number {
  const lf = bytes.indexOf('\n\n', from)
  const end = lf < 0 ? bytes.length : lf + 2
  const event = bytes.subarray(from, end)
  if (!event.includes(CARRIAGE_RETURN)) return end
  const crlf = event.indexOf('\n\r\n')
  const cr = event.indexOf('\r\r')
  return Math.min(end, crlf < 0 ? end : from + crlf + 3, cr < 0 ? end : from + cr + 2)
}

/** A run is searched as text in windows: small ones first, as whoever looks for a beginning goes no further, and never larger, because one event may be megabytes long. */
const FIRST_WINDOW_BYTES = 1024
const WINDOW_BYTES = 64 * 1024
/** Windows overlap by more than what is searched for is ever long. */
const OVERLAP_BYTES = 64

/**
 * Every whole event of a run in which a pattern (global, for ASCII text of less than 64 characters) finds something at `from` or
 * after it, in order, each once. One search for all marks is many times as quick as one for each.
 */
export function* eventsWith(events: Buffer, pattern: RegExp, from = 0): Generator<{ start: number; end: number }> {
  let next = from
  let begun = 0
  let size = FIRST_WINDOW_BYTES
  for (let at = from; at < events.length; at = Math.max(next, at + size - OVERLAP_BYTES), size = WINDOW_BYTES) {
    const window = events.toString('latin1', at, at + size)
    pattern.lastIndex = Math.max(0, next - at)
    for (let match = pattern.exec(window); match; match = pattern.exec(window)) {
      const found = eventAround(events, at + match.index, begun)
      yield found
      next = begun = found.end
      pattern.lastIndex = next - at
    }
  }
}

/** A run of events without some of them, which are in order: what follows them is moved up, in memory that is nobody else's. */
export function without(events: Buffer, spans: readonly Span[]): Buffer {
  let kept = spans[0]?.start ?? events.length
  for (const [n, { end }] of spans.entries()) {
    const next = spans[n + 1]?.start ?? events.length
    events.copyWithin(kept, end, next)
    kept += next - end
  }
  return events.subarray(0, kept)
}

/** A pattern for `eventsWith` that finds each of these texts. */
export function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => RegExp.escape(text)).join('|'), 'g')
}

/** The JSON value in the `data:` lines of one event; undefined when there is none. */
export function dataOf(event: Buffer): unknown {
  const [value] = dataIn(event)
  return value
}

/** What ends a stream of OpenAI's dialects. */
export const DONE = '[DONE]'

/** The JSON value of every event of a run that carries data, in order; undefined where it is no JSON. */
export function* dataIn(events: Buffer): Generator<unknown> {
  // To hear from the parser that this is no JSON takes longer than all the rest of an event.
  for (const text of dataTextsIn(events)) yield text === DONE ? undefined : parseJson(text)
}

/** The data of every event of a run that carries some, in order. */
export function dataTextsIn(events: Buffer): string[] {
  const texts: string[] = []
  let data: string | null = null
  for (const line of linesOf(events.toString('utf8'))) {
    if (line.startsWith('data:')) {
      const more = line.slice(line[5] === ' ' ? 6 : 5)
      data = data === null ? more : `${data}\n${more}`
    } else if (line === '' && data !== null) {
      texts.push(data)
      data = null
    }
  }
  if (data !== null) texts.push(data)
  return texts
}

const BYTE_ORDER_MARK = 0xfeff

/** A text without the mark of byte order that some servers begin an answer with. */
export function unmarked(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
}

function linesOf(marked: string): string[] {
  const text = unmarked(marked)
  // Nearly all streams end lines with one byte, at which splitting is twice as quick as at a pattern.
  return (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text).split('\n')
}
