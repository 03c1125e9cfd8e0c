import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Asked, Wire } from '../../src/demo/answer.ts'
import type { Script } from './scripts.ts'
import type { Served } from './server.ts'

type Play = { answer: Answer; asked: Asked; credential: string }

/** Thrown inside a delivery when its connection is gone, by the peer's will or the script's. */
class Gone extends Error {}

/** Writes one answer as its script says, keeps the truth in `served`, and stops as soon as the peer is gone. */
export class Delivery {
  readonly #response: ServerResponse
  readonly #served: Served
  readonly #keepBytes: number
  readonly #gone = new AbortController()
  readonly #kept: Buffer[] = []
  #keptBytes = 0

  constructor(response: ServerResponse, served: Served, keepBytes: number) {
    this.#response = response
    this.#served = served
    this.#keepBytes = keepBytes
    response.once('close', () => {
      served.sent = Buffer.concat(this.#kept)
      if (response.writableFinished || this.#gone.signal.aborted) return
      served.aborted = true
      served.abortedAtMs = performance.now()
      this.#gone.abort()
    })
  }

  async whole(status: number, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<void> {
    await this.#guarded(async () => {
      this.#start(status, { 'content-type': 'application/json', ...headers })
      await this.#write(body, {})
      this.#response.end()
    })
  }

  async play(script: Script, wire: Wire, play: Play): Promise<void> {
    await this.#guarded(async () => {
      await this.#pause(script.delays?.headersMs)
      if (script.cut === 'before-headers') return this.#break()
      const failed = script.status !== undefined && script.status >= 300
      if (failed || script.body !== undefined || !play.asked.stream) return this.#playWhole(script, wire, play)
      this.#start(script.status ?? 200, {
        'content-type': wire.contentTypes.stream,
        'cache-control': 'no-cache',
        ...script.headers,
      })
      this.#response.flushHeaders()
      await this.#playEvents(script, wire, play)
      this.#response.end()
    })
  }

  async #playWhole(script: Script, wire: Wire, play: Play): Promise<void> {
    const status = script.status ?? 200
    const message = script.echoCredential ? play.credential : (script.message ?? `The vendor says ${status}.`)
    const body = script.body ?? (status < 300 ? wire.whole(play.answer) : wire.errorBody(status, message))
    this.#start(status, { 'content-type': wire.contentTypes.whole, ...script.headers })
    await this.#pause(script.delays?.firstEventMs)
    if (script.pause) await this.#until(script.pause.until)
    await this.#write(body, script)
    this.#response.end()
  }

  async #playEvents(script: Script, wire: Wire, { answer, asked }: Play): Promise<void> {
    let at = 0
    for (const event of wire.events(answer, asked)) {
      await this.#pause(at === 0 ? script.delays?.firstEventMs : (script.delays?.eventMs ?? (script.endless ? 10 : 0)))
      if (script.pause?.atEvent === at) await this.#until(script.pause.until)
      if (typeof script.cut === 'object' && 'atEvent' in script.cut && script.cut.atEvent === at) return this.#break()
      if (script.endAtEvent === at) return
      if (script.errorAtEvent === at) {
        return this.#write(wire.errorEvent(script.status ?? 529, script.message ?? 'Overloaded'), script)
      }
      const shown = script.malformedAtEvent === at ? `${event.slice(0, event.length / 2)}\n\n` : event
      await this.#write((script.heartbeat ?? '') + shown, script)
      at += 1
    }
  }

  #start(status: number, headers: Record<string, string>): void {
    this.#served.status = status
    const requestId = `req_vendor_${Math.trunc(this.#served.arrivedAtMs)}`
    const name = this.#served.dialect === 'anthropic' ? 'request-id' : 'x-request-id'
    this.#response.writeHead(status, { [name]: requestId, ...headers })
  }

  /** Writes the body or an event, in small pieces or only so far when the script says so, at the reader's pace. */
  async #write(body: string | Uint8Array, script: Script): Promise<void> {
    const text = typeof body === 'string' && script.crlf ? body.replaceAll('\n', '\r\n') : body
    const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : Buffer.from(text)
    const left = cutBytes(script) - this.#served.sentBytes
    const part = bytes.subarray(0, Math.max(0, left))
    const step = script.splitBytes ?? Math.max(1, part.length)
    for (let from = 0; from < part.length; from += step) await this.#send(part.subarray(from, from + step))
    if (left <= bytes.length) return this.#break()
  }

  async #send(bytes: Buffer): Promise<void> {
    if (this.#gone.signal.aborted || this.#response.destroyed) throw new Gone()
    this.#served.sentBytes += bytes.length
    const room = bytes.subarray(0, Math.max(0, this.#keepBytes - this.#keptBytes))
    this.#keptBytes += room.length
    if (room.length > 0) this.#kept.push(room)
    if (!this.#response.write(bytes)) await once(this.#response, 'drain', { signal: this.#gone.signal })
  }

  /** Destroys the connection once what was written has left for the kernel. */
  async #break(): Promise<void> {
    const socket = this.#response.socket
    if (this.#response.headersSent) await new Promise((resolve) => this.#response.write('', resolve))
    this.#gone.abort()
    socket?.destroy()
    throw new Gone()
  }

  async #pause(ms: number | undefined): Promise<void> {
    if (ms) await wait(ms, undefined, { signal: this.#gone.signal })
  }

  async #until(promise: Promise<unknown>): Promise<void> {
    if (this.#gone.signal.aborted) throw new Gone()
    const aborted = Promise.withResolvers<never>()
    this.#gone.signal.addEventListener('abort', () => aborted.reject(new Gone()), { once: true })
    await Promise.race([promise, aborted.promise])
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // Once the connection is gone every step fails with it; anything before that is a fault of the test's script.
      if (!this.#gone.signal.aborted && !(error instanceof Gone)) throw error
    }
  }
}

function cutBytes(script: Script): number {
  return typeof script.cut === 'object' && 'afterBytes' in script.cut ? script.cut.afterBytes : Number.POSITIVE_INFINITY
}
