import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { checkedSince } from './checked-since.ts'

const NOW = 1000 * DAY_MS
const ran = (name: 'verify' | 'upkeep', ranAt: number) => ({ name, ranAt, tookMs: 1, ok: true, said: {} })

test('rows are checked since the check before, however many nights the gateway was off, and a day of them at least', () => {
  const hoursBack = (...last: Parameters<typeof checkedSince>[0]) => (NOW - checkedSince(last, NOW)) / HOUR_MS
  expect(hoursBack()).toBe(25)
  expect(hoursBack(ran('verify', NOW - DAY_MS))).toBe(25)
  expect(hoursBack(ran('upkeep', NOW - 30 * DAY_MS), ran('verify', NOW - 3 * DAY_MS))).toBe(73)
  expect(hoursBack(ran('verify', NOW - HOUR_MS))).toBe(25)
  // By a clock that was ahead.
  expect(hoursBack(ran('verify', NOW + 400 * DAY_MS))).toBe(25)
})
