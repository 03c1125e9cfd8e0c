import { type Bucket, EVEN_MS } from '../core/buckets.ts'
import { HOUR_MS, hourOf } from '../core/time.ts'

/** A time in epoch milliseconds, `to` not included. */
export type Span = { from: number; to: number }

/**
 * The starts of the buckets that cover `from` to `to` (not included), in epoch milliseconds, days and months cut in the
 * IANA zone. Of more than hours sums are kept by UTC hour, so in zones that are off by half an hour the hour astride midnight counts for
 * the day it begins in.
 */
export function bucketStarts(period: { from: number; to: number }, bucket: Bucket, zone: string): number[] {
  const starts: number[] = []
  const even = EVEN_MS[bucket]
  if (even !== undefined) {
    for (let at = Math.floor(period.from / even) * even; at < period.to; at += even) starts.push(at)
    return starts
  }
  const first = local(period.from, zone)
  const begin = bucket === 'day' ? first : first.with({ day: 1 })
  for (let step = 0; ; step += 1) {
    // Counted from the first start, so that a day that a clock change shortens or lengthens stays one bucket.
    const at = begin.add(bucket === 'day' ? { days: step } : { months: step }).startOfDay().epochMilliseconds
    if (at >= period.to) return starts
    starts.push(at)
  }
}

/** The index of the bucket that holds `at`; what lies before the first start counts for the first. */
export function bucketIndex(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** The start of the day `daysBack` days before the one that holds `at`. */
export function startOfDay(at: number, zone: string, daysBack = 0): number {
  return local(at, zone).subtract({ days: daysBack }).startOfDay().epochMilliseconds
}

/** The start of the month of the IANA zone that holds `at`, in epoch milliseconds. */
export function startOfMonth(at: number, zone: string): number {
  return local(at, zone).with({ day: 1 }).startOfDay().epochMilliseconds
}

/** The first hour that counts for what begins at a time: the hour astride it counts for what that hour begins in. */
export function firstHourFrom(at: number): number {
  return hourOf(at + HOUR_MS - 1)
}

/**
 * A period without the hour astride its start where that is the start of a day of the zone, as that hour counts for the day it begins
 * in: so that periods that follow each other add up to both together.
 */
export function cutAtDays<P extends Span>(period: P, zone: string): P {
  const { from } = period
  return startOfDay(from, zone) === from ? { ...period, from: firstHourFrom(from) } : period
}

/** How many weeks or months; `firstWeekday` is what weeks begin with, 0 for Monday. */
type LastPeriods = { period: 'week' | 'month'; count: number; firstWeekday: number; zone: string }

/** Weeks or months of the zone in order, of which the last holds `at`. */
export function lastPeriods(at: number, { period, count, firstWeekday, zone }: LastPeriods): Span[] {
  const day = local(at, zone)
  const weekday = (day.dayOfWeek + 6 - firstWeekday) % 7
  const begin = period === 'week' ? day.subtract({ days: weekday }) : day.with({ day: 1 })
  const start = (step: number) =>
    begin.add(period === 'week' ? { weeks: step } : { months: step }).startOfDay().epochMilliseconds
  return Array.from({ length: count }, (_, n) => ({ from: start(n + 1 - count), to: start(n + 2 - count) }))
}

/** The calendar day that holds `at`, as YYYY-MM-DD. */
export function dateOf(at: number, zone: string): string {
  return local(at, zone).toPlainDate().toString()
}

/** What the wall clock of the zone shows, as YYYY-MM-DD HH:MM:SS. */
export function wallTime(at: number, zone: string): string {
  return local(at, zone).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** The moment on the wall clock of the zone, with its offset, as ISO 8601 has it. */
export function zonedTime(at: number, zone: string): string {
  return local(at, zone).toString({ timeZoneName: 'never', fractionalSecondDigits: 3 })
}

/** Weekday (0 is Monday) and hour on the wall clock of the zone. */
export function weekHourOf(at: number, zone: string): { weekday: number; hour: number } {
  const { dayOfWeek, hour } = local(at, zone)
  return { weekday: dayOfWeek - 1, hour }
}

function local(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
}
