import { type Stop, Stopper } from '../core/stop.ts'
import { SECOND_MS } from '../core/time.ts'
import type { Seen, Tap } from '../protocols/protocol.ts'
import { hasToldAll } from '../protocols/relayed-text.ts'
import type { Outgoing } from './deliver.ts'
import { abortClass, UpstreamFailure } from './failure.ts'

/** How the end of an exchange ends its call upstream. Disposing says that nothing is read from it any more. */
export type Leash = Disposable & {
  /** The call's own: it fires with the exchange's, or some time after it where the answer is read to its end without its caller. */
  readonly signal: Stop
  /** From now on there is an answer to read to its end, of which this says at any time how far it has come. */
  answering(seen: Seen): void
  /** The caller has left, and the call goes on, or did as long as it may. */
  readonly draining: boolean
}

/**
 * The answers that are read to their end although nobody takes them: those that `mayBeDrained` from anywhere, all others once only
 * their usage is to come, which costs nobody anything. Disposing ends them, and begins no more.
 */
export type Drains = Disposable & { leash(exchange: Stop, mayBeDrained: boolean): Leash }

/** Bounds of docs/money.md: a caller who leaves must not be dearer to the gateway than one who stays. */
const MOST_AT_ONCE = 64
const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 120 * SECOND_MS
/** So long for the usage of one that is not drained: a caller who leaves ends their call within a second (docs/faults.md, rule 7). */
const MOST_FOR_USAGE_MS = 750
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
  const hasRoom = () => running.size < room
  return {
    leash: (exchange, mayBeDrained) => new LongLeash(exchange, { mayBeDrained, running, hasRoom }),
    [Symbol.dispose]() {
      room = 0
      for (const call of running) call.abort(new Error('the gateway stops'))
    },
  }
}

type LeashOptions = { mayBeDrained: boolean; running: Set<LongLeash>; hasRoom: () => boolean }

/** A class, as thousands of streams are held and each closure of each would be kept; it is the signal of its call as well. */
class LongLeash extends Stopper implements Leash {
  readonly #exchange: Stop
  readonly #mayBeDrained: boolean
  readonly #running: Set<LongLeash>
  readonly #hasRoom: () => boolean
  #seen: Seen | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(exchange: Stop, { mayBeDrained, running, hasRoom }: LeashOptions) {
    super()
    this.#exchange = exchange
    this.#mayBeDrained = mayBeDrained
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

  answering(seen: Seen): void {
    this.#seen = seen
  }

  /** The exchange has ended. */
  handleEvent(): void {
    const end = () => this.abort(this.#exchange.reason)
    if (!this.#isWorthIt() || abortClass(this.#exchange) !== 'caller_gone' || !this.#hasRoom()) return end()
    this.#running.add(this)
    // Whoever waits for more just now goes on with the patience they had.
    this.#timer = setTimeout(end, this.#mayBeDrained ? MOST_MS : MOST_FOR_USAGE_MS)
  }

  #isWorthIt(): boolean {
    return this.#seen !== null && (this.#mayBeDrained || lacksUsageAlone(this.#seen))
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#exchange.removeEventListener('abort', this)
    this.#running.delete(this)
  }
}

/** Whether all was said but what it used: whoever leaves just then must not pay for less than was made, such as thoughts nobody sees. */
function lacksUsageAlone(seen: Seen): boolean {
  return seen.terminal && seen.failure === null && !seen.over && !hasToldAll(seen)
}

type Draining = Pick<Outgoing, 'answer' | 'tap' | 'idleMs' | 'mayGoOut'>

/**
 * Reads what is left of an answer whose caller has gone, so that its usage is known exactly: within the bounds, of which its leash
 * keeps the time, and no further than limits cover it. What was read by then is what counts, also when it breaks off.
 */
export async function drain({ answer, tap, idleMs, mayGoOut }: Draining): Promise<void> {
  let left = MOST_BYTES
  try {
    while (left > 0 && mayGoOut()) {
      const chunk = await answer.next(patienceMs(tap, idleMs), 'idle_timeout')
      if (chunk) tap.push(chunk)
      else tap.flush()
      if (!chunk || tap.seen.failure) return
      left -= chunk.length
    }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
  }
}
