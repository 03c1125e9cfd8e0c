import type { AnnouncementRow } from '../../../../src/contract/announcements.ts'
import type { Voice } from '../format.ts'
import { momentOf, wallOfPresent } from '../zone.ts'

type Group = 'pinned' | 'week' | 'earlier'

/** Announcements under the headings they stand under, in the order they come in; weeks begin with a weekday (0 for Monday), headings without any are left out. */
export function grouped<Row extends Pick<AnnouncementRow, 'pinned' | 'shown_at'>>(
  rows: readonly Row[],
  { now, zone }: Pick<Voice, 'now' | 'zone'>,
  firstWeekday = 0,
): { group: Group; rows: Row[] }[] {
  const { year, month, day, weekday } = wallOfPresent(now, zone)
  const weekStart = momentOf({ year, month, day: day - ((weekday - firstWeekday + 7) % 7) }, zone)
  const groupOf = (row: Row): Group => {
    if (row.pinned) return 'pinned'
    return Date.parse(row.shown_at) >= weekStart ? 'week' : 'earlier'
  }
  return [...Map.groupBy(rows, groupOf)].map(([group, members]) => ({ group, rows: members }))
}
