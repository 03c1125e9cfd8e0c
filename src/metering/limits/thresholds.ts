import type { Span } from '../../core/limit-window.ts'
import type { Limit } from '../../core/limits.ts'
import { usedOf } from './budget.ts'
import { paces } from './counter.ts'
import type { Part } from './part.ts'

/** A limit has come to this share of its maximum in a window: 0.5, 0.8, 1; of those by the minute 1 alone, and only where they refuse nobody. */
export type OnThreshold = (limit: Limit, ratio: number, span: Span) => void

const THRESHOLDS_PERCENT = [50n, 80n, 100n]

/**
 * What is told of a limit: of one that paces requests nothing, as it comes to its maximum every minute and its callers are told; of
 * one that refuses nobody that it was passed, or nobody would know.
 */
function thresholdsOf(limit: Limit): readonly bigint[] {
  if (!paces(limit)) return THRESHOLDS_PERCENT
  return limit.action === 'warn' ? [100n] : []
}

/** Tells each threshold once a window, when what was used crosses it before the window is over. */
export function warn(
  { counter, budget }: Part,
  amount: bigint,
  { at, onThreshold }: { at: () => { now: number }; onThreshold: OnThreshold },
): void {
  if (!counter || budget !== counter.budget) return
  const used = usedOf(budget)
  const percents = used * 100n
  for (const percent of thresholdsOf(counter.limit)) {
    const line = budget.max * percent
    // They rise, and mostly not even the first is reached.
    if (percents < line) return
    if ((used - amount) * 100n >= line) continue
    const { limit, span } = counter
    // The next window is opened by whoever asks for it, and an answer may end before.
    if (span.end === null || at().now < span.end) onThreshold(limit, Number(percent) / 100, span)
  }
}
