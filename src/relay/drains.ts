import { type Stop, Stopper } from '../core/stop.ts'
import { SECOND_MS } from '../core/time.ts'
import type { Tap } from '../protocols/protocol.ts'
import type { Outgoing } from './deliver.ts'
import { abortClass, UpstreamFailure } from './failure.ts'

/** How the end of an exchange ends its call upstream. Disposing says that nothing is read from it any more. */
export type Leash = Disposable & {
  /** The call's own: it fires with the exchange's, unless the answer is read to its end without its caller. */
  readonly signal: Stop
  /** From now on there is something to read to its end. */
  answering(): void
  /** The caller has left, and the call goes on. */
  readonly draining: boolean
}

/** The answers that are read to their end although nobody takes them. Disposing ends them, and begins no more. */
export type Drains = Disposable & { leash(exchange: Stop): Leash }

/** Bounds of docs/money.md: a caller who leaves must not be dearer to the gateway than one who stays. */
const MOST_AT_ONCE = 64
const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 120 * SECOND_MS
/** How long is waited for the usage, and for the connection to end, when all else has been said. */
const AFTER_END_MS = 10 * SECOND_MS
/** The same where only the connection is to end: soon enough for a caller who waits, and nearly all end it at once. */
const AFTER_LAST_MS = SECOND_MS / 2

/** How long is waited for more of an answer, of which so much has come; `idleMs` as long as it is under way. */
export function patienceMs({ seen }: Pick<Tap, 'seen'>, idleMs: number): number {
  if (!seen.terminal) return idleMs
  return Math.min(idleMs, seen.over ? AFTER_LAST_MS : AFTER_END_MS)
}

/** Lets at most 64 answers be read to their end at once; those beyond end with their caller. */
export function createDrains(): Drains {
  const running = new Set<LongLeash>()
  let room = MOST_AT_ONCE
  return {
    leash: (exchange) => new LongLeash(exchange, running, () => running.size < room),
    [Symbol.dispose]() {
      room = 0
      for (const call of running) call.abort(new Error('the gateway stops'))
    },
  }
}

/** A class, as thousands of streams are held and each closure of each would be kept; it is the signal of its call as well. */
class LongLeash extends Stopper implements Leash {
  readonly #exchange: Stop
  readonly #running: Set<LongLeash>
  readonly #hasRoom: () => boolean
  #content = false

  constructor(exchange: Stop, running: Set<LongLeash>, hasRoom: () => boolean) {
    super()
    this.#exchange = exchange
    this.#running = running
    this.#hasRoom = hasRoom
    if (exchange.aborted) this.handleEvent()
    else exchange.addEventListener('abort', this, { once: true })
  }

  get signal() {
    return this
  }

  get draining() {
    return this.#running.has(this)
  }

  answering(): void {
    this.#content = true
  }

  /** The exchange has ended. */
  handleEvent(): void {
    if (this.#content && abortClass(this.#exchange) === 'caller_gone' && this.#hasRoom()) this.#running.add(this)
    else this.abort(this.#exchange.reason)
  }

  [Symbol.dispose](): void {
    this.#exchange.removeEventListener('abort', this)
    this.#running.delete(this)
  }
}

/** A call that ends with its exchange, whatever has come of it. */
export function shortLeash(exchange: Stop): Leash {
  return { signal: exchange, answering: () => undefined, draining: false, [Symbol.dispose]: () => undefined }
}

type Draining = Pick<Outgoing, 'answer' | 'tap' | 'idleMs' | 'mayGoOut'> & {
  exchange: Pick<Outgoing['exchange'], 'elapsedMs'>
}

/**
 * Reads what is left of an answer whose caller has gone, so that its usage is known exactly: within the bounds, and no further
 * than limits cover it. What was read by then is what counts, also when it breaks off.
 */
export async function drain({ exchange, answer, tap, idleMs, mayGoOut }: Draining): Promise<void> {
  const untilMs = exchange.elapsedMs() + MOST_MS
  let left = MOST_BYTES
  try {
    while (left > 0 && mayGoOut()) {
      const mostMs = Math.min(patienceMs(tap, idleMs), untilMs - exchange.elapsedMs())
      const chunk = await answer.next(Math.max(0, mostMs), 'idle_timeout')
      if (chunk) tap.push(chunk)
      else tap.flush()
      if (!chunk || tap.seen.failure) return
      left -= chunk.length
    }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
  }
}
