import { useMemo } from 'react'
import { useMinute } from '../now.ts'
import { one, useSearchParams } from '../search-params.ts'
import {
  periodOf,
  readRange,
  writeRange,
  type Period,
  type Present,
  type Preset,
  type TimeRange,
} from '../time-range.ts'
import { usePreference } from '../preferences.ts'
import { useClock, useZone } from '../use-format.ts'

/** The time range of a page, kept in its address. */
export type PeriodState = {
  range: TimeRange
  setRange: (range: TimeRange) => void
  /** Back to the range there is without any choice. */
  reset: () => void
  period: Period
  /** The period as the API is asked for it. */
  query: { from: string; to: string; tz: string }
  compare: boolean
  setCompare: (on: boolean) => void
  present: Present
}

const NO_RANGE = { range: null, from: null, to: null } as const

const iso = (ms: number) => new Date(ms).toISOString()

/** A period as a query of the API. */
export const periodQuery = (period: Period, zone: string) => ({ from: iso(period.from), to: iso(period.to), tz: zone })

/** The time range in the address, or the reader's usual one, or the page's own; it moves on once a minute. */
export function usePeriod(own: Preset): PeriodState {
  const [search, change] = useSearchParams()
  const now = useMinute()
  const zone = useZone()
  const clock = useClock()
  const otherwise = usePreference('range') ?? own
  const [range, from, to] = ['range', 'from', 'to'].map((name) => one(search, name))
  const compare = one(search, 'cmp') === 'prev'
  return useMemo(() => {
    const present = { ...clock, now, zone }
    const chosen = readRange({ range, from, to }) ?? otherwise
    const period = periodOf(chosen, present)
    return {
      range: chosen,
      // The default is never written, so that a link without a range keeps meaning "as usual".
      setRange: (next: TimeRange) => change(next === otherwise ? NO_RANGE : writeRange(next)),
      reset: () => change(NO_RANGE),
      period,
      query: periodQuery(period, zone),
      compare,
      setCompare: (on: boolean) => change({ cmp: on ? 'prev' : null }),
      present,
    }
  }, [range, from, to, compare, otherwise, now, zone, clock, change])
}
