import type { PriceHours } from '../../../../src/contract/price-hours.ts'
import { offsetMinutes } from '../zone.ts'

const DAY = 1440
const WEEK = 7 * DAY

/** Windows of a day, in minutes, and the weekdays that have them, from 0 for Monday. */
export type DayWindows = { days: number[]; windows: { from: number; to: number }[] }

/** When hours are open as a clock in a zone shows it, days with the same windows together; what reaches over midnight is of both days. */
export function windowsIn({ utc_offset, windows }: PriceHours, zone: string, now: number): DayWindows[] {
  const ahead = offsetMinutes(now, zone) - utc_offset
  const days = Array.from({ length: 7 }, (): { from: number; to: number }[] => [])
  for (const own of windows) for (const day of own.days) put(days, own, (day - 1) * DAY + ahead)
  const byText = Map.groupBy(days.keys(), (day) => JSON.stringify(joined(days[day] ?? [])))
  return [...byText].flatMap(([text, same]) => {
    const told = JSON.parse(text) as DayWindows['windows']
    return told.length === 0 ? [] : [{ days: same, windows: told }]
  })
}

/** Puts what lies between two times of a window into the days of the week that have it. */
function put(days: readonly { from: number; to: number }[][], { from, to }: { from: string; to: string }, by: number) {
  let start = (((minutes(from) + by) % WEEK) + WEEK) % WEEK
  let left = minutes(to) - minutes(from)
  while (left > 0) {
    const begun = start % DAY
    const taken = Math.min(left, DAY - begun)
    days[Math.floor(start / DAY)]?.push({ from: begun, to: begun + taken })
    start = (start + taken) % WEEK
    left -= taken
  }
}

/** Windows in order, those that touch as one. */
function joined(windows: readonly { from: number; to: number }[]): { from: number; to: number }[] {
  const done: { from: number; to: number }[] = []
  for (const one of windows.toSorted((a, b) => a.from - b.from)) {
    const last = done.at(-1)
    if (last?.to === one.from) last.to = one.to
    else done.push({ ...one })
  }
  return done
}

function minutes(clock: string): number {
  const [hours = 0, past = 0] = clock.split(':').map(Number)
  return hours * 60 + past
}

/** Weekdays in words, those in a row as the first and the last of them. */
export function daysText(days: readonly number[], locale: string): string {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  // 1970 began on a Thursday.
  const nameOf = (day: number) => name.format((day + 4) * 86_400_000)
  const rows: number[][] = []
  for (const day of days) {
    const last = rows.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else rows.push([day])
  }
  const told = rows.flatMap((row) =>
    row.length > 2 ? [`${nameOf(row[0] ?? 0)}–${nameOf(row.at(-1) ?? 0)}`] : row.map(nameOf),
  )
  return told.join(locale === 'zh-CN' ? '、' : ', ')
}
