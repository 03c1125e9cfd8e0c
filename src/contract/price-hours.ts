import { z } from 'zod'
import { parseFactor } from '../core/money.ts'
import { DAY_MINUTES, hasOverlap, HIGHEST_HOURS_FACTOR, type HoursWindow } from '../core/price-hours.ts'
import { factor, isOnceEach } from './common.ts'

/** So many windows hours have at most. */
export const MOST_WINDOWS = 32

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'a time of day, such as 09:00')

const windowOfWeek = z
  .strictObject({
    /** Weekdays from 1, which is Monday, to 7. */
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .refine((days) => isOnceEach(days, (day) => day), 'each day once'),
    from: clock,
    to: clock,
  })
  .refine(({ from, to }) => minuteOf(from) < minuteOf(to), { message: 'the end after the beginning', path: ['to'] })

/** When tokens cost a factor of a price: in windows of the week, and on whole days, by a clock that is so many minutes ahead of UTC. */
export const priceHours = z
  .strictObject({
    factor: factor.refine(isFactor, 'above 0, and at most 10'),
    utc_offset: z
      .int()
      .min(-12 * 60)
      .max(14 * 60)
      .default(0),
    windows: z
      .array(windowOfWeek)
      .max(MOST_WINDOWS)
      .refine((windows) => !hasOverlap(windows.map(windowIn)), 'windows that do not overlap'),
    dates: z
      .array(z.iso.date())
      .max(400)
      .refine((dates) => isOnceEach(dates, (date) => date), 'each day once')
      .default([]),
  })
  .refine(({ windows, dates }) => windows.length + dates.length > 0, {
    message: 'at least one window',
    path: ['windows'],
  })
export type PriceHours = z.infer<typeof priceHours>

/** A window of the contract as prices are reckoned by it. */
export function windowIn({ days, from, to }: z.infer<typeof windowOfWeek>): HoursWindow {
  return { days, from: minuteOf(from), to: minuteOf(to) }
}

/** A minute of the day as the contract tells it. */
export function clockOf(minute: number): string {
  const pair = (count: number) => String(count).padStart(2, '0')
  return `${pair(Math.floor(minute / 60))}:${pair(minute % 60)}`
}

function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return Math.min(hours * 60 + minutes, DAY_MINUTES)
}

function isFactor(text: string): boolean {
  const micros = parseFactor(text)
  return micros === undefined || (micros > 0n && micros <= HIGHEST_HOURS_FACTOR)
}
