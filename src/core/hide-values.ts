import { parseJson } from './json.ts'

/** What stands in the place of a hidden value. */
export const HIDDEN = '***'

/** Space between the parts of JSON, and where an event has it on several lines what each of them begins with. */
const GAP = String.raw`(?:\s|(?<=[\r\n])data:)*`

// A quote behind a backslash opens no key, so that each stretch between two quotes is looked at twice at most.
const KEY = new RegExp(String.raw`(?<!\\)"([^"\\]*(?:\\[^][^"\\]*)*)"${GAP}:${GAP}`, 'g')

/**
 * A text with `"***"` for the values of JSON keys of these names (in small letters), at any depth and however they are written. The text
 * may be JSON or events with JSON in them, and may be cut anywhere. What stands in a string is no key: JSON inside of JSON stays.
 */
export function hideValues(text: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return text
  const left: string[] = []
  let from = 0
  KEY.lastIndex = 0
  for (let key = KEY.exec(text); key; key = KEY.exec(text)) {
    if (!names.has(nameOf(key[1] ?? ''))) continue
    const start = KEY.lastIndex
    const end = valueEnd(text, start)
    if (end === start) continue
    left.push(text.slice(from, start), `"${HIDDEN}"`)
    from = end
    KEY.lastIndex = end
  }
  return left.length === 0 ? text : left.join('') + text.slice(from)
}

function nameOf(written: string): string {
  if (!written.includes('\\')) return written.toLowerCase()
  const read = parseJson(`"${written}"`)
  return typeof read === 'string' ? read.toLowerCase() : ''
}

const CLOSERS = new Set(['}', ']'])
const BARE = /[^\s,}\]]*/y
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*["\\]?/y
const PLAIN = /[^"[\]{}]*/y

/** Where the value that begins at `start` ends; the end of the text where it is cut. */
function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return endOf(STRING, text, start)
  if (text[start] !== '{' && text[start] !== '[') return endOf(BARE, text, start)
  let depth = 0
  let at = start
  do {
    const sign = text[at] ?? ''
    if (sign === '"') at = endOf(STRING, text, at)
    else {
      depth += CLOSERS.has(sign) ? -1 : 1
      at += 1
    }
    if (depth > 0) at = endOf(PLAIN, text, at)
  } while (depth > 0 && at < text.length)
  return at
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
