import { restOf } from './budget.ts'
import { budgetAt, type Counter } from './counter.ts'

/** How many pieces may still be used before `resetsAt`. */
export type PaceState = { limit: number; remaining: number; resetsAt: number; resetMs: number }

/** The tightest limits by the minute; null where there is none. */
export type Pace = { requests: PaceState | null; tokens: PaceState | null }

/** The limit by the minute with the least left, of those that refuse, for requests and for tokens; what is held is not left. */
export function paceOf(counters: readonly Counter[], at: { now: number; zone: string }): Pace {
  const tightest: Pace = { requests: null, tokens: null }
  for (const counter of counters) {
    const { metric, window, action } = counter.limit
    if (window !== 'minute' || action !== 'refuse' || (metric !== 'requests' && metric !== 'tokens')) continue
    const state = stateAt(counter, at)
    const known = tightest[metric]
    if (known === null || state.remaining < known.remaining) tightest[metric] = state
  }
  return tightest
}

function stateAt(counter: Counter, at: { now: number; zone: string }): PaceState {
  const budget = budgetAt(counter, at)
  const rest = restOf(budget)
  const resetsAt = counter.span.end ?? at.now
  return {
    limit: Number(budget.max),
    remaining: rest > 0n ? Number(rest) : 0,
    resetsAt,
    resetMs: Math.max(0, resetsAt - at.now),
  }
}
