import { expect, test } from 'vitest'
import type { JobRun } from '../core/jobs.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { checkedSince } from './checked-since.ts'

const NOW = 1000 * DAY_MS
const FOUND_NOTHING = { broken: null }

function ran(name: 'verify' | 'upkeep', ranAt: number, said: JobRun['said'] = FOUND_NOTHING): JobRun {
  return { name, ranAt, tookMs: 1, ok: said === FOUND_NOTHING, said }
}

test('rows are checked since the check before, however many nights the gateway was off, and a day of them at least', () => {
  const hoursBack = (...last: JobRun[]) => (NOW - checkedSince(last, NOW)) / HOUR_MS
  expect(hoursBack()).toBe(25)
  expect(hoursBack(ran('verify', NOW - DAY_MS))).toBe(25)
  expect(hoursBack(ran('upkeep', NOW - 30 * DAY_MS), ran('verify', NOW - 3 * DAY_MS))).toBe(73)
  expect(hoursBack(ran('verify', NOW - HOUR_MS))).toBe(25)
  // By a clock that was ahead.
  expect(hoursBack(ran('verify', NOW + 400 * DAY_MS))).toBe(25)
})

test('after a check that failed, or found something broken, all rows are checked; a breach of the audit log is nothing of theirs', () => {
  const since = (said: JobRun['said']) => checkedSince([ran('verify', NOW - DAY_MS, said)], NOW)
  expect(since({})).toBe(0)
  expect(since({ broken: 'I5 r1', breach: null })).toBe(0)
  expect(since({ broken: null, breach: 'changed' })).toBe(NOW - DAY_MS - HOUR_MS)
})
