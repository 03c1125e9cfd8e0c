import type { Socket } from 'node:net'
import { UpstreamFailure } from '../failure.ts'
import type { FromDisk } from '../upstream.ts'
import type { CallControl, CallHandler } from './call-handler.ts'
import { type PieceReader, readWith } from './connector.ts'
import type { Fields, Names } from './response-head.ts'
import { ResponseParser, type ResponseSink } from './response-parser.ts'

/** A request that is ready to go out: its head, and what follows it. */
export type Sendable = { head: string; body: Uint8Array | FromDisk | null }

/** Who gives connections their calls. */
export type Keeper = {
  /** What the upstream's answers have had for fields. */
  readonly names: Names
  /** It is there; disposing says that it is not any more. */
  onOpen(connection: Http1Connection): Disposable
  /** The connection may carry another call, if one comes within so many milliseconds. */
  onIdle(connection: Http1Connection, idleMs: number): void
  /** It carries no other. */
  onGone(connection: Http1Connection): void
}

/** Up to here a body goes out as one text with its head, which the kernel is given at once. */
const SMALL_BYTES = 8 * 1024

/** One connection that speaks HTTP/1.1: it carries one call after another. */
export class Http1Connection implements CallControl, PieceReader, ResponseSink {
  readonly #socket: Socket
  readonly #keeper: Keeper
  readonly #parser: ResponseParser
  readonly #place: Disposable
  /** Its keeper's: when it has been idle for too long. */
  idleUntil = Infinity
  /** Its keeper's: in which turn of the loop it became idle. */
  idleSince = 0
  #call: CallHandler | null = null
  /** A file is being sent. */
  #reading = false
  /** Goes on with it, when the upstream has taken what it was given. */
  #goOn: (() => void) | null = null
  #heldBack = false
  #gone = false

  constructor(socket: Socket, keeper: Keeper) {
    this.#socket = socket
    this.#keeper = keeper
    this.#parser = new ResponseParser(this, keeper.names)
    socket.on('error', (error) => this.#lose(error))
    socket.on('drain', () => this.#goOn?.())
    socket.on('end', () => this.#endOfAnswer())
    socket.on('close', () => this.#lose())
    readWith(socket, this)
    this.#place = keeper.onOpen(this)
  }

  /** Sends a request whose answer the call hears. */
  send(request: Sendable, call: CallHandler): void {
    this.#call = call
    this.#parser.begin()
    call.onSending(this)
    this.#write(request)
  }

  /** Ends the connection, and the call it carries. */
  close(): void {
    this.#lose()
  }

  resume(): void {
    if (!this.#heldBack) return
    this.#heldBack = false
    this.#socket.resume()
  }

  abort(): void {
    this.#call = null
    this.#lose()
  }

  handOver(to: CallHandler): void {
    this.#call = to
    this.resume()
  }

  onPiece(bytes: Buffer, size: number): boolean {
    // What nobody asked for would be the answer to the next call.
    if (this.#call) this.#parser.push(bytes, size)
    else this.#lose()
    return !this.#heldBack
  }

  onHead(status: number, fields: Fields): void {
    this.#call?.onHead(status, fields)
  }

  onBody(bytes: Buffer, from: number, to: number): void {
    // Until it is resumed: TLS hands over all that it has opened, also behind what was enough.
    if (this.#call?.onBody(bytes, from, to) === false) this.#heldBack = true
  }

  onEnd(idleMs: number): void {
    const call = this.#call
    this.#call = null
    // Nobody else would: the next answer, or the connection's end, must be read.
    this.resume()
    const isSent = !this.#reading && this.#socket.writableLength === 0
    if (idleMs > 0 && isSent && this.#socket.writable) this.#keeper.onIdle(this, idleMs)
    else this.#lose()
    call?.onEnd()
  }

  onMalformed(): void {
    this.#lose(new Error('the upstream speaks no HTTP/1.1'))
  }

  #endOfAnswer(): void {
    if (this.#call) this.#parser.end()
    this.#lose()
  }

  #lose(cause?: Error): void {
    const call = this.#call
    this.#call = null
    if (!this.#gone) {
      this.#gone = true
      this.#place[Symbol.dispose]()
      this.#keeper.onGone(this)
      this.#socket.destroy()
      this.#goOn?.()
    }
    // The request may have been read, whatever the system calls the end of the connection.
    call?.onError(new UpstreamFailure('reset', { cause }))
  }

  #write({ head, body }: Sendable): void {
    const socket = this.#socket
    if (body === null || body.length === 0) socket.write(head, 'latin1')
    else if (!(body instanceof Uint8Array)) {
      socket.write(head, 'latin1')
      void this.#writeFile(body)
    } else if (body.length < SMALL_BYTES) socket.write(head + latin1Of(body), 'latin1')
    else {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(body)
      socket.uncork()
    }
  }

  /** Sends what is read meanwhile at the upstream's pace; never more or less than the head has said. */
  async #writeFile(body: FromDisk): Promise<void> {
    const socket = this.#socket
    let left = body.length
    this.#reading = true
    try {
      for await (const part of body.open()) {
        left -= part.length
        if (socket.destroyed || left < 0) break
        if (!socket.write(part)) await new Promise<void>((resolve) => (this.#goOn = resolve))
      }
      if (left !== 0 && !socket.destroyed) this.#lose(new Error('the body is not as long as was said'))
    } catch (error) {
      this.#lose(error instanceof Error ? error : undefined)
    }
    this.#reading = false
  }
}

function latin1Of({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}
