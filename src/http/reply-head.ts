import { STATUS_CODES } from 'node:http'
import { SECOND_MS } from '../core/time.ts'

/** What a name and a value of a header may be made of, as node has it. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const UNSAFE = /[^\t\x20-\x7e\x80-\xff]/

const MOST_NAMES = 256
/** Names that were looked at before: few come over and over. */
const names = new Set<string>()

function isName(text: string): boolean {
  if (names.has(text)) return true
  if (!TOKEN.test(text)) return false
  if (names.size >= MOST_NAMES) names.clear()
  names.add(text)
  return true
}

/** A header as it is sent; throws for one that would end its line or make another of it. */
export function headerLine(name: string, value: string | number): string {
  const text = typeof value === 'number' ? String(value) : value
  if (!isName(name)) throw new TypeError(`not the name of a header: ${JSON.stringify(name)}`)
  if (UNSAFE.test(text)) throw new TypeError(`not what a header may say: ${name}`)
  return `${name}: ${text}\r\n`
}

/** The first line of an answer. */
export function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`
}

let dateLine = ''
let validUntilMs = 0

/** The header that says when an answer was made, which is the same for a whole second. */
export function dateHeader(nowMs = Date.now()): string {
  if (nowMs >= validUntilMs || nowMs < validUntilMs - SECOND_MS) {
    dateLine = `Date: ${new Date(nowMs).toUTCString()}\r\n`
    validUntilMs = nowMs - (nowMs % SECOND_MS) + SECOND_MS
  }
  return dateLine
}
