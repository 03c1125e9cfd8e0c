import type { BreakerPolicy } from '../../core/policy.ts'
import type { BreakerState } from '../../core/routing.ts'
import { SECOND_MS } from '../../core/time.ts'
import { createErrorRate } from './error-rate.ts'
import { createRest, type Pass } from './rest.ts'

/** Keeps requests away from an endpoint that fails, and finds out by one of them whether it is well again. */
export type Breaker = {
  readonly state: BreakerState
  /** When a probe may go, on the monotonic clock; null while closed. */
  readonly untilMs: number | null
  mayGo(): boolean
  enter(): Pass
  succeeded(pass: Pass): void
  /** `begun`: it had begun to answer, and broke off. */
  failed(pass: Pass, begun?: boolean): void
  /** An answer came to its end. */
  ended(pass: Pass): void
  reset(): void
}

/** A share of failures tells something once so many calls were made in this time. */
const RATE = { ofCalls: 20, windowMs: 30 * SECOND_MS }
/** After a probe went well so many calls must follow it; one that fails among them opens again, for twice as long. */
const TRIAL_CALLS = 10

/** A breaker that is closed; `turned` hears when it opens, opens anew, or closes. */
export function createBreaker(
  monotonicMs: () => number,
  policy: () => BreakerPolicy,
  turned: (state: 'open' | 'closed') => void = () => undefined,
): Breaker {
  const rest = createRest(monotonicMs)
  const rate = createErrorRate(RATE.windowMs, monotonicMs)
  let inARow = 0
  /** A good beginning says nothing of the end: what breaks off is counted apart, until an answer is whole. */
  let brokenInARow = 0
  let trial = 0
  const forget = () => {
    rate.clear()
    inARow = 0
    brokenInARow = 0
    trial = 0
  }
  const begin = () => {
    rest.begin(policy())
    forget()
    turned('open')
  }
  return {
    get state() {
      if (rest.untilMs === null) return 'closed'
      return rest.untilMs <= monotonicMs() ? 'half_open' : 'open'
    },
    get untilMs() {
      return rest.untilMs
    },
    mayGo: () => rest.mayGo(),
    enter: () => rest.enter(),
    succeeded({ round }) {
      // News of requests that were sent before it opened is old.
      if (round !== rest.round) return
      inARow = 0
      if (rest.untilMs !== null) {
        rest.end()
        trial = TRIAL_CALLS
        turned('closed')
        return
      }
      rate.add(false)
      if (trial === 0) return
      trial -= 1
      if (trial === 0) rest.settle()
    },
    failed({ round, probe }, begun = false) {
      if (round !== rest.round) return
      if (rest.untilMs !== null) {
        // Only a probe's failure makes the rest longer: who went although it rests, for want of another, knew it might fail.
        if (probe) begin()
        return
      }
      if (begun) brokenInARow += 1
      else inARow += 1
      rate.add(true)
      if (
        trial > 0 ||
        Math.max(inARow, brokenInARow) >= policy().inARow ||
        rate.isAtLeast(policy().share, RATE.ofCalls)
      )
        begin()
    },
    ended({ round }) {
      if (round === rest.round) brokenInARow = 0
    },
    reset() {
      if (rest.untilMs !== null) turned('closed')
      rest.end()
      rest.settle()
      forget()
    },
  }
}
