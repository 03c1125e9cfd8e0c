import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LARGE_BYTES, writeChunk } from '../core/chunks.ts'
import type { Reply } from './exchange.ts'

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

  setHeader(name: string, value: string): unknown {
    return this.#response.setHeader(name, value)
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
