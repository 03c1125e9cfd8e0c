import { GatewayError } from './errors.ts'
import { parseExactly } from './json.ts'

/** Each value takes some sixty bytes of memory, however short it is written: `{},` twenty times what it came in. */
const MOST_VALUES = 1_000_000
/** A text shorter than this cannot hold as many. */
const SHORT = MOST_VALUES

const QUOTE = 34
const COMMA = 44
const OPEN_BRACKET = 91
const BACKSLASH = 92
const OPEN_BRACE = 123

/** What a caller sent, parsed exactly; undefined when it is no JSON. Throws `body_invalid` beyond a million values. */
export function parseAsked(text: string): unknown {
  if (text.length > SHORT && valuesIn(text) > MOST_VALUES)
    throw new GatewayError('body_invalid', { reason: `it consists of more than ${MOST_VALUES} values` })
  return parseExactly(text)
}

/** How many values a JSON text holds at least: each begins an object or a list, or follows a comma. */
function valuesIn(text: string): number {
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = textEnd(text, at)
    else if (unit === COMMA || unit === OPEN_BRACE || unit === OPEN_BRACKET) values += 1
  }
  return values
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
