import type { IncomingHttpHeaders } from 'node:http'
import { gather, joined, keeping } from '../core/bytes.ts'
import { bodyTooLarge } from '../core/body-size.ts'
import { GatewayError } from '../core/errors.ts'
import type { Said } from '../core/said.ts'
import { type Stop, Stopper } from '../core/stop.ts'
import type { PlainHead } from './plain-head.ts'
import type { PlainReply } from './plain-reply.ts'

/** Takes room for so many bytes more; false: there is none. */
type Take = (bytes: number) => boolean

/** Somebody who reads a body that is still coming. */
type Reading = { take: Take; resolve: (body: Buffer) => void; reject: (error: GatewayError) => void }

/** What is told of the connection a request came on. */
type From = { ip: string; reply: PlainReply; line: { resume(): void } }

/** A body that nobody reads yet waits outside from here on. */
const AHEAD_BYTES = 64 * 1024

/** A plain request as it arrives: its body is taken from the connection, and given to whoever asks for it. */
export class PlainRequest {
  readonly method = 'POST'
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly said: Said
  readonly ip: string
  readonly reply: PlainReply
  readonly #line: From['line']
  readonly #length: number
  readonly #gone = new Stopper()
  #chunks: Buffer[] = []
  #arrived = 0
  #reading: Reading | null = null
  #isDropped = false

  constructor({ url, headers, said, length }: PlainHead, { ip, reply, line }: From) {
    this.url = url
    this.headers = headers
    this.said = said
    this.ip = ip
    this.reply = reply
    this.#length = length
    this.#line = line
  }

  /** Aborts when the caller is gone before the answer is finished, or the exchange is cut off. */
  get signal(): Stop {
    return this.#gone
  }

  cut(why: Error): void {
    this.#gone.abort(why)
  }

  /** Whether all of the body has come. */
  get isWhole(): boolean {
    return this.#arrived === this.#length
  }

  /** Whether no more of the body should come before somebody asks for it. */
  get isAhead(): boolean {
    return this.#reading === null && !this.#isDropped && this.#arrived >= AHEAD_BYTES && !this.isWhole
  }

  /** Takes what belongs to the body, and gives back what does not. */
  arrive(bytes: Buffer): Buffer | null {
    const missing = this.#length - this.#arrived
    const own = bytes.length > missing ? bytes.subarray(0, missing) : bytes
    this.#arrived += own.length
    if (own.length > 0 && !this.#isDropped) this.#keep(own)
    return bytes.length > missing ? bytes.subarray(missing) : null
  }

  /** The whole body, with room for what has come of it; throws or rejects with `body_too_large`, `uploads_full` or `body_incomplete`. */
  read(mostBytes: number, take: Take): Buffer | Promise<Buffer> {
    if (this.#length > mostBytes) throw this.#refused(bodyTooLarge(mostBytes))
    // Of a caller who is gone nothing is kept, not even where all of it had come.
    if (this.#isDropped || (!this.isWhole && this.#gone.aborted))
      throw this.#refused(new GatewayError('body_incomplete'))
    if (this.#arrived > 0 && !take(this.#arrived)) throw this.#refused(new GatewayError('uploads_full'))
    if (this.isWhole) return this.#whole()
    return new Promise((resolve, reject) => {
      this.#reading = { take, resolve, reject }
      this.#line.resume()
    })
  }

  /** Lets a caller who is still sending finish, so that they can hear the answer; what they send is nobody's. */
  leave(): void {
    this.#isDropped = true
    this.#chunks.length = 0
    if (!this.isWhole) this.#line.resume()
  }

  /** The connection has closed before the answer was finished. */
  lost(): void {
    this.#gone.abort(new Error('the caller is gone'))
    this.#fail(new GatewayError('body_incomplete'))
  }

  #keep(bytes: Buffer): void {
    if (this.#reading && !this.#reading.take(bytes.length)) return this.#fail(new GatewayError('uploads_full'))
    gather(this.#chunks, bytes)
    if (!this.#reading || !this.isWhole) return
    this.#reading.resolve(this.#whole())
    this.#reading = null
  }

  /** What has come, which is not kept here. */
  #whole(): Buffer {
    const [first] = this.#chunks
    // What was read with it, its head above all, is seldom worth a copy.
    const body = first && this.#chunks.length === 1 ? keeping(first) : joined(this.#chunks)
    this.#chunks.length = 0
    return body
  }

  #fail(error: GatewayError): void {
    this.#refused(error)
    this.#reading?.reject(error)
    this.#reading = null
  }

  #refused(error: GatewayError): GatewayError {
    this.#isDropped = true
    this.#chunks.length = 0
    return error
  }
}
