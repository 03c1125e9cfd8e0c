import type { Kysely } from 'kysely'
import type { Nanos } from '../core/money.ts'
import type { Tables } from './schema.ts'
import { cells, hourCells } from './cells.ts'
import type { UsageFilter } from './usage-filter.ts'
import { bucketStarts, dateOf, startOfDay, weekHourOf } from './zone.ts'

const DAYS = 365

/** When requests came; streaks are days on end with at least one. */
export type UsageHeatmap = {
  /** The year that ends with the last day asked for. `date` is YYYY-MM-DD in the zone. */
  days: { date: string; requests: number; costNanos: Nanos }[]
  /** Requests by weekday (0 is Monday) and hour. */
  hours: number[][]
  currentStreak: number
  longestStreak: number
  activeDays: number
}

/** Reads a year of days up to the end of the period or `now`, and the weekday by hour of the period itself. */
export async function heatmap(
  db: Kysely<Tables>,
  query: UsageFilter & { zone: string; now: number },
): Promise<UsageHeatmap> {
  const to = Math.min(query.to, query.now + 1)
  const year = { ...query, to, from: startOfDay(to - 1, query.zone, DAYS - 1) }
  const starts = bucketStarts(year, 'day', query.zone)
  const days = starts.map((at) => ({ date: dateOf(at, query.zone), requests: 0, costNanos: 0n }))
  const indexOf = new Map(starts.map((start, index) => [start, index]))
  const found = await cells(db, year, { told: [], sums: ['requests', 'cost_nanos'], starts })
    .select((eb) => [
      'at',
      eb.fn.sum<number>('requests').as('requests'),
      eb.fn.sum<bigint>('cost_nanos').as('cost_nanos'),
    ])
    .groupBy('at')
    .execute()
  for (const row of found) {
    const day = days[indexOf.get(row.at) ?? 0]
    if (!day) continue
    day.requests += row.requests
    day.costNanos += row.cost_nanos
  }
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  const byHour = hourCells(db, query)
    .select((eb) => ['bucket', eb.fn.sum<number>('requests').as('requests')])
    .groupBy('bucket')
  for (const row of await byHour.execute()) {
    // In zones half an hour off the first hour begins before the period does, on a day that was not asked for.
    const { weekday, hour } = weekHourOf(Math.max(row.bucket, query.from), query.zone)
    const week = hours[weekday]
    if (week) week[hour] = (week[hour] ?? 0) + row.requests
  }
  return { days, hours, ...streaksOf(days.map((day) => day.requests > 0)) }
}

/** Runs of active days; a last day without any does not break the current run yet, for it is not over. */
function streaksOf(active: readonly boolean[]) {
  let run = 0
  let longest = 0
  let atYesterday = 0
  for (const [index, busy] of active.entries()) {
    if (index === active.length - 1) atYesterday = run
    run = busy ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return {
    currentStreak: active.at(-1) ? run : atYesterday,
    longestStreak: longest,
    activeDays: active.filter(Boolean).length,
  }
}
