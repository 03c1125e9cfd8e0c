import { useMinute } from '../now.ts'
import { periodOf } from '../time-range.ts'
import { useZone } from '../use-format.ts'
import { periodQuery } from './use-period.ts'

/** The last 30 days as a query of the API. */
export function useLastMonth(): { from: string; to: string; tz: string } {
  const now = useMinute()
  const zone = useZone()
  return periodQuery(periodOf('30d', { now, zone }), zone)
}
