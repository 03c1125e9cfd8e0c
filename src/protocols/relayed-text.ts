import { measureText as measure, newTextGauge } from '../core/text-gauge.ts'
import type { Seen } from './protocol.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Finds the strings that stand under some keys of JSON, and `piece`, of which an answer has one for each piece. A key cannot stand
 * inside a string, where quotes are escaped.
 */
export function stringsUnder(piece: string | null, ...keys: readonly string[]): RegExp {
  const strings = `"(?:${keys.join('|')})": *"()`
  return new RegExp(piece === null ? strings : `${strings}|${RegExp.escape(piece)}`, 'g')
}

/** One search for all keys is several times as quick as one for each; and no event becomes a string of megabytes. */
const WINDOW_BYTES = 64 * 1024

/** Measures the text that a pattern of `stringsUnder` finds, and counts the pieces. Nothing is parsed. */
export function measureUnder(pattern: RegExp, bytes: Buffer, seen: Seen): { pieces: number; texts: number } {
  const found = { pieces: 0, texts: 0 }
  let done = 0
  for (let from = 0; from < bytes.length; from += WINDOW_BYTES) {
    const window = bytes.toString('latin1', from, from + WINDOW_BYTES)
    pattern.lastIndex = Math.max(0, done - from)
    for (let match = pattern.exec(window); match; match = pattern.exec(window)) {
      if (match[1] === undefined) {
        found.pieces += 1
        continue
      }
      const start = from + match.index + match[0].length
      done = stringEnd(bytes, start)
      pattern.lastIndex = done - from
      if (done === start) continue
      seen.text ??= newTextGauge()
      measure(seen.text, bytes, start, done)
      found.texts += 1
    }
  }
  return found
}

/** Measures a text that was parsed already. */
export function measureParsed(text: string, seen: Seen): void {
  seen.text ??= newTextGauge()
  const bytes = Buffer.from(JSON.stringify(text))
  measure(seen.text, bytes, 1, bytes.length - 1)
}

/** The offset of the quote that ends the string that starts here; the end of the bytes when none does. */
function stringEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return bytes.length
}
