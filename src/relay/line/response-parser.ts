import { endOfLine, type Fields, framingOf, isText, readField } from './response-fields.ts'
import { MOST_HEAD_BYTES } from './route.ts'

/** Who hears what is in an answer; each piece that is pushed tells of at most one stretch of the body. */
export type ResponseSink = {
  onHead(status: number, fields: Fields): void
  /** Bytes of the body, which lie in memory that is written over afterwards. */
  onBody(bytes: Buffer, from: number, to: number): void
  /** The answer is whole; `idleMs` is 0 where its connection must not carry another one. */
  onEnd(idleMs: number): void
  /** What came is no answer by RFC 9112. */
  onMalformed(): void
}

/** What comes next: a line, bytes of the body, or nothing any more. */
type Part = 'status' | 'field' | 'size' | 'body' | 'after-chunk' | 'trailer' | 'ended' | 'malformed'

const LF = 10
const SEMICOLON = 59
/** A chunk's size with its extensions, which nobody reads. */
const MOST_SIZE_BYTES = 4 * 1024
/** Hexadecimal digits of a chunk's size: more than any answer has bytes. */
const MOST_DIGITS = 12
const START = Buffer.from('HTTP/1.')

/** Reads answers of HTTP/1.1 as they come in pieces, strictly: what could be read in two ways is refused. Pure; a class as each connection has one for as long as it lasts. */
export class ResponseParser {
  readonly #sink: ResponseSink
  #part: Part = 'ended'
  /** The beginning of a line whose end has not come yet. */
  #begun: Buffer | null = null
  /** Bytes the lines of this part may still take. */
  #room = 0
  /** Bytes of the body, or of its chunk, that have not come yet. */
  #owed = 0
  #status = 0
  #minor = 0
  #fields: Fields = {}
  #chunked = false
  #idleMs = 0

  constructor(sink: ResponseSink) {
    this.#sink = sink
  }

  /** The next byte is an answer's first. */
  begin(): void {
    this.#part = 'status'
    this.#begun = null
    this.#room = MOST_HEAD_BYTES
    this.#fields = {}
  }

