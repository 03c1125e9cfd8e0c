import type { BucketName } from '../../charts/figures.ts'
import { timeOfDay } from '../clock.ts'
import type { Voice } from '../format.ts'
import type { Bucket } from '../time-range.ts'
import { two, wallOf } from '../zone.ts'

/** Hours over more days than these are named by their days alone. */
const DAYS_WITH_HOURS = 3

/** The names of the buckets of a time axis: `11-18` for days, `14:00` for hours (the day where it begins), `2026-11` for months. */
export function bucketNames(starts: readonly string[], bucket: Bucket, voice: Omit<Voice, 'now'>): BucketName[] {
  const weekday = new Intl.DateTimeFormat(voice.locale, { weekday: 'short', timeZone: voice.zone })
  return starts.map((start) => {
    const ms = Date.parse(start)
    const wall = wallOf(ms, voice.zone)
    const date = `${two(wall.month)}-${two(wall.day)}`
    // Hours are those of UTC: in a zone half an hour beside it they begin at half past.
    const hour = timeOfDay({ hour: wall.hour, minute: wall.minute }, voice)
    switch (bucket) {
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
