import { SECOND_MS } from '../../core/time.ts'

/**
 * Requests under way on a credential, and how many its upstream seems to bear: any number until it says "too many", then half
 * of what ran, and one more for each round of successes and for each two seconds (additive increase, multiplicative decrease,
 * as TCP does).
 */
export type Slots = {
  readonly inFlight: number
  /** Null: any number. */
  readonly limit: number | null
  readonly full: boolean
  take(): Disposable
  succeeded(): void
  /** The upstream said "too many"; more are let in again from a time of the monotonic clock on. */
  refused(fromMs: number): void
  /** Any number again. */
  reset(): void
}

/** A limit that has grown this far is none. */
const NO_LIMIT_ABOVE = 512
/** How long one more takes without successes: where long streams have all slots, there are none. */
const ONE_MORE_MS = 2 * SECOND_MS

/** No request is held back; `running` of them are under way that did not take a slot here, and count until the first refusal. */
export function createSlots(monotonicMs: () => number, running = 0): Slots {
  let inFlight = 0
  let uncounted = running
  let borne: number | null = null
  let borneFromMs = 0
  let successes = 0
  const limit = () => {
    if (borne === null) return null
    const grown = borne + Math.floor(Math.max(0, monotonicMs() - borneFromMs) / ONE_MORE_MS)
    return grown <= NO_LIMIT_ABOVE ? grown : null
  }
  const leave = () => {
    inFlight -= 1
  }
  return {
    get inFlight() {
      return inFlight
    },
    get limit() {
      return limit()
    },
    get full() {
      return inFlight >= (limit() ?? Infinity)
    },
    take() {
      inFlight += 1
      return new Taken(leave)
    },
    succeeded() {
      if (borne === null) return
      successes += 1
      if (successes < (limit() ?? Infinity)) return
      successes = 0
      borne += 1
    },
    refused(fromMs) {
      const ran = Math.max(inFlight, uncounted)
      uncounted = 0
      borne = Math.max(1, Math.floor(Math.min(limit() ?? ran, ran) / 2))
      borneFromMs = fromMs
      successes = 0
    },
    reset() {
      borne = null
    },
  }
}

/** A class, as thousands of requests are under way and each closure of each would be kept. */
class Taken implements Disposable {
  #leave: (() => void) | null

  constructor(leave: () => void) {
    this.#leave = leave
  }

  [Symbol.dispose](): void {
    this.#leave?.()
    this.#leave = null
  }
}
