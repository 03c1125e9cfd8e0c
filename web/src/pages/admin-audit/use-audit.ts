import { adminListAudit } from '../../../../src/contract/audit.ts'
import { useMinute } from '../../lib/now.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { writeRange, type TimeRange } from '../../lib/time-range.ts'
import { useClock, useZone } from '../../lib/use-format.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useStandingTime } from '../../lib/use-standing-time.ts'
import { filterQuery, NO_TIME, readFilter } from './filter.ts'

/** The list as the address asks for it, and its time. */
export function useAudit() {
  const [search, change] = useSearchParams()
  const filter = readFilter(search)
  const present = { ...useClock(), now: useMinute(), zone: useZone() }
  // Without a range nothing of it is asked, whichever stands in its place.
  const { asked } = useStandingTime(filter.range ?? '24h', present)
  const query = { ...filterQuery(filter), ...(filter.range !== undefined && asked) }
  const setRange = (range: TimeRange | null) => change(range === null ? NO_TIME : writeRange(range))
  return { filter, query, present, setRange, change, ...usePages(adminListAudit, { query }) }
}

/** What `useAudit` gives: the filter of the address, the rows read so far, and the ways to change the address. */
export type Audit = ReturnType<typeof useAudit>
