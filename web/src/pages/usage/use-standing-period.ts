import { useState } from 'react'
import { DAY_MS } from '../../../../src/core/time.ts'
import { periodOf, wholePeriod, writeRange } from '../../lib/time-range.ts'
import { periodQuery, type PeriodState } from '../../lib/traffic/use-period.ts'

const AHEAD_MS = DAY_MS

/**
 * The period of a list that is read page by page: it stands still until it is asked for again, or its pages would not
 * fit together. It reaches into the future so that what is live has room; when that is used up, or the day or month it
 * is named after is over, it stands anew.
 */
export function useStandingPeriod({ range, present: { now, zone } }: PeriodState) {
  const name = JSON.stringify(writeRange(range))
  const [stand, setStand] = useState({ name, now })
  const present = { now: stand.now, zone }
  const { from, to } = periodOf(range, present)
  const end = wholePeriod(range, present).to
  const open = typeof range === 'string' && end >= stand.now
  const over = open && now > (end > stand.now ? end : stand.now + AHEAD_MS)
  if (stand.name !== name || over) setStand({ name, now })
  return {
    query: periodQuery({ from, to: open ? to + AHEAD_MS : to }, zone),
    again: () => setStand({ name, now: Date.now() }),
  }
}
