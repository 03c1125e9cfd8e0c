import { framingOf, isBare } from './framing.ts'
import { type Fields, headOf, type Names, readFields, START } from './response-head.ts'
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

/** What comes next: lines, a chunk's size and what surrounds it, bytes of the body, or nothing any more. */
type Part =
  | 'head'
  | 'size'
  | 'extension'
  | 'end-of-size'
  | 'body'
  | 'after-chunk'
  | 'end-of-chunk'
  | 'trailer'
  | 'ended'
  | 'malformed'

const CR = 13
const LF = 10
const SEMICOLON = 59
/** Extensions of one chunk's size, which nobody reads. */
const MOST_EXTENSION_BYTES = 4 * 1024
/** Hexadecimal digits of a chunk's size: more than any answer has bytes. */
const MOST_DIGITS = 12

/** RFC 9110 §5.5: what lines are made of; a line's end or a NUL inside a value is how answers are smuggled. */
const IN_LINES = Uint8Array.from({ length: 256 }, (_, code) => Number(code === 9 || (code >= 32 && code !== 127)))

/** Where in the lines of a head the last byte was. */
const IN_LINE = 0
const AFTER_CR = 1
const LINE_BEGINS = 2
const EMPTY_LINE_AFTER_CR = LINE_BEGINS | AFTER_CR
const LINES_ENDED = 4
const BROKEN = 5

/** Reads answers of HTTP/1.1 as they come in pieces, strictly: what could be read in two ways is refused. Pure; a class as each connection has one for as long as it lasts. */
export class ResponseParser {
  readonly #sink: ResponseSink
  readonly #names: Names
  #part: Part = 'ended'
  /** What has come of a head, or of the trailers. */
  #text = ''
  #mark = IN_LINE
  /** Bytes, or digits, that may still come of this part. */
  #room = 0
  /** Bytes of the body, or of its chunk, that have not come yet. */
  #owed = 0
  #chunked = false
  /** What came before the answer said what only answers say: no other answer comes on its connection. */
  #doubted = false
  #idleMs = 0

  /** `names` are those of the answers before, which the parsers of one upstream share. */
  constructor(sink: ResponseSink, names: Names = []) {
    this.#sink = sink
    this.#names = names
  }

  /** The next byte is an answer's first. */
  begin(): void {
    this.#part = 'head'
    this.#text = ''
    this.#mark = IN_LINE
    this.#room = MOST_HEAD_BYTES
  }