  /** Takes the next bytes, which it may move about; what was found in them is told before this returns. */
  push(bytes: Buffer, size: number): void {
    let at = 0
    // What is of the body, moved together where chunks lie apart.
    let [from, to] = [0, 0]
    while (at < size && this.#part !== 'ended' && this.#part !== 'malformed') {
      if (this.#part !== 'body') {
        at = this.#readLine(bytes, at, size)
        continue
      }
      const end = Math.min(size, at + this.#owed)
      if (to === 0) [from, to] = [at, end]
      else {
        bytes.copyWithin(to, at, end)
        to += end - at
      }
      this.#owed -= end - at
      at = end
      if (this.#owed === 0) this.#endOfBytes()
    }
    if (to > from) this.#sink.onBody(bytes, from, to)
    this.#tellEnd(at < size)
  }

  /** The connection has ended in good order: some answers end with it, others are cut short. */
  end(): void {
    if (this.#part === 'ended') return
    this.#part = this.#part === 'body' && this.#owed === Infinity ? 'ended' : 'malformed'
    this.#tellEnd(false)
  }

  #tellEnd(more: boolean): void {
    if (this.#part === 'ended') this.#sink.onEnd(more ? 0 : this.#idleMs)
    else if (this.#part === 'malformed') this.#sink.onMalformed()
  }

  #endOfBytes(): void {
    this.#part = this.#chunked ? 'after-chunk' : 'ended'
    this.#room = 2
  }

  /** Takes a line if it ends here, or keeps what has come of it. */
  #readLine(bytes: Buffer, at: number, size: number): number {
    let end = at
    while (end < size && bytes[end] !== LF) end += 1
    const whole = end < size
    if (whole) end += 1
    this.#room -= end - at
    if (this.#room < 0) this.#part = 'malformed'
    else if (whole && this.#begun === null) this.#take(bytes, at, end)
    else this.#goOn(bytes.subarray(at, end), whole)
    return end
  }

  #goOn(piece: Buffer, whole: boolean): void {
    const line = Buffer.concat(this.#begun ? [this.#begun, piece] : [piece])
    this.#begun = whole ? null : line
    if (whole) this.#take(line, 0, line.length)
    // Who speaks something else need not end its first line.
    else if (this.#part === 'status' && !isStart(line, 0, line.length)) this.#part = 'malformed'
  }

  #take(bytes: Buffer, from: number, to: number): void {
    const end = endOfLine(bytes, from, to)
    if (end < 0 || !this.#understood(bytes, from, end)) this.#part = 'malformed'
  }

  #understood(bytes: Buffer, from: number, end: number): boolean {
    switch (this.#part) {
      case 'status':
        return this.#readStatus(bytes, from, end)
      case 'field':
        return from === end ? this.#endOfHead() : readField(this.#fields, bytes, from, end)
      case 'size':
        return this.#readSize(bytes, from, end)
      case 'after-chunk':
        this.#part = 'size'
        this.#room = MOST_SIZE_BYTES
        return from === end
      case 'trailer':
        if (from === end) this.#part = 'ended'
        return from === end || readField({}, bytes, from, end)
      case 'body':
      case 'ended':
      case 'malformed':
        return false
    }
    return this.#part satisfies never
  }

  /** `HTTP/1.1 200 OK`; the reason may be missing, and the space before it. */
  #readStatus(bytes: Buffer, from: number, end: number): boolean {
    const minor = digit(bytes, from + 7)
    const status = digit(bytes, from + 9) * 100 + digit(bytes, from + 10) * 10 + digit(bytes, from + 11)
    const spaced = bytes[from + 8] === 32 && (end === from + 12 || bytes[from + 12] === 32)
    if (end < from + 12 || !spaced || !(minor <= 1) || !isText(bytes, from + 12, end)) return false
    // What is after 1xx is spoken in another protocol, which nobody has asked for; NaN is none either.
    if (!(status >= 100) || status === 101 || !isStart(bytes, from, end)) return false
    this.#status = status
    this.#minor = minor
    this.#part = 'field'
    return true
  }

  #endOfHead(): boolean {
    const fields = this.#fields
    this.#fields = {}
    const said = { status: this.#status, minor: this.#minor }
    if (said.status < 200) {
      this.#part = 'status'
      return true
    }
    const framing = framingOf(fields, said)
    if (!framing) return false
    this.#chunked = framing.chunked
    this.#idleMs = framing.idleMs
    this.#owed = framing.chunked ? 0 : framing.length
    this.#part = framing.chunked ? 'size' : framing.length === 0 ? 'ended' : 'body'
    this.#room = MOST_SIZE_BYTES
    this.#sink.onHead(said.status, fields)
    return true
  }

  /** Hexadecimal digits alone, or extensions after them (RFC 9112 §7.1). */
  #readSize(bytes: Buffer, from: number, end: number): boolean {
    let at = from
    let size = 0
    for (let value = hex(bytes[at]); at < end && value >= 0; value = hex(bytes[at])) {
      size = size * 16 + value
      at += 1
    }
    if (at === from || at - from > MOST_DIGITS) return false
    if (at < end && (bytes[at] !== SEMICOLON || !isText(bytes, at, end))) return false
    this.#owed = size
    this.#part = size === 0 ? 'trailer' : 'body'
    if (size === 0) this.#room = MOST_HEAD_BYTES
    return true
  }
}

/** Whether bytes are as an answer begins, as far as they go. */
function isStart(bytes: Buffer, from: number, to: number): boolean {
  const length = Math.min(to - from, START.length)
  for (let at = 0; at < length; at += 1) if (bytes[from + at] !== START[at]) return false
  return true
}

function digit(bytes: Buffer, at: number): number {
  const value = (bytes[at] ?? 0) - 48
  return value >= 0 && value <= 9 ? value : NaN
}

function hex(code = 0): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
