/**
 * Requests under way on a credential, and how many its upstream seems to bear: any number until it says "too many", then half
 * of what ran, and one more for each round of successes (additive increase, multiplicative decrease, as TCP does).
 */
export type Slots = {
  readonly inFlight: number
  /** Null: any number. */
  readonly limit: number | null
  readonly full: boolean
  take(): Disposable
  succeeded(): void
  refused(): void
  /** Any number again. */
  reset(): void
}

/** A limit that has grown this far is none. */
const NO_LIMIT_ABOVE = 512

/** No request runs and none is held back. */
export function createSlots(): Slots {
  let inFlight = 0
  let limit: number | null = null
  let successes = 0
  const leave = () => {
    inFlight -= 1
  }
  return {
    get inFlight() {
      return inFlight
    },
    get limit() {
      return limit
    },
    get full() {
      return limit !== null && inFlight >= limit
    },
    take() {
      inFlight += 1
      return new Taken(leave)
    },
    succeeded() {
      if (limit === null) return
      successes += 1
      if (successes < limit) return
      successes = 0
      limit = limit < NO_LIMIT_ABOVE ? limit + 1 : null
    },
    refused() {
      limit = Math.max(1, Math.floor(Math.min(limit ?? inFlight, inFlight) / 2))
      successes = 0
    },
    reset() {
      limit = null
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
