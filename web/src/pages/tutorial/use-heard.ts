import { useQuery } from '@tanstack/react-query'
import { DAY_MS, HOUR_MS } from '../../../../src/core/time.ts'
import { useMinute } from '../../lib/now.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { useZone } from '../../lib/use-format.ts'

const DAYS = 7

/** Whether requests of a client came in the last seven days, by its name in the list; one name may stand for two, as in Cline / Cursor. */
export function useHeard(): (name: string) => boolean {
  const tz = useZone()
  // By the hour, so that the question stays the same for so long.
  const to = Math.ceil(useMinute() / HOUR_MS) * HOUR_MS
  const period = { from: new Date(to - DAYS * DAY_MS).toISOString(), to: new Date(to).toISOString() }
  const { data } = useQuery(askBreakdown('user', { ...period, tz, by: 'client' }))
  const heard = new Set((data?.items ?? []).map(({ name }) => name.toLowerCase()))
  return (name) =>
    name
      .toLowerCase()
      .split(' / ')
      .some((part) => heard.has(part))
}
