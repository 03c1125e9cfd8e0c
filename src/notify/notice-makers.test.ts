import { expect, test } from 'vitest'
import { MAINTENANCE_AHEAD_MS } from '../core/notices.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { type MakerBook, makeNotices } from './notice-makers.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const never = new AbortController().signal
const KEY = { id: 'k1', userId: 'u1', name: 'nightly', expiresAt: NOW + DAY_MS }
const ANNOUNCED = { id: 'a1', groups: ['g1'], shownAt: NOW - HOUR_MS, startsAt: null }
const WORKS = { id: 'a2', groups: null, shownAt: NOW - 3 * DAY_MS, startsAt: NOW + HOUR_MS / 4 }

function world(over: Partial<MakerBook> = {}) {
  const told: string[] = []
  const asked: unknown[] = []
  const book: MakerBook = {
    tell: async (userId, { mark }) => told.push(`${userId} ${mark}`) > 0,
    tellAll: async ({ groups, madeBefore }, { mark }) => {
      told.push(`${String(groups)} ${madeBefore - NOW} ${mark}`)
      return 3
    },
    keysExpiring: async (from, to) => {
      asked.push([from - NOW, to - NOW])
      return [KEY]
    },
    announced: async (since, until) => {
      asked.push([since - NOW, until - NOW])
      return { fresh: [ANNOUNCED], near: [WORKS] }
    },
    ...over,
  }
  return { told, asked, make: makeNotices({ book, clock: { now: () => NOW, monotonicMs: () => 0 } }) }
}

test('owners are told of keys that expire within a week, and audiences of what is new and of maintenance within half an hour', async () => {
  const { told, asked, make } = world()
  expect(await make(true, never)).toBe(7)
  expect(asked).toEqual([
    [0, 7 * DAY_MS],
    [-DAY_MS, MAINTENANCE_AHEAD_MS],
  ])
  expect(told).toEqual([
    `u1 key_expiry:k1:${KEY.expiresAt}`,
    `g1 ${-HOUR_MS} announcement:a1`,
    `null 0 maintenance:a2:${WORKS.startsAt}`,
  ])
  expect(await make(true, never)).toBe(0)
})

test('what the console says by itself is made for e-mail alone', async () => {
  const { told, make } = world()
  await make(false, never)
  expect(told).toEqual([`u1 key_expiry:k1:${KEY.expiresAt}`])
})

test('what was broken off is told in the next round', async () => {
  const stop = new AbortController()
  let calls = 0
  const tellAll = async () => {
    calls += 1
    stop.abort()
    return 1
  }
  const { make } = world({ tellAll, keysExpiring: async () => [] })
  await make(true, stop.signal)
  expect(await make(true, never)).toBe(2)
  expect(calls).toBe(3)
})
