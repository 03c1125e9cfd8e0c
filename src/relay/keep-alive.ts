import { SECOND_MS } from '../core/time.ts'
import type { Exchange, Reply } from './exchange.ts'
import { idHeaders, STREAM_HEADERS } from './headers.ts'
import type { Turn } from '../protocols/protocol.ts'
import { type Manner, mannerOf } from './manner.ts'

/** How long the head of a stream waits for somebody to answer (docs/faults.md, rule 2). */
const HEAD_MS = 10 * SECOND_MS
const SILENCE_MS = 15 * SECOND_MS

/** What every client of every dialect passes over, between the elements of a JSON array too; a comment breaks some (wire.md §0.8). */
const BEAT = Buffer.from('\n\n')

/**
 * An exchange whose stream is never silent for long, so that nobody on the way takes it for dead. When its head has to go
 * first, status 200 is spent; who answers is still open.
 */
export function keepAlive(exchange: Exchange, turn: Turn): KeptAlive {
  return new KeptAlive(exchange, turn.stream ? new AliveReply(exchange, mannerOf(turn)) : null)
}

/** A class, as an object with a symbol for a key costs each request a call into V8's runtime. */
export class KeptAlive implements Disposable {
  readonly exchange: Exchange
  readonly #reply: AliveReply | null

  constructor(exchange: Exchange, reply: AliveReply | null) {
    this.exchange = reply ? { ...exchange, reply } : exchange
    this.#reply = reply
  }

  /** Sends the head of a stream of which nothing has gone out; what is no stream has none. */
  begin(): void {
    this.#reply?.begin()
  }

  [Symbol.dispose](): void {
    this.#reply?.[Symbol.dispose]()
  }
}

/** A class, as thousands of streams are held and each closure of each would be kept. */
class AliveReply implements Reply, Disposable {
  readonly #exchange: Exchange
  readonly #manner: Manner
  #timer: NodeJS.Timeout
  /** When something went out last. */
  #lastMs = performance.now()
  /** Whether what has gone out so far is whole, and all of it has been taken. */
  #whole = true
  #taken = true

  constructor(exchange: Exchange, manner: Manner) {
    this.#exchange = exchange
    this.#manner = manner
    this.#timer = setTimeout(beat, HEAD_MS, this)
  }

  get headersSent() {
    return this.#exchange.reply.headersSent
  }

  get socket() {
    return this.#exchange.reply.socket
  }

  beat(): void {
    const { reply, signal } = this.#exchange
    if (signal.aborted) return
    // Looked at when a beat is due, so that no event has to put the timer off.
    const quietMs = performance.now() - this.#lastMs
    if (reply.headersSent && quietMs < SILENCE_MS) return this.#waitFor(SILENCE_MS - quietMs)
    this.begin()
    if (this.#whole && this.#taken) this.#write(BEAT)
    this.#waitFor(SILENCE_MS)
  }

  begin(): void {
    const { reply } = this.#exchange
    if (!reply.headersSent) reply.writeHead(200, headOf(this.#exchange, this.#manner))
  }

  writeHead(status: number, headers: Record<string, string | number>): unknown {
    this.#lastMs = performance.now()
    this.#waitFor(SILENCE_MS)
    return this.headersSent ? undefined : this.#exchange.reply.writeHead(status, headers)
  }

  write(bytes: Uint8Array): boolean {
    this.#lastMs = performance.now()
    return this.#write(bytes)
  }

  end(bytes?: Uint8Array | string): unknown {
    return this.#exchange.reply.end(bytes)
  }

  destroy(): unknown {
    return this.#exchange.reply.destroy()
  }

  once(event: 'drain', listener: () => void): unknown {
    return this.#exchange.reply.once(event, listener)
  }

  off(event: 'drain', listener: () => void): unknown {
    return this.#exchange.reply.off(event, listener)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }

  #waitFor(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(beat, ms, this)
  }

  #write(bytes: Uint8Array): boolean {
    const { reply } = this.#exchange
    const last = bytes[bytes.length - 1]
    this.#whole = this.#manner.streamType !== undefined || last === LF || last === CR
    this.#taken = reply.write(bytes)
    if (!this.#taken)
      reply.once('drain', () => {
        this.#taken = true
      })
    return this.#taken
  }
}

function beat(reply: AliveReply): void {
  reply.beat()
}

/** An event ends with a line; a document that comes instead of events may be cut anywhere, but never inside a text at one. */
const LF = 0x0a
const CR = 0x0d

function headOf({ id, extraHeaders }: Exchange, { streamType = 'text/event-stream' }: Manner): Record<string, string> {
  return { 'content-type': streamType, ...idHeaders(id), ...extraHeaders, ...STREAM_HEADERS }
}
