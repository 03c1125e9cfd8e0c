import { expect, test } from 'vitest'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { parseSearch } from '../../lib/search-params.ts'
import { filterQuery, isFiltered, readFilter, userState } from './users.ts'

const user: AdminUser = {
  id: 'u1',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'user',
  status: 'active',
  group: null,
  billing: 'unlimited',
  credit: '0',
  spent: '5',
  balance: null,
  limits: [],
  allow_models: null,
  deny_models: [],
  allow_providers: null,
  allow_ips: null,
  note: '',
  must_change_password: false,
  second_factor: false,
  passkeys: 0,
  keys: 0,
  month: { requests: 0, cost: '0' },
  trend: [],
  last_active_at: null,
  last_login_at: null,
  created_at: '2026-11-01T00:00:00.000Z',
  version: 1,
}

test('the filter is what the address names and knows', () => {
  const filter = readFilter(parseSearch('q=ada&role=admin&role=root&sign=idle_30d&user=u1&group=g1&group=g2'))
  expect(filterQuery(filter)).toEqual({ q: 'ada', role: ['admin'], sign: ['idle_30d'], group: ['g1', 'g2'] })
  expect(isFiltered(filter)).toBe(true)
})

test('an open drawer and spaces filter nothing', () => {
  const filter = readFilter(parseSearch('user=u1&q=%20'))
  expect(isFiltered(filter)).toBe(false)
  expect(filterQuery(filter)).toEqual({})
})

test('who pays ahead is exhausted with the last cent, others with a limit', () => {
  const limit = { metric: 'cost', window: 'month', max: '5', used: '5', held: '0' } as const
  const limits: AdminUser['limits'] = [{ ...limit, mode: 'normal', action: 'refuse', resets_at: null }]
  expect(userState(user)).toBe('active')
  expect(userState({ ...user, billing: 'prepaid', balance: '0' })).toBe('exhausted')
  expect(userState({ ...user, billing: 'prepaid', balance: '0.000000001' })).toBe('active')
  expect(userState({ ...user, limits })).toBe('exhausted')
  expect(userState({ ...user, limits, status: 'disabled' })).toBe('disabled')
})
