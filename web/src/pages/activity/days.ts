import type { ActivityEvent } from '../../../../src/contract/activity.ts'
import type { Voice } from '../../lib/format.ts'
import { two, wallOf, wallOfPresent } from '../../lib/zone.ts'

/** The events of one day of the reader's zone. */
type Day<Event> = {
  /** The day as `2026-11-20`. */
  key: string
  name: 'today' | 'yesterday' | null
  date: string
  weekday: string
  events: Event[]
}

/** Events under the days they happened on, in the order they come in. */
export function daysOf<Event extends Pick<ActivityEvent, 'at'>>(events: readonly Event[], voice: Voice): Day<Event>[] {
  const { locale, zone, now } = voice
  const keyOf = (ms: number) => {
    const { year, month, day } = wallOf(ms, zone)
    return `${year}-${two(month)}-${two(day)}`
  }
  const { year, month, day } = wallOfPresent(now, zone)
  const [today, yesterday] = [0, 1].map((ago) =>
    new Date(Date.UTC(year, month - 1, day - ago)).toISOString().slice(0, 10),
  )
  const write = (key: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(`${key}T00:00Z`))
  return [...Map.groupBy(events, (event) => keyOf(Date.parse(event.at)))].map(([key, members]) => ({
    key,
    name: key === today ? 'today' : key === yesterday ? 'yesterday' : null,
    date: spaced(
      write(key, { month: 'short', day: 'numeric', ...(key.startsWith(`${year}-`) ? {} : { year: 'numeric' }) }),
    ),
    weekday: write(key, { weekday: 'short' }),
    events: members,
  }))
}

/** A space between Han and numbers, as fixed texts have it. */
function spaced(text: string): string {
  return text.replace(/(?<=\d)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\d)/gu, ' ')
}
