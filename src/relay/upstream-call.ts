import { keeping, pieceOf } from '../core/bytes.ts'
import { DEFAULT_TIMEOUTS } from '../core/routing.ts'
import type { Stop } from '../core/stop.ts'
import { decoded } from './decoded.ts'
import { abortClass, type FailureClass, failureOf, UpstreamFailure } from './failure.ts'
import type { CallControl, CallHandler } from './line/call-handler.ts'
import type { LateWatch, Timed } from './line/late-watch.ts'
import type { Fields } from './line/response-head.ts'
import { RunOut } from './run-out.ts'
import { isAllSaid, type Said, type Take, type UpstreamAnswer } from './upstream-answer.ts'

/** How long a connection may take to open, and all of a call; absent: as long as is usual, and as long as it takes. */
export type CallLimits = { connectMs?: number | undefined; totalMs?: number | undefined }

/** How long the head may take, and who looks whether it does. */
type Timing = CallLimits & { withinMs: number; watch: LateWatch }

/** How long a connection may take to open where nobody says otherwise. */
const CONNECT_MS = DEFAULT_TIMEOUTS.connectMs

/** What a reader may lag behind before the upstream is held back. */
const QUEUE_BYTES = 32 * 1024

const NOTHING = Promise.resolve(null)

/** Somebody who takes what comes in the turn in which it comes. */
type Taking = { take: Take; withinMs: () => number; late: FailureClass; done: PromiseWithResolvers<void> }

/** One call to an upstream, from sending to its last byte: turns what is heard of it into an answer that is pulled, which is the call itself. */
export class UpstreamCall implements CallHandler, UpstreamAnswer, Timed {
  /** Resolves with the head of the answer, or rejects with an UpstreamFailure. */
  readonly head: Promise<UpstreamAnswer>
  status = 0
  headers: Fields = {}
  private readonly opened = Promise.withResolvers<UpstreamAnswer>()
  private queued: Buffer[] = []
  private queuedBytes = 0
  private readonly signal: Stop
  private readonly watch: LateWatch
  private readonly place: Disposable
  private said: Said | null = null
  private control: CallControl | null = null
  private puller: PromiseWithResolvers<Buffer | null> | null = null
  private taking: Taking | null = null
  private failure: UpstreamFailure | null = null
  private ended = false
  /** When the head must be there. */
  private readonly until: number
  /** When what is awaited is late, and what it is then; Infinity while nothing is awaited. */
  private lateAt: number
  // Until there is a connection nothing can have been sent.
  private late: FailureClass = 'connect_timeout'
  /** When all of it must be there. */
  private readonly endsAt: number

  constructor({ withinMs, connectMs = CONNECT_MS, totalMs = Infinity, watch }: Timing, signal: Stop) {
    this.head = this.opened.promise
    this.signal = signal
    const now = performance.now()
    this.until = now + withinMs
    this.endsAt = now + totalMs
    this.lateAt = now + Math.min(withinMs, connectMs)
    this.watch = watch
    this.place = watch.add(this, Math.min(this.lateAt, this.endsAt))
    if (signal.aborted) this.handleEvent()
    else signal.addEventListener('abort', this, { once: true })
  }

  get isOver(): boolean {
    return this.ended || this.failure !== null
  }

  get isAtEnd(): boolean {
    return this.ended && this.queued.length === 0
  }

  /** The exchange is over. */
  handleEvent(): void {
    this.cancel(abortClass(this.signal))
  }

  onWaiting(control: CallControl): void {
    this.control = control
  }

  onSending(control: CallControl): void {
    this.control = control
    this.await(this.until, 'first_token_timeout')
  }

  onHead(status: number, fields: Fields): void {
    this.lateAt = Infinity
    this.status = status
    this.headers = fields
    this.opened.resolve(decoded(this))
  }

  onBody(bytes: Buffer, from: number, to: number): boolean {
    this.lateAt = Infinity
    const { puller, taking } = this
    const piece = pieceOf(to - from, !puller && !taking)
    bytes.copy(piece, 0, from, to)
    if (taking) {
      this.give(taking, piece)
      return true
    }
    if (puller) {
      this.puller = null
      puller.resolve(piece)
      return true
    }
    this.queued.push(piece)
    this.queuedBytes += piece.length
    if (this.queuedBytes < QUEUE_BYTES) return true
    this.queued = [keeping(this.takeQueued())]
    this.queuedBytes = QUEUE_BYTES
    return false
  }

  onEnd(): void {
    this.ended = true
    this.close()
    this.puller?.resolve(null)
    this.puller = null
    if (this.taking) this.give(this.taking, null)
  }

  onError(error: Error): void {
    this.fail(failureOf(error))
  }

  next(withinMs: number, late: FailureClass): Promise<Buffer | null> {
    if (this.queued.length > 0) return Promise.resolve(this.takeQueued())
    if (this.failure) return Promise.reject(this.failure)
    if (this.ended) return NOTHING
    this.await(performance.now() + withinMs, late)
    const puller = Promise.withResolvers<Buffer | null>()
    this.puller = puller
    // Resuming may deliver at once, before this returns.
    this.control?.resume()
    return puller.promise
  }

  each(take: Take, withinMs: () => number, late: FailureClass): Promise<void> {
    const taking: Taking = { take, withinMs, late, done: Promise.withResolvers<void>() }
    this.taking = taking
    if (this.queued.length > 0) this.give(taking, this.takeQueued())
    if (this.taking !== taking) return taking.done.promise
    if (this.failure) this.stop(taking).reject(this.failure)
    else if (this.ended) this.give(taking, null)
    else {
      this.await(performance.now() + withinMs(), late)
      this.control?.resume()
    }
    return taking.done.promise
  }

  /** Hands over a piece, or the end; what goes wrong with that is whose who takes. */
  private give(taking: Taking, piece: Buffer | null): void {
    try {
      const more = taking.take(piece)
      // Whoever takes may have ended the call.
      if (this.taking !== taking) return
      if (more && piece) this.await(performance.now() + taking.withinMs(), taking.late)
      else this.stop(taking).resolve()
    } catch (error) {
      this.taking = null
      taking.done.reject(error)
    }
  }

  private stop({ done }: Taking): PromiseWithResolvers<void> {
    this.taking = null
    return done
  }

  runsOutOnce(said: Said): void {
    this.said = said
  }

  cancel(reason: FailureClass): void {
    if (this.isOver) return
    this.fail(new UpstreamFailure(reason))
    const { control } = this
    if (reason === 'caller_gone' && control?.handOver && isAllSaid(this.said)) {
      control.handOver(new RunOut(control, this.watch))
    } else control?.abort()
  }

  /** Whether what is awaited is late. */
  check(now: number): number {
    if (now >= this.lateAt) this.cancel(this.late)
    else if (now >= this.endsAt) this.cancel('total_timeout')
    return Math.min(this.lateAt, this.endsAt)
  }

  private takeQueued(): Buffer {
    const { queued } = this
    this.queuedBytes = 0
    const first = queued.length === 1 ? queued.pop() : undefined
    if (first) return first
    this.queued = []
    return Buffer.concat(queued)
  }

  private fail(failure: UpstreamFailure): void {
    if (this.isOver) return
    this.failure = failure
    this.close()
    this.opened.reject(failure)
    this.puller?.reject(failure)
    this.puller = null
    this.taking?.done.reject(failure)
    this.taking = null
  }

  private await(until: number, late: FailureClass): void {
    this.lateAt = until
    this.late = late
  }

  private close(): void {
    this.place[Symbol.dispose]()
    this.signal.removeEventListener('abort', this)
  }
}
