import type { IncomingHttpHeaders } from 'node:http'
import { ownCopy } from '../core/bytes.ts'
import type { Said } from '../core/said.ts'

/** The head of a request in the plainest form there is: a POST with a body of told length, on a connection that stays. */
export type PlainHead = {
  /** The path and query, as they were sent. */
  url: string
  /** By lower-case name, none of them twice. */
  headers: IncomingHttpHeaders
  said: Said
  /** Bytes of the body. */
  length: number
  /** Where in the bytes that were read the body begins. */
  end: number
}

const MOST_BYTES = 16 * 1024
const MOST_HEADERS = 64
/** Clients' heads are a fraction of it. To remember a longer one would take its bytes twice on each connection, with no key at all. */
const MOST_KNOWN_BYTES = 4 * 1024
/** No body is longer by far, and a number is still exact. */
const MOST_LENGTH = 1e13

const BEGIN = Buffer.from('POST /')
const HEAD_END = Buffer.from('\r\n\r\n')
const TARGET_AT = 'POST '.length

/** How a line of a request ends that is in order, from where its target ends. */
const VERSION = ' HTTP/1.1\r\n'

/** What a connection's last head said before and after the number of its length, and what it meant. */
type Known = { before: Buffer; after: Buffer; url: string; headers: IncomingHttpHeaders; said: Said }

/**
 * Reads heads of one connection that lie whole in what was read of it; null for every other, and for whatever two readers could
 * understand in two ways (RFC 9112 §11.2): node's parser reads those. What is read here means the same to it, byte for byte.
 */
export class PlainHeads {
  /** A client says the same with each request but for the length, which saves most of the reading. */
  #known: Known | null = null
  /** One that never does is not listened to for long: to remember its heads costs something too. */
  #tries = 4

  read(bytes: Buffer): PlainHead | null {
    const known = this.#known && again(this.#known, bytes)
    if (!known) return this.#new(bytes)
    this.#tries = 4
    return known
  }

  #new(bytes: Buffer): PlainHead | null {
    if (!holds(bytes, BEGIN, 0)) return null
    const end = bytes.indexOf(HEAD_END) + HEAD_END.length
    if (end < HEAD_END.length || end > MOST_BYTES) return null
    // Without what follows, as the headers are pieces of this text and keep it.
    const text = bytes.toString('latin1', 0, end - 2)
    const targetEnd = text.indexOf(' ', TARGET_AT)
    if (!text.startsWith(VERSION, targetEnd)) return null
    const url = text.slice(TARGET_AT, targetEnd)
    if (!TARGET.test(url)) return null
    const lines = linesOf(text, targetEnd + VERSION.length)
    const { headers, lengthAt } = lines ?? {}
    const told = headers?.['content-length']
    if (!headers?.host || lengthAt === undefined || told === undefined || !LENGTH.test(told)) return null
    const said: Said = {}
    if (this.#tries > 0 && end <= MOST_KNOWN_BYTES) {
      this.#tries -= 1
      const numberAt = text.indexOf(told, lengthAt)
      const before = ownCopy(bytes.subarray(0, numberAt))
      this.#known = { before, after: ownCopy(bytes.subarray(numberAt + told.length, end)), url, headers, said }
    }
    return { url, headers, said, length: Number(told), end }
  }
}

/** The same head again, with another length or not. */
function again({ before, after, url, headers, said }: Known, bytes: Buffer): PlainHead | null {
  if (!holds(bytes, before, 0)) return null
  let length = 0
  let at = before.length
  for (let digit = digitAt(bytes, at); digit >= 0 && length < MOST_LENGTH; digit = digitAt(bytes, at)) {
    length = length * 10 + digit
    at += 1
  }
  // One that is written with zeros before it is not what the number is written as.
  if (at === before.length || bytes[before.length] === ZERO || !holds(bytes, after, at)) return null
  return { url, headers: { ...headers, 'content-length': String(length) }, said, length, end: at + after.length }
}

function holds(bytes: Buffer, part: Buffer, at: number): boolean {
  const end = at + part.length
  return end <= bytes.length && part.compare(bytes, at, end) === 0
}

const ZERO = 0x30

/** The digit there; less than nought for none. */
function digitAt(bytes: Buffer, at: number): number {
  const digit = (bytes[at] ?? 0) - ZERO
  return digit > 9 ? -1 : digit
}

/** Anything that is printed, but what would begin a fragment. */
const TARGET = /^\/[!"$-~]*$/
const LENGTH = /^\d{1,15}$/

type Lines = { headers: IncomingHttpHeaders; lengthAt: number | undefined }

/** The headers from here on, each of which ends its line, and where the length is told; null when one is not plain. */
function linesOf(text: string, begin: number): Lines | null {
  const headers: IncomingHttpHeaders = {}
  let lengthAt: number | undefined
  let count = 0
  for (let at = begin; at < text.length; count += 1) {
    const colon = text.indexOf(':', at)
    if (colon < 0 || count === MOST_HEADERS) return null
    const kind = kindOf(text.slice(at, colon))
    // One that every object has is no plain name either.
    if (kind === null || headers[kind.name] !== undefined) return null
    const end = valueEnd(text, colon + 1)
    if (end < 0) return null
    const value = trimmed(text, colon + 1, end)
    if (kind.isPlain && !kind.isPlain(value)) return null
    if (kind.name === 'content-length') lengthAt = colon
    headers[kind.name] = value
    at = end + 2
  }
  return { headers, lengthAt }
}

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const DELETE = 0x7f

/** Where a value's line ends; -1 when it holds what is not printed. */
function valueEnd(text: string, begin: number): number {
  let at = begin
  for (let code = text.charCodeAt(at); (code >= SPACE && code < DELETE) || code === TAB;) {
    at += 1
    code = text.charCodeAt(at)
  }
  return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at : -1
}

function trimmed(text: string, begin: number, end: number): string {
  let first = begin
  let last = end
  while (first < last && isBlank(text.charCodeAt(first))) first += 1
  while (last > first && isBlank(text.charCodeAt(last - 1))) last -= 1
  return text.slice(first, last)
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}

/** What a name means: as headers are looked up, and what its value must be for a head to be plain; anything where it is not told. */
type Kind = { name: string; isPlain: ((value: string) => boolean) | null }

const never = () => false

/** Headers that change how long a request is, what happens to its connection, or how its body is to be read. */
const BOUND: Readonly<Record<string, (value: string) => boolean>> = {
  connection: (value) => value.toLowerCase() === 'keep-alive',
  'content-encoding': (value) => value === 'identity',
  'content-type': (value) => !value.toLowerCase().startsWith('multipart'),
  expect: never,
  // llhttp takes it for `connection`.
  'proxy-connection': never,
  // The only one that node makes a list of.
  'set-cookie': never,
  te: never,
  trailer: never,
  'transfer-encoding': never,
  upgrade: never,
  // A piece of a file is read as it comes.
  'x-goog-upload-command': never,
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const MOST_NAMES = 256
const MOST_LETTERS = 64
const kinds = new Map<string, Kind>()

/** Few names come over and over, and in one spelling each; null for what is no name. */
function kindOf(spelling: string): Kind | null {
  const known = kinds.get(spelling)
  if (known) return known
  if (!TOKEN.test(spelling)) return null
  const name = spelling.toLowerCase()
  const isPlain = (Object.hasOwn(BOUND, name) ? BOUND[name] : null) ?? null
  const kind = { name, isPlain }
  if (kinds.size >= MOST_NAMES) kinds.clear()
  if (spelling.length <= MOST_LETTERS) kinds.set(spelling, kind)
  return kind
}
