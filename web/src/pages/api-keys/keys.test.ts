import { expect, test } from 'vitest'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { filtered, monthCost, pickKeys, type KeyFilter } from './keys.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const all: KeyFilter = { q: '', status: null, soon: false, unused: false, sort: '-cost' }
const none = () => false

function key(id: string, more: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    name: id,
    note: '',
    prefix: 'sk-ym-0000',
    last4: 'aaaa',
    status: 'active',
    disabled_by_admin: false,
    expires_at: null,
    allow_models: null,
    allow_ips: null,
    tags: [],
    limits: [],
    old_secret_until: null,
    created_at: '2026-11-01T00:00:00.000Z',
    version: 1,
    last_used_at: '2026-11-20T11:00:00.000Z',
    last_used_ip: null,
    last_used_client: null,
    last_used_model: null,
    month: { requests: 0, cost: '0' },
    trend: Array.from({ length: 14 }, () => '0'),
    ...more,
  }
}

const ids = (keys: readonly ApiKey[]) => keys.map(({ id }) => id)

test('the dearest key comes first by amount, not by text', () => {
  const keys = [key('a', { month: { requests: 1, cost: '9.5' } }), key('b', { month: { requests: 1, cost: '10' } })]
  expect(ids(pickKeys(keys, all, NOW, none))).toEqual(['b', 'a'])
})

test('what was just created stands before everything else', () => {
  const keys = [key('a', { month: { requests: 1, cost: '9' } }), key('new')]
  expect(ids(pickKeys(keys, all, NOW, ({ id }) => id === 'new'))).toEqual(['new', 'a'])
})

test('a key is found by what the page itself shows and copies of it', () => {
  const keys = [key('a', { prefix: 'sk-ym-8f2c', last4: 'a1B2' }), key('b', { prefix: 'sk-ym-3d91', last4: 'Kp7Q' })]
  for (const q of ['sk-ym-8f2c…a1B2', 'sk-ym-8f2c', '8F2C']) {
    expect(ids(pickKeys(keys, { ...all, q }, NOW, none))).toEqual(['a'])
  }
})

test('a search looks at name, note and last four characters', () => {
  const keys = [key('Claude'), key('b', { note: 'with claude' }), key('c', { last4: 'Clau' }), key('d')]
  expect(ids(pickKeys(keys, { ...all, q: ' CLAU ' }, NOW, none))).toEqual(['Claude', 'b', 'c'])
})

test('filters are taken together', () => {
  const soon = '2026-11-25T00:00:00.000Z'
  const keys = [key('a', { expires_at: soon }), key('b', { expires_at: soon, status: 'disabled' }), key('c')]
  expect(ids(pickKeys(keys, { ...all, soon: true, status: 'active' }, NOW, none))).toEqual(['a'])
  expect(pickKeys(keys, { ...all, soon: true, status: 'disabled' }, NOW, none)).toEqual([])
})

test('keys without an end come last when ordered by their end', () => {
  const keys = [
    key('never'),
    key('late', { expires_at: '2027-05-01T00:00:00.000Z' }),
    key('soon', { expires_at: '2026-12-01T00:00:00.000Z' }),
  ]
  expect(ids(pickKeys(keys, { ...all, sort: 'expires' }, NOW, none))).toEqual(['soon', 'late', 'never'])
})

test('the month is summed without floats', () => {
  expect(
    monthCost([key('a', { month: { requests: 1, cost: '0.1' } }), key('b', { month: { requests: 1, cost: '0.2' } })]),
  ).toBe('0.3')
})

test('an order alone is no filter', () => {
  expect(filtered({ ...all, sort: 'name' })).toBe(false)
  expect(filtered({ ...all, q: ' x' })).toBe(true)
})
