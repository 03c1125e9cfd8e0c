import { SECOND_MS } from '../../core/time.ts'
import { MOST_IDLE_MS } from './route.ts'

/** The fields of an answer's head: lower-case names, each once. */
export type Fields = Record<string, string>

const CR = 13
const COLON = 58

/** RFC 9110 §5.6.2: what a field's name is made of. */
const IN_NAMES = tableOf(/[!#$%&'*+\-.^_`|~0-9A-Za-z]/)
/** RFC 9110 §5.5: what a field's value is made of; a line's end or a NUL inside one is how answers are smuggled. */
const IN_VALUES = tableOf(/[\t\x20-\x7e\x80-\xff]/)

function tableOf(allowed: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (allowed.test(String.fromCharCode(code)) ? 1 : 0))
}

/** Whether all bytes in between may stand in a value. */
export function isText(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (IN_VALUES[bytes[at] ?? 0] === 0) return false
  return true
}

/** Where a line ends that is closed by CR LF, as it must be; -1 where it is not. */
export function endOfLine(bytes: Buffer, from: number, to: number): number {
  return to - from >= 2 && bytes[to - 2] === CR ? to - 2 : -1
}

/** Of these, several are a list; how long an answer is must be said once, and is no number any more as a list. */
const LISTS: ReadonlySet<string> = new Set(['content-encoding', 'connection', 'content-length', 'transfer-encoding'])

/** Takes a field out of a line without its end; false when it is none (RFC 9112 §5: no space before the colon, no folding). */
export function readField(fields: Fields, bytes: Buffer, from: number, to: number): boolean {
  let colon = from
  while (IN_NAMES[bytes[colon] ?? 0] === 1) colon += 1
  if (colon === from || colon >= to || bytes[colon] !== COLON) return false
  if (!isText(bytes, colon + 1, to)) return false
  let [start, end] = [colon + 1, to]
  while (start < end && isBlank(bytes[start])) start += 1
  while (start < end && isBlank(bytes[end - 1])) end -= 1
  addField(fields, bytes.toString('latin1', from, colon).toLowerCase(), bytes.toString('latin1', start, end))
  return true
}

/** Of a field that comes twice the first counts, as node has it, unless it is a list. */
export function addField(fields: Fields, name: string, value: string): void {
  // What objects are born with is there already, so that no name of an upstream's can touch it.
  const known = fields[name]
  if (known === undefined) fields[name] = value
  else if (LISTS.has(name)) fields[name] = `${known}, ${value}`
}

function isBlank(code: number | undefined): boolean {
  return code === 32 || code === 9
}

/** How an answer's body ends (RFC 9112 §6.3), and whether its connection may carry another one. */
export type Framing = {
  chunked: boolean
  /** Bytes of the body; Infinity: until the connection ends. */
  length: number
  /** Milliseconds the connection may be idle for; 0: it carries no other answer. */
  idleMs: number
}

/** Longer than an answer can be, and well below where numbers lose their last digit. */
const LENGTH = /^\d{1,15}$/
/** A server closes a connection about when it says so; what is sent just then is lost. */
const MARGIN_MS = 2 * SECOND_MS
const CLOSE = /(?:^|,)\s*close\s*(?:,|$)/i
const KEEP_ALIVE = /(?:^|,)\s*keep-alive\s*(?:,|$)/i
const TIMEOUT = /(?:^|[,;])\s*timeout\s*=\s*"?(\d{1,9})/i

/** What a head says of the body that follows; null when it contradicts itself, or in a way that nobody was asked to speak. */
export function framingOf(fields: Fields, { status, minor }: { status: number; minor: number }): Framing | null {
  const told = fields['content-length']
  const coding = fields['transfer-encoding']
  if (told !== undefined && (coding !== undefined || !LENGTH.test(told))) return null
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return null
  const bodiless = status === 204 || status === 304
  const length = bodiless ? 0 : told === undefined ? Infinity : Number(told)
  const chunked = coding !== undefined && !bodiless
  // RFC 9112 §6.1, §6.3: what has no body should tell no size of it, nor HTTP/1.0 of chunks.
  const doubtful = bodiless ? (told ?? coding) !== undefined : chunked ? minor === 0 : length === Infinity
  return { chunked, length, idleMs: doubtful ? 0 : idleMsOf(fields, minor) }
}

function idleMsOf(fields: Fields, minor: number): number {
  const { connection } = fields
  if (minor === 0 ? !KEEP_ALIVE.test(connection ?? '') : connection !== undefined && CLOSE.test(connection)) return 0
  const hint = fields['keep-alive']
  const [, seconds] = (hint === undefined ? null : TIMEOUT.exec(hint)) ?? []
  return seconds === undefined
    ? MOST_IDLE_MS
    : Math.min(MOST_IDLE_MS, Math.max(0, Number(seconds) * SECOND_MS - MARGIN_MS))
}
