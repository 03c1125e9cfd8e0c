import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pieceOf } from '../core/bytes.ts'
import type { Reply } from './exchange.ts'

/** What is longer is not worth a copy. */
const LARGE_BYTES = 8 * 1024
const CRLF = '\r\n'

/**
 * A reply of node:http whose chunks go to the socket in one piece each, framed here (RFC 9112 §7.1). node sends a chunk in
 * four pieces and only at the end of the turn, which costs a live stream twice as much.
 */
export class ChunkedReply implements Reply {
  readonly #response: ServerResponse
  /** Where chunks go; null: node sends them. Known once there is one. */
  #socket: Socket | null | undefined

  constructor(response: ServerResponse) {
    this.#response = response
  }

  get headersSent(): boolean {
    return this.#response.headersSent
  }

  get socket(): Socket | null {
    return this.#response.socket
  }

  writeHead(status: number, headers: Record<string, string | number>): unknown {
    return this.#response.writeHead(status, headers)
  }

  write(bytes: Uint8Array): boolean {
    if (this.#socket === undefined) return this.#begin(bytes)
    return this.#socket ? writeChunk(this.#socket, bytes) : this.#response.write(bytes)
  }

  end(bytes?: Uint8Array | string): unknown {
    // The connection is the next request's from here on.
    this.#socket = null
    if (!(bytes instanceof Uint8Array) || bytes.length >= LARGE_BYTES) return this.#response.end(bytes)
    // node writes a text in one piece with the head, and bytes beside it, which costs a small request a twentieth more.
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    return this.#response.end(text, 'latin1')
  }

  destroy(): unknown {
    this.#socket = null
    return this.#response.destroy()
  }

  once(event: 'drain', listener: () => void): unknown {
    return (this.#socket ?? this.#response).once(event, listener)
  }

  off(event: 'drain', listener: () => void): unknown {
    return (this.#socket ?? this.#response).off(event, listener)
  }

  #begin(bytes: Uint8Array): boolean {
    const { chunkedEncoding, socket } = this.#response
    // A reply whose turn on the connection has not come has no socket yet, and node keeps it until then.
    this.#socket = chunkedEncoding ? socket : null
    if (!this.#socket) return this.#response.write(bytes)
    this.#socket.cork()
    this.#response.flushHeaders()
    const taken = writeChunk(this.#socket, bytes)
    this.#socket.uncork()
    return taken
  }
}

function writeChunk(socket: Socket, bytes: Uint8Array): boolean {
  // An empty chunk would end the answer.
  if (bytes.length === 0) return !socket.writableNeedDrain
  if (bytes.length < LARGE_BYTES) return socket.write(framed(bytes, socket.writableLength > 0))
  socket.cork()
  socket.write(bytes.length.toString(16) + CRLF, 'latin1')
  socket.write(bytes)
  const taken = socket.write(CRLF, 'latin1')
  socket.uncork()
  return taken
}

const CR = 0x0d
const LF = 0x0a
const DIGITS = Buffer.from('0123456789abcdef')

/** Byte by byte: writing texts of two and three letters costs a call out of JavaScript each, half of the framing. */
function framed(bytes: Uint8Array, waits: boolean): Buffer {
  const digits = (35 - Math.clz32(bytes.length)) >> 2
  const begin = digits + 2
  const end = begin + bytes.length
  const chunk = pieceOf(end + 2, waits)
  for (let at = digits - 1, rest = bytes.length; at >= 0; at -= 1, rest >>= 4) chunk[at] = DIGITS[rest & 15] ?? 0
  chunk[digits] = CR
  chunk[digits + 1] = LF
  chunk.set(bytes, begin)
  chunk[end] = CR
  chunk[end + 1] = LF
  return chunk
}
