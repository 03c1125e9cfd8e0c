import { useQuery } from '@tanstack/react-query'
import { adminClientUse } from '../../../../src/contract/client-use.ts'
import { useMinute } from '../../lib/now.ts'
import { ask } from '../../lib/query.ts'
import { periodOf } from '../../lib/time-range.ts'
import { periodQuery } from '../../lib/traffic/use-period.ts'
import { useZone } from '../../lib/use-format.ts'

/** How many users used each client in the last 7 days. */
export function useClientUse() {
  const now = useMinute()
  const zone = useZone()
  return useQuery(ask(adminClientUse, { query: periodQuery(periodOf('7d', { now, zone }), zone) }))
}
