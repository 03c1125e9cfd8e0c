import { useQuery } from '@tanstack/react-query'
import { MOST_GROUPS } from '../../../../src/contract/usage.ts'
import { useMinute } from '../../lib/now.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { periodQuery } from '../../lib/traffic/use-period.ts'
import { periodOf } from '../../lib/time-range.ts'
import { useZone } from '../../lib/use-format.ts'

function useRequests() {
  const now = useMinute()
  const zone = useZone()
  return useQuery(askBreakdown('admin', { ...periodQuery(periodOf('7d', { now, zone }), zone), by: 'model' }))
}

/** Whether `useWeek` is about to know more: what is ordered by it would be drawn in another order first. */
export function useWeekComing(): boolean {
  const { isPending, failureCount } = useRequests()
  return isPending && failureCount === 0
}

/** How many requests each model has had in the last 7 days; undefined while that is not known, null for one that is not told of. */
export function useWeek(): ((model: string) => number | null) | undefined {
  const items = useRequests().data?.items
  if (items === undefined) return undefined
  const counts = new Map(items.map(({ id, current }) => [id, current.requests]))
  // Where not all are told, who is missing may have had some.
  const missing = items.length < MOST_GROUPS ? 0 : null
  return (model) => counts.get(model) ?? missing
}
