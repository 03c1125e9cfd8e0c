import type { BreakerPolicy } from '../../core/policy.ts'
import type { BreakerState } from '../../core/routing.ts'
import { SECOND_MS } from '../../core/time.ts'
import { createErrorRate } from './error-rate.ts'
import { ALL, type Asker, inCommon, isOf, type Part } from './part.ts'
import { createRest, type Pass } from './rest.ts'

/**
 * Keeps requests away from what fails, and finds out by one of them whether it is well again. What its failures have in common
 * rests, be it one model or one caller: whoever else comes may go, and their failure widens what rests.
 */
export type Breaker = {
  readonly state: BreakerState
  /** When a probe may go, on the monotonic clock; null while closed. */
  readonly untilMs: number | null
  /** Whether nothing is known that a new breaker would not say as well. */
  readonly isAsNew: boolean
  mayGo(asker: Asker): boolean
  enter(): Pass
  succeeded(pass: Pass, asker: Asker): void
  /** `part`: whose failure it is; `begun`: it had begun to answer, and broke off. */
  failed(pass: Pass, part: Part, begun?: boolean): void
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
  const failing = new InARow()
  /** A good beginning says nothing of the end: what breaks off is counted apart, until an answer is whole. */
  const breaking = new InARow()
  let trial = 0
  let resting = ALL
  const forget = () => {
    rate.clear()
    failing.end()
    breaking.end()
    trial = 0
  }
  const begin = (part: Part) => {
    resting = part
    rest.begin(policy())
    forget()
    turned('open')
  }
  /** What a failure makes rest; null: there is no need yet. */
  const restsFor = (part: Part, { inARow, share } = policy()) =>
    trial > 0
      ? inCommon(null, part)
      : (failing.from(inARow) ?? breaking.from(inARow) ?? rate.tooMany(share, RATE.ofCalls))
  return {
    get state() {
      if (rest.untilMs === null) return 'closed'
      return rest.untilMs <= monotonicMs() ? 'half_open' : 'open'
    },
    get untilMs() {
      return rest.untilMs
    },
    get isAsNew() {
      return rest.untilMs === null && trial === 0 && breaking.isOver && rate.isClean
    },
    mayGo: (asker) => rest.mayGo() || !isOf(asker, resting),
    enter: () => rest.enter(),
    succeeded({ round }, asker) {
      // News of requests that were sent before it opened is old.
      if (round !== rest.round) return
      failing.end()
      if (rest.untilMs !== null) {
        rest.end()
        // Who is well beside what rests shows that it was never about them.
        if (isOf(asker, resting)) trial = TRIAL_CALLS
        else rest.settle()
        turned('closed')
        return
      }
      rate.succeeded()
      if (trial === 0) return
      trial -= 1
      if (trial === 0) rest.settle()
    },
    failed({ round, probe }, part, begun = false) {
      if (rest.untilMs !== null) resting = inCommon(resting, part)
      if (round !== rest.round) return
      if (rest.untilMs !== null) {
        // Only a probe's failure makes the rest longer: who went although it rests, for want of another, knew it might fail.
        if (probe) begin(resting)
        return
      }
      if (begun) breaking.add(part)
      else failing.add(part)
      rate.failed(part)
      const found = restsFor(part)
      if (found) begin(found)
    },
    ended({ round }) {
      if (round === rest.round) breaking.end()
    },
    reset() {
      if (rest.untilMs !== null) turned('closed')
      rest.end()
      rest.settle()
      forget()
    },
  }
}

/** Failures without a success between them. */
class InARow {
  #count = 0
  #part: Part | null = null

  add(part: Part): void {
    this.#count += 1
    this.#part = inCommon(this.#part, part)
  }

  /** What they have in common where there are so many; else null. */
  from(most: number): Part | null {
    return this.#count >= most ? this.#part : null
  }

  get isOver(): boolean {
    return this.#count === 0
  }

  end(): void {
    this.#count = 0
    this.#part = null
  }
}
