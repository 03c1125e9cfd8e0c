import { useState } from 'react'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import { useMinute } from '../../lib/now.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { wholePeriod, writeRange, type Period, type TimeRange } from '../../lib/time-range.ts'
import { useClock, useZone } from '../../lib/use-format.ts'
import { usePages } from '../../lib/use-pages.ts'
import { filterQuery, NO_TIME, readFilter } from './filter.ts'

/** The list as the address asks for it, and its time. */
export function useAudit() {
  const [search, change] = useSearchParams()
  const filter = readFilter(search)
  const present = { ...useClock(), now: useMinute(), zone: useZone() }
  const query = { ...filterQuery(filter), ...useStandingTime(filter.range, present) }
  const setRange = (range: TimeRange | null) => change(range === null ? NO_TIME : writeRange(range))
  return { filter, query, present, setRange, change, ...usePages(adminListAudit, { query }) }
}

/** What `useAudit` gives: the filter of the address, the rows read so far, and the ways to change the address. */
export type Audit = ReturnType<typeof useAudit>

const ALWAYS: Period = { from: -Infinity, to: Infinity }

/**
 * The range in moments that stand still, because a list is read page by page from them, until another range is chosen. One
 * that reached up to the present then has no end: what is done while one looks belongs to it.
 */
function useStandingTime(range: TimeRange | undefined, present: { now: number; zone: string }) {
  const name = range === undefined ? '' : JSON.stringify(writeRange(range))
  const [stand, setStand] = useState({ name, now: present.now })
  const { from, to } = range === undefined ? ALWAYS : wholePeriod(range, { ...present, now: stand.now })
  // The day or month it is named after may end while one looks.
  const over = to > stand.now && present.now > to
  if (stand.name !== name || over) setStand({ name, now: present.now })
  if (range === undefined) return {}
  const open = typeof range === 'string' && to >= stand.now
  return { from: new Date(from).toISOString(), ...(!open && { to: new Date(to).toISOString() }) }
}
