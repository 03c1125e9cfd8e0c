import { type Bucket, EVEN_MS } from '../../../../src/core/buckets.ts'
import { DAY_MS, HOUR_MS } from '../../../../src/core/time.ts'
import type { BucketName } from '../../charts/figures.ts'
import { timeOfDay } from '../clock.ts'
import type { Voice } from '../format.ts'
import { start, type Period, type Present } from '../time-range.ts'
import { two, wallOf } from '../zone.ts'

/** The longest periods that are drawn in each size unless told otherwise. */
const LONGEST = [
  ['minute', 2 * HOUR_MS],
  ['five_minutes', 6 * HOUR_MS],
  ['hour', 3 * DAY_MS],
  ['day', 124 * DAY_MS],
] as const satisfies readonly (readonly [Bucket, number])[]

/** The bucket size a period is drawn in unless told otherwise. */
export function bucketOf({ from, to }: Period): Bucket {
  return LONGEST.find(([, ms]) => to - from <= ms)?.[0] ?? 'month'
}

/** Where the bucket that starts at a moment ends. */
export function bucketEnd(startMs: number, bucket: Bucket, zone: string): number {
  const even = EVEN_MS[bucket]
  return even === undefined ? start(startMs, zone, bucket === 'month' ? bucket : 'day', 1) : startMs + even
}

/** Whether the bucket that starts at a moment goes on; in its last minute the present is its end. */
export function bucketGoesOn(startMs: number, bucket: Bucket, { now, zone }: Present): boolean {
  return bucketEnd(startMs, bucket, zone) >= now
}

/** So many parts of an hour are named every five minutes, more of them every half hour. */
const CLOSELY_NAMED = 60

/** Hours over more days than these are named by their days alone. */
const DAYS_WITH_HOURS = 3

/** The names of the buckets of a time axis: `11-18` for days, `14:00` for hours (the day where it begins) and parts of them, `2026-11` for months. */
export function bucketNames(starts: readonly string[], bucket: Bucket, voice: Omit<Voice, 'now'>): BucketName[] {
  const weekday = new Intl.DateTimeFormat(voice.locale, { weekday: 'short', timeZone: voice.zone })
  return starts.map((start) => {
    const ms = Date.parse(start)
    const wall = wallOf(ms, voice.zone)
    const date = `${two(wall.month)}-${two(wall.day)}`
    // Hours are those of UTC: in a zone half an hour beside it they begin at half past.
    const hour = timeOfDay({ hour: wall.hour, minute: wall.minute }, voice)
    switch (bucket) {
      case 'minute':
      case 'five_minutes':
        return {
          label: wall.minute % (starts.length > CLOSELY_NAMED ? 30 : 5) === 0 ? hour : '',
          title: `${date} ${hour}`,
        }
      case 'hour':
        return { label: hourLabel(wall.hour, starts.length, { date, hour }), title: `${date} ${hour}` }
      case 'day':
        return { label: date, title: `${date} ${weekday.format(ms)}` }
      case 'month':
        return { label: `${wall.year}-${two(wall.month)}`, title: `${wall.year}-${two(wall.month)}` }
    }
    return bucket satisfies never
  })
}

// Over several days every sixth hour has a name, over many only midnight; the others are left for the cursor.
function hourLabel(hour: number, buckets: number, names: { date: string; hour: string }): string {
  if (buckets <= 25) return names.hour
  if (hour === 0) return names.date
  return buckets <= DAYS_WITH_HOURS * 24 + 1 && hour % 6 === 0 ? names.hour : ''
}
