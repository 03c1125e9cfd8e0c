import type { LimitWindow } from './limits.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

/** A window of a limit: its first millisecond, and the first one after it (null: it never ends). */
export type Span = { start: number; end: number | null }

const BLOCK_MS = 5 * HOUR_MS

/**
 * The window that holds `at`. Days, weeks (from Monday) and months are those of the IANA zone; five hours are counted from
 * midnight there, so that the last block of a day is shorter and every day begins with a fresh one.
 */
export function windowAt(window: LimitWindow, at: number, zone: string): Span {
  switch (window) {
    case 'total':
      return { start: 0, end: null }
    case 'minute': {
      const start = Math.floor(at / MINUTE_MS) * MINUTE_MS
      return { start, end: start + MINUTE_MS }
    }
    case '5h': {
      const day = calendar(at, zone, (it) => it, { days: 1 })
      const start = day.start + Math.floor((at - day.start) / BLOCK_MS) * BLOCK_MS
      return { start, end: Math.min(start + BLOCK_MS, day.end) }
    }
    case 'day':
      return calendar(at, zone, (it) => it, { days: 1 })
    case 'week':
      return calendar(at, zone, (it) => it.subtract({ days: it.dayOfWeek - 1 }), { days: 7 })
    case 'month':
      return calendar(at, zone, (it) => it.with({ day: 1 }), { months: 1 })
  }
  return window satisfies never
}

type Date = Temporal.PlainDate

function calendar(at: number, zone: string, first: (date: Date) => Date, length: Temporal.DurationLike) {
  const date = first(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate())
  // A day begins at the first moment it has: clocks that jump at midnight leave some days without 00:00.
  const start = date.toZonedDateTime(zone).epochMilliseconds
  return { start, end: date.add(length).toZonedDateTime(zone).epochMilliseconds }
}
