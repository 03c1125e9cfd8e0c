import type { JobRun } from '../core/jobs.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'

/**
 * From when on rows are checked one by one, epoch milliseconds: a day back, or the last check where that is longer ago, and an hour
 * more; from the first where that check failed or found something broken, for then what came before it is not known to be right.
 */
export function checkedSince(last: readonly JobRun[], now: number): number {
  const check = last.find(({ name }) => name === 'verify')
  if (check && check.said['broken'] !== null) return 0
  return Math.min(check?.ranAt ?? now, now - DAY_MS) - HOUR_MS
}
