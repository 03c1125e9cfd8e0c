import { RANGES } from '../../../src/contract/ranges.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/time.ts'
import { timeOfDay, type ClockStyle } from './clock.ts'
import { momentOf, two, wallOf } from './zone.ts'

/** Ranges with a name; those in days and months follow the calendar of the zone. */
export const PRESETS = RANGES
export type Preset = (typeof PRESETS)[number]

/** From one moment (epoch milliseconds) up to, not including, another. */
export type Period = { from: number; to: number }

/** What is looked at: a preset that moves with the present, or a fixed period. */
export type TimeRange = Preset | Period

/** The present, the IANA zone in which days begin, and how its clock is read. */
export type Present = ClockStyle & { now: number; zone: string }

type Rolling = { ms: number }
/** Calendar presets: days from and to, counted from today, or months from and to, counted from this one; the end is exclusive. */
type Calendar = { unit: 'day' | 'month'; from: number; to: number }

const SHAPES: Record<Preset, Rolling | Calendar> = {
  '15m': { ms: 15 * MINUTE_MS },
  '1h': { ms: HOUR_MS },
  '24h': { ms: DAY_MS },
  today: { unit: 'day', from: 0, to: 1 },
  yesterday: { unit: 'day', from: -1, to: 0 },
  '7d': { unit: 'day', from: -6, to: 1 },
  '30d': { unit: 'day', from: -29, to: 1 },
  month: { unit: 'month', from: 0, to: 1 },
  'last-month': { unit: 'month', from: -1, to: 0 },
  '90d': { unit: 'day', from: -89, to: 1 },
}

/** The whole period a range names; it may end after the present (this month ends with its last day). */
export function wholePeriod(range: TimeRange, { now, zone }: Present): Period {
  if (typeof range !== 'string') return range
  const shape = SHAPES[range]
  if ('ms' in shape) return { from: now - shape.ms, to: now }
  // The present is the end of a minute: what ends at midnight belongs to the day before it.
  const today = now - 1
  return { from: start(today, zone, shape.unit, shape.from), to: start(today, zone, shape.unit, shape.to) }
}

/** The period a range names, up to the present at most. */
export function periodOf(range: TimeRange, present: Present): Period {
  const whole = wholePeriod(range, present)
  return typeof range === 'string' ? { from: whole.from, to: Math.min(whole.to, present.now) } : whole
}

/** The start of the day or month that holds a moment, moved by a number of them. */
export function start(ms: number, zone: string, unit: 'day' | 'month', move: number): number {
  const { year, month, day } = wallOf(ms, zone)
  return momentOf(unit === 'day' ? { year, month, day: day + move } : { year, month: month + move, day: 1 }, zone)
}

/** Whether a moment is a midnight of the zone. */
function isMidnight(ms: number, zone: string): boolean {
  return start(ms, zone, 'day', 0) === ms
}

/** Days between two midnights, also where daylight saving makes them 23 or 25 hours long. */
function daysBetween(period: Period): number {
  return Math.round((period.to - period.from) / DAY_MS)
}

/** The equally long range right before or after; whole days move by days and whole months by months. */
export function shiftRange(range: TimeRange, direction: -1 | 1, present: Present): Period {
  const whole = wholePeriod(range, present)
  const { zone } = present
  if (
    isMidnight(whole.from, zone) &&
    start(whole.from, zone, 'month', 1) === whole.to &&
    wallOf(whole.from, zone).day === 1
  ) {
    return { from: start(whole.from, zone, 'month', direction), to: start(whole.to, zone, 'month', direction) }
  }
  if (isMidnight(whole.from, zone) && isMidnight(whole.to, zone)) {
    const move = direction * daysBetween(whole)
    return { from: start(whole.from, zone, 'day', move), to: start(whole.to, zone, 'day', move) }
  }
  const length = whole.to - whole.from
  return { from: whole.from + direction * length, to: whole.to + direction * length }
}

/** The search parameters a range is kept in. */
type RangeSearch = { range?: string | undefined; from?: string | undefined; to?: string | undefined }

/** Reads a range from search parameters; undefined when there is none or it makes no sense. */
export function readRange({ range, from, to }: RangeSearch): TimeRange | undefined {
  const preset = PRESETS.find((name) => name === range)
  if (preset) return preset
  if (!from || !to) return undefined
  const period = { from: Date.parse(from), to: Date.parse(to) }
  return period.from < period.to ? period : undefined
}

/** Writes a range as search parameters; what it does not use is undefined, so that it is removed. */
export function writeRange(range: TimeRange): Required<RangeSearch> {
  if (typeof range === 'string') return { range, from: undefined, to: undefined }
  return { range: undefined, from: short(range.from), to: short(range.to) }
}

function short(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** The two ends of a period as `11-01` and `11-20` when it is made of whole days, else with times; with years where they differ from now's. */
export function periodEnds(period: Period, { now, zone, ...clock }: Present): [string, string] {
  const wholeDays = isMidnight(period.from, zone) && (isMidnight(period.to, zone) || period.to >= now - MINUTE_MS)
  const last = wholeDays ? period.to - 1 : period.to
  const years = [period.from, last, now - 1].map((ms) => wallOf(ms, zone).year)
  const withYear = new Set(years).size > 1
  const write = (ms: number) => {
    const wall = wallOf(ms, zone)
    const date = `${withYear ? `${wall.year}-` : ''}${two(wall.month)}-${two(wall.day)}`
    return wholeDays ? date : `${date} ${timeOfDay({ hour: wall.hour, minute: wall.minute }, clock)}`
  }
  return [write(period.from), write(last)]
}
