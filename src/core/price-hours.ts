import type { Micros } from './money.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

/** When tokens cost a factor of what a price says: in windows of the week, and on whole days that are named by their date. */
export type PriceHours = {
  factorMicros: Micros
  /** By how many minutes the clock the windows are told by is ahead of UTC, all year. */
  zoneMinutes: number
  windows: readonly HoursWindow[]
  /** Days of that clock (`2026-10-01`) that are a window from their beginning to their end, such as public holidays. */
  dates: readonly string[]
}

/** Hours as JSON has them. */
export type ToldHours = Omit<PriceHours, 'factorMicros'> & { factorMicros: string }

/** Hours that JSON had. */
export function fromTold(told: ToldHours): PriceHours {
  return { ...told, factorMicros: BigInt(told.factorMicros) }
}

/** From one minute of a day until before another, on weekdays from 1, which is Monday, to 7. */
export type HoursWindow = { days: readonly number[]; from: number; to: number }

/** The minutes of a day; a window that lasts to its end ends there. */
export const DAY_MINUTES = 1440

/** What a factor of hours is at most: beyond it, it is a slip of the hand. */
export const HIGHEST_HOURS_FACTOR: Micros = 10_000_000n

/** 1970 began on a Thursday: so many days after a Monday. */
export const THURSDAY = 3

/** Whether a window is open at a time, in epoch milliseconds. */
export function isOpen({ zoneMinutes, windows, dates }: PriceHours, at: number): boolean {
  const local = at + zoneMinutes * MINUTE_MS
  const day = Math.floor(local / DAY_MS)
  const weekday = ((day + THURSDAY) % 7) + 1
  const minute = Math.floor((local - day * DAY_MS) / MINUTE_MS)
  const isIn = ({ days, from, to }: HoursWindow) => minute >= from && minute < to && days.includes(weekday)
  return windows.some(isIn) || (dates.length > 0 && dates.includes(dateOf(day)))
}

/** Whether two windows share a minute of the week. */
export function hasOverlap(windows: readonly HoursWindow[]): boolean {
  return windows.some((one, i) =>
    windows
      .slice(i + 1)
      .some(({ days, from, to }) => one.from < to && from < one.to && days.some((day) => one.days.includes(day))),
  )
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
