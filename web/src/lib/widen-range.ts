import { periodOf, type Period, type Present, type TimeRange } from './time-range.ts'

/** Twice as much around the middle, not beyond the present. */
export function widenRange(range: TimeRange, present: Present): Period {
  const { from, to } = periodOf(range, present)
  const half = Math.ceil((to - from) / 2)
  const end = Math.min(to + half, Math.max(present.now, to))
  return { from: end - 4 * half, to: end }
}