  /** Takes the next bytes, which it may move about; what was found in them is told before this returns. */
  push(bytes: Buffer, size: number): void {
    let at = 0
    // What is of the body, moved together where chunks lie apart.
    let from = 0
    let to = 0
    while (at < size && this.#part !== 'ended' && this.#part !== 'malformed') {
      if (this.#part !== 'body') {
        at = this.#readAround(bytes, at, size)
        continue
      }
      const end = Math.min(size, at + this.#owed)
      if (to === 0) {
        from = at
        to = end
      } else {
        bytes.copyWithin(to, at, end)
        to += end - at
      }
      this.#owed -= end - at
      at = end
      if (this.#owed === 0) this.#part = this.#chunked ? 'after-chunk' : 'ended'
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

  /** Reads what is not of the body, up to where another part begins or the bytes end; tells up to where. */
  #readAround(bytes: Buffer, at: number, size: number): number {
    switch (this.#part) {
      case 'head':
      case 'trailer':
        return this.#readLines(bytes, at, size)
      case 'size':
        return this.#readSize(bytes, at, size)
      case 'extension':
        return this.#readExtension(bytes, at, size)
      case 'end-of-size':
        this.#part = bytes[at] === LF ? this.#afterSize() : 'malformed'
        return at + 1
      case 'after-chunk':
        this.#part = bytes[at] === CR ? 'end-of-chunk' : 'malformed'
        return at + 1
      case 'end-of-chunk':
        this.#part = bytes[at] === LF ? this.#beforeSize() : 'malformed'
        return at + 1
      case 'body':
      case 'ended':
      case 'malformed':
        return at
    }
    return this.#part satisfies never
  }

  /** Takes the lines of a head or a trailer, up to the empty one. */
  #readLines(bytes: Buffer, from: number, size: number): number {
    const most = Math.min(size, from + this.#room)
    let mark = this.#mark
    let at = from
    while (at < most && mark !== LINES_ENDED && mark !== BROKEN) {
      const begun = at
      if ((mark & AFTER_CR) === 0) while (at < most && IN_LINES[bytes[at] ?? 0] === 1) at += 1
      if (at > begun) mark = IN_LINE
      if (at === most) break
      mark = afterEnd(mark, bytes[at] ?? 0)
      at += 1
    }
    this.#mark = mark
    this.#room -= at - from
    // Who speaks another protocol need not end a line. Asked once, as to look at a text that grows makes a copy of it.
    const begins = this.#part === 'head' && this.#text.length < START.length
    this.#text += bytes.toString('latin1', from, at)
    const isOther = begins && !START.startsWith(this.#text.slice(0, START.length))
    if (mark === LINES_ENDED) this.#part = this.#afterLines()
    else if (mark === BROKEN || this.#room === 0 || isOther) this.#part = 'malformed'
    return at
  }

  #afterLines(): Part {
    const text = this.#text
    this.#text = ''
    if (this.#part === 'trailer') return readFields(text, 0, []) ? 'ended' : 'malformed'
    const head = headOf(text, this.#names)
    // After 101 another protocol is spoken, which nobody has asked for.
    if (!head || head.status === 101) return 'malformed'
    if (head.status < 200) {
      this.#doubted ||= !isBare(head)
      this.#mark = IN_LINE
      return 'head'
    }
    const framing = framingOf(head)
    if (!framing) return 'malformed'
    this.#chunked = framing.chunked
    this.#idleMs = this.#doubted ? 0 : framing.idleMs
    this.#sink.onHead(head.status, head.fields)
    if (framing.chunked) return this.#beforeSize()
    this.#owed = framing.length
    return framing.length === 0 ? 'ended' : 'body'
  }

  #beforeSize(): Part {
    this.#owed = 0
    this.#room = MOST_DIGITS
    return 'size'
  }

  #afterSize(): Part {
    if (this.#owed > 0) return 'body'
    this.#mark = LINE_BEGINS
    this.#room = MOST_HEAD_BYTES
    return 'trailer'
  }

  /** Hexadecimal digits alone, or extensions after them (RFC 9112 §7.1). */
  #readSize(bytes: Buffer, from: number, size: number): number {
    for (let at = from; at < size; at += 1) {
      const code = bytes[at] ?? 0
      const value = hexOf(code)
      if (value >= 0 && this.#room > 0) {
        this.#owed = this.#owed * 16 + value
        this.#room -= 1
        continue
      }
      const mayEnd = value < 0 && this.#room < MOST_DIGITS
      this.#part = mayEnd && code === CR ? 'end-of-size' : mayEnd && code === SEMICOLON ? 'extension' : 'malformed'
      this.#room = MOST_EXTENSION_BYTES
      return at + 1
    }
    return size
  }

  #readExtension(bytes: Buffer, from: number, size: number): number {
    for (let at = from; at < size; at += 1) {
      const code = bytes[at] ?? 0
      this.#room -= 1
      if (code !== CR && IN_LINES[code] === 1 && this.#room >= 0) continue
      this.#part = code === CR ? 'end-of-size' : 'malformed'
      return at + 1
    }
    return size
  }
}

/** Where in its lines a head is after a byte that is of no line; each ends with CR LF. */
function afterEnd(mark: number, code: number): number {
  if ((mark & AFTER_CR) === 0) return code === CR ? mark | AFTER_CR : BROKEN
  return code !== LF ? BROKEN : mark === EMPTY_LINE_AFTER_CR ? LINES_ENDED : LINE_BEGINS
}

function hexOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
