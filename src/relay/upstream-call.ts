import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { keeping, waiting } from '../core/bytes.ts'
import { DEFAULT_TIMEOUTS } from '../core/routing.ts'
import { SECOND_MS } from '../core/time.ts'
import { abortClass, type FailureClass, failureOf, type Stop, UpstreamFailure } from './failure.ts'

/** An upstream's answer whose body is pulled chunk by chunk; what is not pulled stays in the upstream's socket. */
export type UpstreamAnswer = {
  status: number
  headers: IncomingHttpHeaders
  /** The next bytes, null at the end; throws an UpstreamFailure when the answer breaks or takes longer than `withinMs`. */
  next: (withinMs: number, late: FailureClass) => Promise<Buffer | null>
  /** Ends the call now; a no-op when it has ended. */
  cancel: (reason: FailureClass) => void
}

const CHECK_MS = SECOND_MS

/** How long a connection may take to open, and all of a call; absent: as long as is usual, and as long as it takes. */
export type CallLimits = { connectMs?: number | undefined; totalMs?: number | undefined }

/** How long a connection may take to open where nobody says otherwise. */
const CONNECT_MS = DEFAULT_TIMEOUTS.connectMs

/** What a reader may lag behind before the upstream is held back. */
const QUEUE_BYTES = 32 * 1024

type Controller = Dispatcher.DispatchController

/** One call to an upstream, from sending to its last byte: turns undici's events into an answer that is pulled. */
export class UpstreamCall implements Dispatcher.DispatchHandler {
  /** Resolves with the head of the answer, or rejects with an UpstreamFailure. */
  readonly head: Promise<UpstreamAnswer>
  private readonly opened = Promise.withResolvers<UpstreamAnswer>()
  private queued: Buffer[] = []
  private queuedBytes = 0
  private readonly signal: Stop
  private readonly onGone = () => this.cancel(abortClass(this.signal))
  private controller: Controller | null = null
  private puller: PromiseWithResolvers<Buffer | null> | null = null
  private failure: UpstreamFailure | null = null
  private ended = false
  /** When the head must be there. */
  private readonly until: number
  /** When what is awaited is late, and what it is then; Infinity while nothing is awaited. */
  private lateAt = Infinity
  private late: FailureClass = 'connect_timeout'
  /** When all of it must be there. */
  private readonly endsAt: number
  private timer!: NodeJS.Timeout
  private timerMs = 0

  constructor(withinMs: number, signal: Stop, { connectMs = CONNECT_MS, totalMs = Infinity }: CallLimits = {}) {
    this.head = this.opened.promise
    this.signal = signal
    const now = performance.now()
    this.until = now + withinMs
    this.endsAt = now + totalMs
    const firstMs = Math.min(withinMs, connectMs)
    // Until there is a connection nothing can have been sent.
    this.lateAt = now + firstMs
    this.look(Math.min(firstMs, totalMs, CHECK_MS))
    if (signal.aborted) this.onGone()
    else signal.addEventListener('abort', this.onGone, { once: true })
  }

  onRequestStart(controller: Controller) {
    this.controller = controller
    this.await(this.until, 'first_token_timeout')
    if (this.failure) controller.abort(this.failure)
  }

  onResponseStart(controller: Controller, status: number, told: Record<string, string | string[] | undefined>) {
    // A buffer for each name and each value, for as long as the answer lasts.
    controller.rawHeaders = null
    if (status < 200) return
    const headers = eachOnce(told)
    this.lateAt = Infinity
    const next: UpstreamAnswer['next'] = (withinMs, late) => this.pull(withinMs, late)
    this.opened.resolve({ status, headers, next, cancel: (reason) => this.cancel(reason) })
  }

  onResponseData(controller: Controller, chunk: Buffer) {
    this.lateAt = Infinity
    if (this.puller) return this.answerPull(chunk)
    this.queued.push(waiting(chunk))
    this.queuedBytes += chunk.length
    if (this.queuedBytes < QUEUE_BYTES) return
    this.queued = [keeping(this.takeQueued())]
    this.queuedBytes = QUEUE_BYTES
    controller.pause()
  }

  onResponseEnd() {
    this.ended = true
    this.close()
    this.answerPull(null)
  }

  onResponseError(_controller: Controller, error: Error) {
    this.fail(failureOf(error))
  }

  private pull(withinMs: number, late: FailureClass): Promise<Buffer | null> {
    if (this.queued.length > 0) return Promise.resolve(this.takeQueued())
    if (this.failure) return Promise.reject(this.failure)
    if (this.ended) return Promise.resolve(null)
    this.await(performance.now() + withinMs, late)
    const puller = Promise.withResolvers<Buffer | null>()
    this.puller = puller
    // Resuming may deliver at once, before this returns.
    this.controller?.resume()
    return puller.promise
  }

  private takeQueued(): Buffer {
    const [first] = this.queued
    const bytes = first && this.queued.length === 1 ? first : Buffer.concat(this.queued)
    this.queued = []
    this.queuedBytes = 0
    return bytes
  }

  private answerPull(chunk: Buffer | null) {
    const puller = this.puller
    this.puller = null
    puller?.resolve(chunk)
  }

  private cancel(reason: FailureClass) {
    const failure = new UpstreamFailure(reason)
    this.fail(failure)
    this.controller?.abort(failure)
  }

  private fail(failure: UpstreamFailure) {
    if (this.ended || this.failure) return
    this.failure = failure
    this.close()
    this.opened.reject(failure)
    this.puller?.reject(failure)
    this.puller = null
  }

  private await(until: number, late: FailureClass) {
    this.lateAt = until
    this.late = late
  }

  /** Looks about once a second whether what is awaited is late: far cheaper than a timer for each chunk. */
  check() {
    const now = performance.now()
    if (now >= this.lateAt) return this.cancel(this.late)
    if (now >= this.endsAt) return this.cancel('total_timeout')
    const nextMs = Math.min(this.lateAt - now, this.endsAt - now, CHECK_MS)
    // The same timer goes on where it will do: new ones of thousands of streams would outlive the collector's first looks.
    if (nextMs === this.timerMs) this.timer.refresh()
    else this.look(nextMs)
  }

  private look(afterMs: number) {
    this.timerMs = afterMs
    this.timer = setTimeout(check, afterMs, this)
  }

  private close() {
    clearTimeout(this.timer)
    this.signal.removeEventListener('abort', this.onGone)
  }
}

/** Of a header that comes twice the first value, as node has it; codings are a list (RFC 9110 §8.4). */
function eachOnce(told: Record<string, string | string[] | undefined>): IncomingHttpHeaders {
  for (const name of Object.keys(told)) {
    const value = told[name]
    if (Array.isArray(value)) told[name] = name === 'content-encoding' ? value.join(', ') : value[0]
  }
  return told as IncomingHttpHeaders
}

function check(call: UpstreamCall): void {
  call.check()
}
