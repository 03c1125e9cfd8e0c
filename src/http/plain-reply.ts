import type { Socket } from 'node:net'
import { LARGE_BYTES, writeChunk } from '../core/chunks.ts'
import { dateHeader, headerLine, statusLine } from './reply-head.ts'

const NOTHING = Buffer.alloc(0)

/** How the end of an answer is told: by its length, by a last chunk, or by its status, as it has no body. */
type Framing = 'length' | 'chunks' | 'none'

/** What waits for an answer: the connection, which then takes the next request. */
type Line = {
  readonly socket: Socket
  /** What the head of an answer says of the connection that stays. */
  readonly staying: string
  /** All of the answer has been given to the socket. */
  ended(): void
}

/** The answer to a plain request: a short one goes to the socket in one piece with its head, a live one in a piece for each chunk. */
export class PlainReply {
  headersSent = false
  /** Whether the connection ends with this answer. */
  last = false
  /** Null when the answer is over: the connection is the next request's. */
  #line: Line | null
  /** What was set before the head was made. */
  #set = ''
  /** A head that has not been sent yet. */
  #head = ''
  #framing: Framing = 'chunks'
  #ended = false

  constructor(line: Line) {
    this.#line = line
  }

  get socket(): Socket | null {
    return this.#line?.socket ?? null
  }

  /** The answer is over. */
  detach(): void {
    this.#line = null
  }

  setHeader(name: string, value: string): void {
    if (name === 'connection') this.last ||= value === 'close'
    this.#set += headerLine(name, value)
  }

  writeHead(status: number, headers: Readonly<Record<string, string | number>>): void {
    if (this.headersSent) throw new Error('an answer has one head')
    let framing: Framing = 'chunks'
    let lines = ''
    for (const name in headers) {
      const value = headers[name]
      if (value === undefined) continue
      if (name === 'content-length') framing = 'length'
      lines += headerLine(name, value)
    }
    if (status === 204 || status === 304 || status < 200) framing = 'none'
    const staying = this.last ? '' : (this.#line?.staying ?? '')
    const chunked = framing === 'chunks' ? 'Transfer-Encoding: chunked\r\n' : ''
    this.#head = `${statusLine(status)}${this.#set}${lines}${dateHeader()}${staying}${chunked}\r\n`
    this.#framing = framing
    this.headersSent = true
  }

  /** False: wait for `drain` before the next write. */
  write(bytes: Uint8Array): boolean {
    const { socket } = this
    if (this.#ended || !socket) return true
    if (!this.headersSent) this.writeHead(200, {})
    if (this.#head === '') return this.#piece(socket, bytes)
    if (bytes.length < LARGE_BYTES) return socket.write(this.#takeHead() + this.#textOf(bytes), 'latin1')
    socket.cork()
    socket.write(this.#takeHead(), 'latin1')
    const taken = this.#piece(socket, bytes)
    socket.uncork()
    return taken
  }

  end(bytes: Uint8Array | string = NOTHING): void {
    const line = this.#line
    if (this.#ended || !line) return
    if (!this.headersSent) this.writeHead(200, {})
    const { socket } = line
    const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    const end = this.#framing === 'chunks' ? '0\r\n\r\n' : ''
    if (body.length < LARGE_BYTES) {
      const text = this.#takeHead() + this.#textOf(body) + end
      if (text !== '') socket.write(text, 'latin1')
    } else {
      socket.cork()
      this.write(body)
      if (end !== '') socket.write(end, 'latin1')
      socket.uncork()
    }
    this.#ended = true
    line.ended()
  }

  destroy(): void {
    this.#ended = true
    this.socket?.destroy()
  }

  once(event: 'drain', listener: () => void): void {
    this.socket?.once(event, listener)
  }

  off(event: 'drain', listener: () => void): void {
    this.socket?.off(event, listener)
  }

  #takeHead(): string {
    const head = this.#head
    this.#head = ''
    return head
  }

  #piece(socket: Socket, bytes: Uint8Array): boolean {
    if (this.#framing === 'chunks') return writeChunk(socket, bytes)
    if (this.#framing === 'none' || bytes.length === 0) return !socket.writableNeedDrain
    return socket.write(bytes)
  }

  /** A piece with its frame as one text: to write that costs less than a text and bytes beside it. */
  #textOf(bytes: Uint8Array): string {
    if (this.#framing === 'none' || bytes.length === 0) return ''
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    return this.#framing === 'length' ? text : `${bytes.length.toString(16)}\r\n${text}\r\n`
  }
}
