import type { JobRun } from '../core/jobs.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'

/** From when on rows are checked one by one, epoch milliseconds: a day back, or the last check where that is longer ago, and an hour more. */
export function checkedSince(last: readonly JobRun[], now: number): number {
  const ranAt = last.find(({ name }) => name === 'verify')?.ranAt ?? now
  return Math.min(ranAt, now - DAY_MS) - HOUR_MS
}
