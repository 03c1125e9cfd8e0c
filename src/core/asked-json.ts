import { GatewayError } from './errors.ts'
import { type Along, parseExactly } from './json.ts'

/**
 * The most values that a request may consist of. Each takes some tenths of a microsecond and, where it is parsed, sixty bytes, however short it is written: thirty
 * megabytes of `{},`, which come in thirty kilobytes of gzip, would hold up everybody else for seconds. The most that is of
 * use is 300,000 tokens for embeddings (OpenAI, API reference of embeddings).
 */
export const MOST_VALUES = 500_000
/** A text shorter than this cannot hold as many. */
const SHORT = MOST_VALUES

const QUOTE = 34
const COMMA = 44
const OPEN_BRACKET = 91
const BACKSLASH = 92
const OPEN_BRACE = 123

/** What a caller sent, parsed exactly; undefined when it is no JSON. Throws `tooManyValues`. */
export function parseAsked(text: string): unknown {
  if (text.length > SHORT && hasTooMany(text)) throw tooManyValues(MOST_VALUES)
  return parseExactly(text)
}

/** Ends a pass through a text at the most values that a request may consist of. */
export function upToMostValues(): Along {
  return { left: MOST_VALUES, string() {} }
}

/** `body_malformed` for what is no JSON object, or none that all parsers read alike. */
export function notWellFormed(): GatewayError {
  return new GatewayError('body_malformed', { reason: 'it is not one well-formed object' })
}

/** `body_invalid` for what consists of more values than it may. */
export function tooManyValues(most: number): GatewayError {
  return new GatewayError('body_invalid', { reason: `it consists of more than ${most} values` })
}

/** Each value begins an object or a list, or follows a comma, but for the first. */
function hasTooMany(text: string): boolean {
  let left = MOST_VALUES - 1
  for (let at = 0; left >= 0 && at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = textEnd(text, at)
    else if (unit === COMMA || unit === OPEN_BRACE || unit === OPEN_BRACKET) left -= 1
  }
  return left < 0
}

/** Where the text that begins here ends, at its quote; the end of all when it has none. */
function textEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slash = end - 1
    while (text.charCodeAt(slash) === BACKSLASH) slash -= 1
    if ((end - slash) % 2 === 1) return end
  }
  return text.length
}
