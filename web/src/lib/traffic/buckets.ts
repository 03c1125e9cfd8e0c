import type { BucketName } from '../../charts/figures.ts'
import type { Locale } from '../../../../src/core/errors.ts'
import type { Bucket } from '../time-range.ts'
import { two, wallOf } from '../zone.ts'

/** The names of the buckets of a time axis: `11-18` for days, `14:00` for hours (with the day where it begins), `2026-11` for months. */
export function bucketNames(
  starts: readonly string[],
  bucket: Bucket,
  voice: { locale: Locale; zone: string },
): BucketName[] {
  const weekday = new Intl.DateTimeFormat(voice.locale, { weekday: 'short', timeZone: voice.zone })
  const severalDays = starts.length > 24
  return starts.map((start) => {
    const ms = Date.parse(start)
    const wall = wallOf(ms, voice.zone)
    const date = `${two(wall.month)}-${two(wall.day)}`
    const hour = `${two(wall.hour)}:00`
    switch (bucket) {
      case 'hour':
        return { label: severalDays ? `${date} ${hour}` : hour, title: `${date} ${hour}` }
      case 'day':
        return { label: date, title: `${date} ${weekday.format(ms)}` }
      case 'month':
        return { label: `${wall.year}-${two(wall.month)}`, title: `${wall.year}-${two(wall.month)}` }
    }
    return bucket satisfies never
  })
}
