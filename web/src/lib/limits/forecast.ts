import type { LimitView } from '../../../../src/contract/limits.ts'
import { parseUsd } from '../../../../src/core/money.ts'
import { DAY_MS } from '../../../../src/core/time.ts'

/** Until when the month's amount lasts at the pace of this month so far: to its reset, or a moment before, in milliseconds. */
export type Forecast = { lasts: true; resetsAt: string } | { lasts: false; endsAt: number }

/** The forecast of a monthly limit on cost; null for other limits, on its first day, and where nothing is used or all of it is. */
export function forecastOf(limit: LimitView, now: number): Forecast | null {
  if (limit.metric !== 'cost' || limit.window !== 'month' || limit.resets_at === null) return null
  const end = Date.parse(limit.resets_at)
  const start = end - daysBefore(end) * DAY_MS
  const [used, max] = [Number(parseUsd(limit.used) ?? 0n), Number(parseUsd(limit.max) ?? 0n)]
  if (now - start < DAY_MS || now >= end || used <= 0 || used >= max) return null
  const endsAt = start + ((now - start) * max) / used
  return endsAt >= end ? { lasts: true, resetsAt: limit.resets_at } : { lasts: false, endsAt }
}

/** How many days the month has that ends at `end`, wherever on earth that is: a day before is within it everywhere. */
function daysBefore(end: number): number {
  const within = new Date(end - DAY_MS)
  return new Date(Date.UTC(within.getUTCFullYear(), within.getUTCMonth() + 1, 0)).getUTCDate()
}
