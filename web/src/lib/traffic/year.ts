import type { Heatmap } from '../../../../src/contract/usage.ts'
import { DAY_MS } from '../../../../src/core/time.ts'
import type { Voice } from '../format.ts'
import { momentOf, wallOfPresent } from '../zone.ts'
import type { Period } from '../time-range.ts'

type HeatmapDay = Heatmap['days'][number]

/** The last 53 weeks up to today, each begun with a weekday (0 for Monday), without gaps: days nobody asked anything on count nothing. */
export function wholeYear(
  days: readonly HeatmapDay[],
  present: { now: number; zone: string },
  firstWeekday = 0,
): HeatmapDay[] {
  const known = new Map(days.map((day) => [day.date, day]))
  const today = wallOfPresent(present.now, present.zone)
  const last = Date.UTC(today.year, today.month - 1, today.day)
  const first = last - (52 * 7 + ((today.weekday - firstWeekday + 7) % 7)) * DAY_MS
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, index) => {
    const date = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    return known.get(date) ?? { date, requests: 0, cost: '0' }
  })
}

/** The day with the most requests; undefined when there were none. */
export function busiestDay(days: readonly HeatmapDay[]): HeatmapDay | undefined {
  return days.reduce<HeatmapDay | undefined>(
    (best, day) => (day.requests > (best?.requests ?? 0) ? day : best),
    undefined,
  )
}

/** A date of the zone as a period. */
export function dayPeriod(date: string, zone: string): Period {
  const [year = 0, month = 1, day = 1] = date.split('-').map((part) => Number.parseInt(part, 10))
  return { from: momentOf({ year, month, day }, zone), to: momentOf({ year, month, day: day + 1 }, zone) }
}

/** What writes dates in words, with their year where that is not this one: `11 月 18 日`. */
export function dateWriter({ locale, now, zone }: Pick<Voice, 'locale' | 'now' | 'zone'>): (date: string) => string {
  const dayAlone = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  const near = new Intl.DateTimeFormat(locale, dayAlone)
  const far = new Intl.DateTimeFormat(locale, { ...dayAlone, year: 'numeric' })
  const thisYear = `${wallOfPresent(now, zone).year}-`
  return (date) =>
    (date.startsWith(thisYear) ? near : far)
      .format(Date.parse(date))
      .replaceAll(/(?<=\d)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\d)/gu, ' ')
}

/** `11-18` of a date. */
export const shortDate = (date: string): string => date.slice(5)

/** The hour of the week with the most requests; undefined when there were none. */
export function busiestHour(
  hours: readonly (readonly number[])[],
): { weekday: number; hour: number; requests: number } | undefined {
  let best: { weekday: number; hour: number; requests: number } | undefined
  for (const [weekday, row] of hours.entries()) {
    for (const [hour, requests] of row.entries()) {
      if (requests > (best?.requests ?? 0)) best = { weekday, hour, requests }
    }
  }
  return best
}
