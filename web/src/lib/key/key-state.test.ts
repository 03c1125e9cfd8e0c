import { expect, test } from 'vitest'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { daysUntil, expiresSoon, keyState, longUnused, ratePerMinute } from './key-state.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')

type Facts = Pick<ApiKey, 'status' | 'expires_at' | 'limits' | 'old_secret_until' | 'last_used_at' | 'created_at'>
const key = (more: Partial<Facts> = {}): Facts => ({
  status: 'active',
  expires_at: null,
  limits: [],
  old_secret_until: null,
  last_used_at: '2026-11-20T11:00:00.000Z',
  created_at: '2026-11-01T00:00:00.000Z',
  ...more,
})

test('a working key whose limit is used up says that before it says that it rotates', () => {
  const limit = { metric: 'cost', window: 'total', max: '5', used: '5', held: '0' } as const
  const limits: ApiKey['limits'] = [{ ...limit, mode: 'normal', action: 'refuse', resets_at: null }]
  const old_secret_until = '2026-11-21T00:00:00.000Z'
  expect(keyState(key())).toBe('active')
  expect(keyState(key({ old_secret_until }))).toBe('rotating')
  expect(keyState(key({ old_secret_until, limits }))).toBe('exhausted')
  expect(keyState(key({ status: 'disabled', limits }))).toBe('disabled')
})

test('a key that does not end is never about to', () => {
  expect(expiresSoon(key(), NOW)).toBe(false)
  expect(expiresSoon(key({ expires_at: '2026-11-27T11:59:00.000Z' }), NOW)).toBe(true)
  expect(expiresSoon(key({ expires_at: '2026-11-27T12:01:00.000Z' }), NOW)).toBe(false)
})

test('a key that was never used counts from its creation', () => {
  expect(longUnused(key({ last_used_at: null }), NOW)).toBe(false)
  expect(longUnused(key({ last_used_at: null, created_at: '2026-08-01T00:00:00.000Z' }), NOW)).toBe(true)
})

test.each([
  ['2026-11-22T13:00:00.000Z', 2],
  ['2026-11-21T11:00:00.000Z', 0],
  ['2026-11-20T11:00:00.000Z', 0],
  ['2026-11-19T11:00:00.000Z', -1],
  ['2026-11-18T11:00:00.000Z', -2],
])('%s is %i whole days from now', (at, days) => expect(daysUntil(at, NOW)).toBe(days))

test('the rate is the limit on requests in a minute', () => {
  const limit = { max: 60, used: 0, held: 0, mode: 'normal', action: 'refuse', resets_at: null } as const
  const daily = { ...limit, metric: 'requests', window: 'day', max: 5 } as const
  expect(ratePerMinute(key({ limits: [daily] }))).toBeNull()
  expect(ratePerMinute(key({ limits: [daily, { ...limit, metric: 'requests', window: 'minute' }] }))).toBe(60)
})
