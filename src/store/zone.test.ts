import { expect, test } from 'vitest'
import { HOUR_MS } from '../core/time.ts'
import { bucketIndex, bucketStarts, lastPeriods, startOfDay, startOfMonth } from './zone.ts'

test('a day that a clock change skips midnight of begins where the day does', () => {
  // Cairo, 2026-04-24: clocks go from 00:00 to 01:00.
  const noon = Date.UTC(2026, 3, 24, 9)
  expect(startOfDay(noon, 'Africa/Cairo')).toBe(Date.UTC(2026, 3, 23, 22))
  expect(startOfDay(noon, 'Africa/Cairo', 1)).toBe(Date.UTC(2026, 3, 22, 22))
})

test('a year in a zone that changes its clocks has each day once', () => {
  const period = { from: startOfDay(Date.UTC(2026, 0, 1, 12), 'Europe/Berlin'), to: Date.UTC(2026, 11, 31, 23) }
  const starts = bucketStarts(period, 'day', 'Europe/Berlin')
  expect(starts).toHaveLength(365)
  const lengths = new Set(starts.slice(1).map((at, n) => (at - (starts[n] ?? 0)) / HOUR_MS))
  expect(lengths).toEqual(new Set([24, 23, 25]))
})

test('what lies before the first bucket counts for the first, as half-hour zones need', () => {
  const from = startOfDay(Date.UTC(2026, 10, 20, 12), 'Asia/Kolkata')
  const starts = bucketStarts({ from, to: from + 30 * HOUR_MS }, 'day', 'Asia/Kolkata')
  expect(starts).toEqual([Date.UTC(2026, 10, 19, 18, 30), Date.UTC(2026, 10, 20, 18, 30)])
  expect(bucketIndex(starts, Date.UTC(2026, 10, 19, 18))).toBe(0)
  expect(bucketIndex(starts, Date.UTC(2026, 10, 20, 18))).toBe(0)
  expect(bucketIndex(starts, Date.UTC(2026, 10, 20, 19))).toBe(1)
})

test('hours are whole UTC hours that cover the period', () => {
  const starts = bucketStarts({ from: 90 * 60_000, to: 4 * HOUR_MS }, 'hour', 'UTC')
  expect(starts).toEqual([HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS])
})

test('a month begins on its first day in the zone', () => {
  expect(startOfMonth(Date.UTC(2026, 10, 30, 20), 'Asia/Shanghai')).toBe(Date.UTC(2026, 10, 30, 16))
})

test('the last weeks begin with the weekday asked for, and months with their first day, in the zone', () => {
  // A Monday at two in the morning in Shanghai, still Sunday in UTC.
  const at = Date.UTC(2026, 10, 15, 18)
  const first = (zone: string, firstWeekday: number) =>
    lastPeriods(at, { period: 'week', count: 2, firstWeekday, zone }).map(({ from }) => from)
  expect(first('Asia/Shanghai', 0)).toEqual([Date.UTC(2026, 10, 8, 16), Date.UTC(2026, 10, 15, 16)])
  expect(first('Asia/Shanghai', 6)).toEqual([Date.UTC(2026, 10, 7, 16), Date.UTC(2026, 10, 14, 16)])
  expect(first('UTC', 0)).toEqual([Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 9)])
  expect(first('UTC', 6)).toEqual([Date.UTC(2026, 10, 8), Date.UTC(2026, 10, 15)])
  const months = lastPeriods(Date.UTC(2026, 2, 31, 12), { period: 'month', count: 3, firstWeekday: 0, zone: 'UTC' })
  expect(months.map(({ from, to }) => (to - from) / (24 * HOUR_MS))).toEqual([31, 28, 31])
})
