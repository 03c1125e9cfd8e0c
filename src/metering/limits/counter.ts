import { type Span, windowAt } from '../../core/limit-window.ts'
import type { Limit, LimitUse } from '../../core/limits.ts'
import { type Budget, openBudget } from './budget.ts'

/** A window and what is used and held of it. */
type Window = { span: Span; budget: Budget }

/**
 * A limit and the budget of its present window, which is one of this zone; what is `parked` lies on whichever window is the present
 * one. `left` is the one before it.
 */
export type Counter = Window & { limit: Limit; zone: string; parked: bigint; left: Window | null }

/** A counter of the window that holds `at.now`; the use of another window, or none, counts as nothing. */
export function openCounter(limit: Limit, use: LimitUse | undefined, at: { now: number; zone: string }): Counter {
  const span = spanOf(limit, at)
  const counter = { limit, zone: at.zone, span, budget: openBudget(limit.max), parked: 0n, left: null }
  seed(counter, use)
  return counter
}

/** Takes what the database has counted in the present window in place of what it had counted before. */
export function seed({ limit, span, budget }: Counter, use: LimitUse | undefined): void {
  if (limit.metric === 'concurrency') return
  budget.seeded = use?.windowStart === span.start ? use.used : 0n
}

/**
 * The budget of the window that holds `now`. A request counts in the window it was admitted in: whoever still holds the budget
 * of a window that is over goes on with that one.
 */
export function budgetAt(counter: Counter, at: { now: number; zone: string }): Budget {
  if (!isIn(counter.span, at.now)) turn(counter, at)
  return counter.budget
}

function turn(counter: Counter, at: { now: number; zone: string }): void {
  const { limit, span, budget, parked, left } = counter
  // A clock that was wrong for a while comes back to what was used by then.
  const back = left && isIn(left.span, at.now) ? left : null
  // A clock that is set back must not open a day twice; one that was further ahead than that was wrong, and its window is of no time.
  const isNear = at.now < span.start && span.end !== null && span.start - at.now <= span.end - span.start
  if (!back && isNear) return
  budget.held -= parked
  counter.left = { span, budget }
  counter.span = back?.span ?? spanOf(limit, at)
  counter.budget = back?.budget ?? openBudget(limit.max)
  counter.budget.max = limit.max
  counter.budget.held += parked
}

function isIn({ start, end }: Span, now: number): boolean {
  return now >= start && (end === null || now < end)
}

/** Sets something aside that outlives windows; less than nothing gives it back. */
export function parkOn(counter: Counter, amount: bigint): void {
  counter.parked += amount
  counter.budget.held += amount
}

/** What runs at once has no window. */
function spanOf({ metric, window }: Limit, { now, zone }: { now: number; zone: string }): Span {
  return windowAt(metric === 'concurrency' ? 'total' : window, now, zone)
}

/** Whether two versions of a limit count the same thing, so that what was counted still holds. */
export function countsTheSame(a: Limit, b: Limit): boolean {
  return a.subject === b.subject && a.subjectId === b.subjectId && a.metric === b.metric && a.window === b.window
}

/** Whether its windows are those of this zone as well: not of another one where they begin by the day. */
export function isCutIn({ limit: { metric, window }, zone }: Counter, other: string): boolean {
  return zone === other || metric === 'concurrency' || window === 'minute' || window === 'total'
}

/** Limits that pace requests rather than stop them for long: by the minute, and at once. */
export function paces({ metric, window }: Limit): boolean {
  return window === 'minute' || metric === 'concurrency'
}
