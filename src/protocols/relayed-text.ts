import { measureText as measure, newTextGauge } from '../core/text-gauge.ts'
import { readsAny } from '../core/usage.ts'
import type { Seen } from './protocol.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * What is looked for in an answer that is forwarded: the strings under some keys of JSON, `piece`, of which there is one for each
 * piece of it, and `marks` of what has to be read. A key cannot stand inside a string, where quotes are escaped.
 */
type Sought = { keys: readonly string[]; piece?: string; marks?: RegExp }

/** A pattern for all of it: one search is several times as quick as one for each. */
export function patternFor({ keys, piece, marks }: Sought): RegExp {
  const strings = `"(?:${keys.join('|')})": *"()`
  const others = [...(marks ? [`(?:${marks.source})()`] : []), ...(piece === undefined ? [] : [RegExp.escape(piece)])]
  return new RegExp([strings, ...others].join('|'), 'g')
}

/** No event becomes a string of megabytes. */
const WINDOW_BYTES = 64 * 1024

/** How many pieces there were, how many texts in them, and where the first mark may be (-1: there is none). */
type Found = { pieces: number; texts: number; markedAt: number }

/** Measures the text that a pattern of `patternFor` finds, counts the pieces and looks for marks. Nothing is parsed. */
export function measureUnder(pattern: RegExp, bytes: Buffer, seen: Pick<Seen, 'text'>): Found {
  // Of several windows a mark may begin in one and end in the next.
  const found: Found = { pieces: 0, texts: 0, markedAt: bytes.length > WINDOW_BYTES ? 0 : -1 }
  let done = 0
  for (let from = 0; from < bytes.length; from += WINDOW_BYTES) {
    const window = bytes.toString('latin1', from, from + WINDOW_BYTES)
    pattern.lastIndex = Math.max(0, done - from)
    for (let match = pattern.exec(window); match; match = pattern.exec(window)) {
      const at = from + match.index
      if (match[2] !== undefined) noteMark(found, at)
      else if (match[1] === undefined) found.pieces += 1
      if (match[1] === undefined) continue
      const start = at + match[0].length
      done = stringEnd(bytes, start)
      pattern.lastIndex = done - from
      // A text without an end is no JSON, and hides what comes after it.
      if (done === bytes.length) noteMark(found, at)
      if (done === start) continue
      seen.text ??= newTextGauge()
      measure(seen.text, bytes, start, done)
      found.texts += 1
    }
  }
  return found
}

function noteMark(found: Found, at: number): void {
  if (found.markedAt < 0) found.markedAt = at
}

/** A shorter run is measured sooner than it is known to be the last one. */
const LONG_BYTES = 4096

/** Whether a run of events is long and may have the end of the answer in it, which says so by a mark: that is read first, as words need not be measured where it tells what was used. */
export function mayEndIn(events: Buffer, mark: string): boolean {
  return events.length >= LONG_BYTES && events.lastIndexOf(mark) >= 0
}

/** Whether an answer is over and has told all that it used: the measure of its words is for those that do not. */
export function hasToldAll({ terminal, failure, usage }: Seen): boolean {
  return terminal && failure === null && usage !== null && readsAny(usage)
}

/** Measures a text that was parsed already. */
export function measureParsed(text: string, seen: Pick<Seen, 'text'>): void {
  seen.text ??= newTextGauge()
  const bytes = Buffer.from(JSON.stringify(text))
  measure(seen.text, bytes, 1, bytes.length - 1)
}

/** The text of nearly every piece of a stream is shorter: its end is sooner found byte by byte than by a search. */
const NEAR_BYTES = 48

/** The offset of the quote that ends the string that starts here; the end of the bytes when none does. */
export function stringEnd(bytes: Buffer, start: number): number {
  let at = start
  for (const near = Math.min(start + NEAR_BYTES, bytes.length); at < near; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) return at
    if (byte === BACKSLASH) at += 1
  }
  for (at = bytes.indexOf(QUOTE, at); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) if (!isEscaped(bytes, at)) return at
  return bytes.length
}

/** The offset of the quote that begins the string that ends with this one; -1 when none does. */
export function stringStart(bytes: Buffer, end: number): number {
  for (let at = end; at > 0;) {
    at = bytes.lastIndexOf(QUOTE, at - 1)
    if (at < 0 || !isEscaped(bytes, at)) return at
  }
  return -1
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let slashes = 0
  while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1
  return slashes % 2 === 1
}
