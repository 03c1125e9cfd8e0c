import { expect, test } from 'vitest'
import { bytesAfter, dailyBytes, daysUntil, type Keeping, settledDays } from './storage-forecast.ts'

const PACE = { requests: 100, failed: 10, row: 1000, headersOnly: 3000, withBodies: 50_000 }
const FULL: Keeping = { level: 'FULL', failedOnly: false, rowDays: 90, captureDays: 7, mostCaptured: 1e9 }

test.each([
  ['BASIC', { level: 'BASIC' }, 0],
  ['HEADERS', { level: 'HEADERS' }, 300_000],
  ['FULL', {}, 5_000_000],
  ['FULL for failures alone', { failedOnly: true }, 10 * 50_000 + 90 * 3000],
  ['HEADERS, whatever is said of bodies', { level: 'HEADERS', failedOnly: true }, 300_000],
] as const)('by %s a day’s requests take their rows and what is captured', (_name, more, captures) => {
  expect(dailyBytes(PACE, { ...FULL, ...more })).toEqual({ rows: 100_000, captures })
})

test('what is kept grows until the first of it is deleted, rows and captures each in their time', () => {
  const after = (days: number, keeping = FULL) =>
    bytesAfter(days, { rows: 0, captures: 0, oldest_days: 0 }, PACE, keeping)
  expect([0, 1, 7, 8, 90, 400].map((days) => after(days))).toEqual([
    0, 5_100_000, 35_700_000, 35_800_000, 44_000_000, 44_000_000,
  ])
  expect(settledDays(FULL)).toBe(90)
  expect(after(90, { ...FULL, mostCaptured: 20_000_000 })).toBe(29_000_000)
})

test('what is there already counts, and shrinks where less will be kept', () => {
  const now = { rows: 9_000_000, captures: 35_000_000, oldest_days: 90 }
  expect(bytesAfter(0, now, PACE, FULL)).toBe(44_000_000)
  expect(bytesAfter(90, now, PACE, FULL)).toBe(44_000_000)
  expect(bytesAfter(7, now, PACE, { ...FULL, level: 'BASIC' })).toBe(9_000_000)
})

test('nothing is deleted before it is as old as it may become, and the disk is full by then', () => {
  const now = { rows: 15_000_000, captures: 0, oldest_days: 15 }
  const keeping: Keeping = { ...FULL, level: 'BASIC', rowDays: 30 }
  const at = (days: number) => bytesAfter(days, now, { ...PACE, requests: 1000 }, keeping)
  expect([0, 10, 15, 20, 30, 60].map(at)).toEqual([15e6, 25e6, 30e6, 30e6, 30e6, 30e6])
  expect(daysUntil(25e6, at, settledDays(keeping))).toBe(10)
  expect(daysUntil(31e6, at, settledDays(keeping))).toBeNull()
})
