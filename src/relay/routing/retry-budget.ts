import { SECOND_MS } from '../../core/time.ts'

/** How many second tries the gateway has left: a share of the requests it serves, so that a bad hour is not made worse by it. */
export type RetryBudget = {
  /** Notes a request, which earns a part of a retry. */
  earn(): void
  /** Takes one retry; false when there is none left. */
  spend(): boolean
}

const AT_START = 10
const MOST = 100
/** What a quiet gateway always has again after a second: a share of few requests would be none. */
const RESERVE = 3

/** A budget with a little to begin with; `share` is how much of a retry a request earns, and 0 is none at all (docs/routing.md). */
export function createRetryBudget(monotonicMs: () => number, share: () => number): RetryBudget {
  let left = AT_START
  let filledMs = monotonicMs()
  return {
    earn() {
      left = Math.min(left + share(), MOST)
    },
    spend() {
      if (share() === 0) return false
      const now = monotonicMs()
      if (left < RESERVE && now - filledMs >= SECOND_MS) {
        left = RESERVE
        filledMs = now
      }
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
