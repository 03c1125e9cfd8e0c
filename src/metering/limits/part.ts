import type { LimitMetric } from '../../core/limits.ts'
import { admits, type Budget, grantOf } from './budget.ts'
import { type Counter, paces } from './counter.ts'
import type { Amounts, Estimate } from './estimate.ts'

/** What a request holds of one budget. */
export type Part = {
  /** Null: the balance. */
  counter: Counter | null
  budget: Budget
  metric: LimitMetric
  amount: bigint
  /** By how much it grows when it falls short; 0: it does not. */
  step: bigint
  /** So much must be left of the budget even where nobody else holds any of it. */
  least: bigint
  mode: 'normal' | 'hard'
  prepaid: boolean
}

/** While anything is left, one request is let through alone. */
const ANY = 1n

/** What a request would hold of a limit. */
export function partOf(counter: Counter, budget: Budget, expected: Estimate): Part {
  const { limit } = counter
  const { metric } = limit
  const strict = limit.mode === 'hard' && limit.action === 'refuse'
  const amount = (strict ? expected.hard() : expected.normal)[metric]
  return {
    counter,
    budget,
    metric,
    amount,
    // What paces requests has nothing to do with how long an answer is, and what only warns needs no room.
    step: strict || paces(limit) || limit.action === 'warn' ? 0n : expected.step[metric],
    // How fast requests come has nothing to do with how much a batch takes.
    least: strict ? amount : expected.least && !paces(limit) ? expected.least[metric] : ANY,
    mode: strict ? 'hard' : 'normal',
    prepaid: false,
  }
}

/** What a request would hold of its user's money; it stops only those who pay in advance. */
export function balancePart(budget: Budget, { normal, step, least }: Estimate, prepaid: boolean): Part {
  const grows = prepaid ? step.cost : 0n
  return {
    counter: null,
    budget,
    metric: 'cost',
    amount: normal.cost,
    step: grows,
    least: least?.cost ?? ANY,
    mode: 'normal',
    prepaid,
  }
}

/** Whether its budget admits the part; one that turns nobody away always does. */
export function mayTake(part: Part): boolean {
  return !refuses(part) || admits(part.budget, part.amount, part.least)
}

/** Sets the amount of the part aside; `settle` gives it back. */
export function take({ budget, amount }: Part): void {
  budget.held += amount
}

/** Gives back what is held, and counts what was used instead. */
export function settle({ budget, amount, metric }: Part, used: Amounts): void {
  budget.held -= amount
  budget.counted += used[metric]
}

/**
 * Sees to it that what is held covers what is used: what is normal is extended at three quarters of its last step, what is hard
 * never, and what turns nobody away needs not be. False: it does not cover it.
 */
export function covers(part: Part, used: Amounts): boolean {
  if (!refuses(part) || isPaced(part) || (part.mode === 'normal' && part.step === 0n)) return true
  const now = used[part.metric]
  if (part.step > 0n && now + part.step / 4n > part.amount)
    extend(part, part.step + (now > part.amount ? now - part.amount : 0n))
  return now <= part.amount
}

/** Whether its limit paces requests, which has nothing to do with how long an answer is. */
export function isPaced({ counter }: Part): boolean {
  return counter !== null && paces(counter.limit)
}

function extend(part: Part, want: bigint): void {
  const granted = grantOf(part.budget, part.amount, want)
  part.amount += granted
  part.budget.held += granted
}

/** Whether the budget turns requests away once it is used up. */
function refuses({ counter, prepaid }: Part): boolean {
  return counter ? counter.limit.action === 'refuse' : prepaid
}
