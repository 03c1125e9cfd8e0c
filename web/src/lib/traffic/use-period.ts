import { useMemo } from 'react'
import { useMinute } from '../now.ts'
import { one, useSearchParams } from '../search-params.ts'
import { periodOf, readRange, writeRange, type Period, type Preset, type TimeRange } from '../time-range.ts'
import { useZone } from '../use-format.ts'

/** The time range of a page, kept in its address. */
export type PeriodState = {
  range: TimeRange
  setRange: (range: TimeRange) => void
  period: Period
  /** The period as the API is asked for it. */
  query: { from: string; to: string; tz: string }
  compare: boolean
  setCompare: (on: boolean) => void
  present: { now: number; zone: string }
}

const iso = (ms: number) => new Date(ms).toISOString()

/** A period as a query of the API. */
export const periodQuery = (period: Period, zone: string) => ({ from: iso(period.from), to: iso(period.to), tz: zone })

/** The time range in the address, or the page's own when there is none; it moves on once a minute. */
export function usePeriod(otherwise: Preset): PeriodState {
  const [search, change] = useSearchParams()
  const now = useMinute()
  const zone = useZone()
  const [range, from, to] = ['range', 'from', 'to'].map((name) => one(search, name))
  const compare = one(search, 'cmp') === 'prev'
  return useMemo(() => {
    const present = { now, zone }
    const chosen = readRange({ range, from, to }) ?? otherwise
    const period = periodOf(chosen, present)
    return {
      range: chosen,
      // The default is never written, so that a link without a range keeps meaning "as usual".
      setRange: (next: TimeRange) =>
        change(next === otherwise ? { range: null, from: null, to: null } : writeRange(next)),
      period,
      query: periodQuery(period, zone),
      compare,
      setCompare: (on: boolean) => change({ cmp: on ? 'prev' : null }),
      present,
    }
  }, [range, from, to, compare, otherwise, now, zone, change])
}
