import type { HealthFigures, OfferStatus, Tick, TickState, Trouble } from '../contract/catalogue.ts'
import { percentile } from '../core/histogram.ts'
import { iso } from '../core/time.ts'
import { type Observed, together } from '../store/observation.ts'

/** What is usual for whoever is looked at: milliseconds to the first token, null where nothing was measured. */
export type Usual = number | null

/** From this share of failures on a stretch is not well; a single failure among few is not a trend. */
const MANY_FAILURES = 0.1
const TREND = 2
/** So many failures, or slow answers, are more than chance. */
export const SERIOUS = 3
/** The first token takes this many times as long as usual, and at least so much longer, when answers are slow. */
const SLOW_TIMES = 2
const SLOW_MS = 1000

/** What a stretch of time was like, and what was most wrong in it. */
export function judged(seen: Observed, usual: Usual): { state: TickState; trouble: Trouble | null } {
  const { answered, failed } = seen
  if (answered + failed === 0) return { state: 'none', trouble: null }
  const trouble = failureOf(seen)
  if (failed > answered) return { state: 'failed', trouble }
  if (failed >= TREND && failed / (answered + failed) >= MANY_FAILURES) return { state: 'slow', trouble }
  if (isSlow(seen, usual)) return { state: 'slow', trouble: 'slow' }
  return { state: 'ok', trouble: null }
}

/** What most of the failures were. */
export function failureOf({ failed, limited }: Observed): Trouble {
  return limited * 2 > failed ? 'limited' : 'errors'
}

function isSlow({ answered, firstTokens }: Observed, usual: Usual): boolean {
  const typical = percentile(firstTokens, 0.5)
  if (typical === null || usual === null || answered < TREND) return false
  return typical > usual * SLOW_TIMES && typical - usual > SLOW_MS
}

/** What the first token usually takes over some stretches. */
export function usualOf(steps: readonly Observed[]): Usual {
  return percentile(together(steps).firstTokens, 0.5)
}

/** Stretches as ticks, each judged by what is usual over all of them. */
export function ticksOf(steps: readonly Observed[], { from, stepMs }: { from: number; stepMs: number }): Tick[] {
  const usual = usualOf(steps)
  return steps.map((seen, step) => ({
    at: iso(from + step * stepMs),
    ...judged(seen, usual),
    availability: availabilityOf(seen),
    failed: seen.failed,
    limited: seen.limited,
  }))
}

/** The share of what was asked that was answered; null where nothing was. */
export function availabilityOf({ answered, failed }: Observed): number | null {
  return answered + failed === 0 ? null : answered / (answered + failed)
}

/** The figures of some stretches together. */
export function figuresOf(steps: readonly Observed[]): HealthFigures {
  const all = together(steps)
  return {
    availability: availabilityOf(all),
    first_token_p50: percentile(all.firstTokens, 0.5),
    first_token_p95: percentile(all.firstTokens, 0.95),
    tokens_per_second: all.writingMs === 0 ? null : Math.round((all.output * 10_000) / all.writingMs) / 10,
  }
}

/** Whether what was wrong in a stretch is more than chance. */
export function isSerious(seen: Observed, usual: Usual): boolean {
  const { trouble } = judged(seen, usual)
  return trouble === 'slow' ? seen.answered >= SERIOUS : trouble !== null && seen.failed >= SERIOUS
}

/** How many of the last stretches tell how somebody is doing now. */
const RECENT = 2

/** How somebody is doing at the end of some stretches: the latest one that saw anything counts. */
export function statusOf(steps: readonly Observed[]): Exclude<OfferStatus, 'broken'> {
  const last = steps.slice(-RECENT).findLast(({ answered, failed }) => answered + failed > 0)
  return last && isSerious(last, usualOf(steps)) ? 'degraded' : 'healthy'
}
