/** A moment as a wall clock shows it in a zone; months from 1, weekdays from 0 for Monday. */
type Wall = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
}

/** A date, and a time of day that is midnight unless given. */
type WallDate = Pick<Wall, 'year' | 'month' | 'day'> & Partial<Pick<Wall, 'hour' | 'minute'>>

const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, made)
  return made
}

/** The wall clock of an IANA zone at a moment in epoch milliseconds. */
export function wallOf(ms: number, zone: string): Wall {
  const found: Record<string, number> = {}
  for (const part of clock(zone).formatToParts(ms)) found[part.type] = Number.parseInt(part.value, 10)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    weekday: (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7,
  }
}

/** The wall clock of the day that goes on. The present is the end of a minute: at midnight it belongs to the day before. */
export function wallOfPresent(now: number, zone: string): Wall {
  return wallOf(now - 1, zone)
}

/** Minutes a zone is ahead of UTC at a moment. */
export function offsetMinutes(ms: number, zone: string): number {
  const wall = wallOf(ms, zone)
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second)
  return Math.round((asUtc - Math.floor(ms / 1000) * 1000) / 60_000)
}

/**
 * The moment a wall clock shows a date and time; months and days may overflow as in `Date.UTC`. A time that daylight
 * saving skips is taken as late as the skip is long, one it repeats the first time, as `Temporal` does.
 */
export function momentOf({ year, month, day, hour = 0, minute = 0 }: WallDate, zone: string): number {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  const before = offsetMinutes(asUtc - 86_400_000, zone)
  const after = offsetMinutes(asUtc + 86_400_000, zone)
  const early = asUtc - Math.max(before, after) * 60_000
  const late = asUtc - Math.min(before, after) * 60_000
  const shows = (ms: number) => ms + offsetMinutes(ms, zone) * 60_000 === asUtc
  if (shows(early)) return early
  if (shows(late)) return late
  return asUtc - before * 60_000
}

/** A number with two digits. */
export function two(value: number): string {
  return String(value).padStart(2, '0')
}

let own: string | undefined

/** The zone the browser runs in, asked for once: every figure on a page wants it, and each answer takes a fifth of a millisecond. */
export function browserZone(): string {
  return (own ??= Intl.DateTimeFormat().resolvedOptions().timeZone)
}
