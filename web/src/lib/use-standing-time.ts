import { useState } from 'react'
import { wholePeriod, writeRange, type TimeRange } from './time-range.ts'

/** A range as moments of the API; `asked` are those that a list is asked with. */
type StandingTime = { from: string; to: string; asked: { from: string; to?: string } }

/**
 * A range in moments that stand still, because a list is read page by page from them, until another range is chosen. One that
 * reached up to the present then is asked for without an end: what is done while one looks belongs to it.
 */
export function useStandingTime(range: TimeRange, present: { now: number; zone: string }): StandingTime {
  const name = JSON.stringify(writeRange(range))
  const [stand, setStand] = useState({ name, now: present.now })
  const period = wholePeriod(range, { ...present, now: stand.now })
  // The day or month it is named after may end while one looks.
  const over = period.to > stand.now && present.now > period.to
  if (stand.name !== name || over) setStand({ name, now: present.now })
  const open = typeof range === 'string' && period.to >= stand.now
  const from = new Date(period.from).toISOString()
  const to = new Date(period.to).toISOString()
  return { from, to, asked: open ? { from } : { from, to } }
}
