import { describe, expect, test } from 'vitest'
import type { KeyColumn } from '../contract/admin-keys.ts'
import type { Sort } from '../contract/common.ts'
import { DAY_MS, HOUR_MS, hourOf } from '../core/time.ts'
import { addKey, addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const MINE = { userId: 'u1', id: 'k1' }
const ids = async (store: TestStore, query: object) =>
  (await store.keyAdmin.list({ zone: 'UTC', limit: 50, ...query })).items.map((key) => key.id)

const second = { hash: 'hash-2', prefix: 'sk-ym-efgh', last4: 'uvwx' }

describe.each(engines)('a rotated key on %s', (_, open) => {
  test('is accepted by both secrets while they overlap, as the same key', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    await store.keys.rotate(MINE, { ...second, overlapUntil: TEST_NOW + HOUR_MS })
    const entries = (await store.readDirectory()).data.keys.map(({ id, hash, expiresAt }) => ({ id, hash, expiresAt }))
    expect(entries).toEqual([
      { id: 'k1', hash: 'hash-of-k1', expiresAt: TEST_NOW + HOUR_MS },
      { id: 'k1', hash: 'hash-2', expiresAt: null },
    ])
    expect(await store.keys.get(MINE, 'UTC')).toMatchObject({ last4: 'uvwx', overlapUntil: TEST_NOW + HOUR_MS })
    store.clock.set(TEST_NOW + HOUR_MS)
    expect((await store.readDirectory()).data.keys.map((key) => key.hash)).toEqual(['hash-2'])
  })

  test('gives its old secret no longer life than the key has', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    await store.keys.patch(MINE, { expiresAt: TEST_NOW + 1 })
    await store.keys.rotate(MINE, { ...second, overlapUntil: TEST_NOW + DAY_MS })
    expect((await store.readDirectory()).data.keys.map((key) => key.expiresAt)).toEqual([TEST_NOW + 1, TEST_NOW + 1])
  })

  test('is found by the secret before the last, and only its owner can rotate it', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    expect(await store.keys.rotate({ userId: 'u2', id: 'k1' }, { ...second, overlapUntil: TEST_NOW })).toBe(false)
    expect(await store.keys.rotate(MINE, { ...second, overlapUntil: TEST_NOW })).toBe(true)
    expect(await store.keyAdmin.byHash('hash-of-k1')).toBe('k1')
    expect(await store.keyAdmin.byHash('hash-2')).toBe('k1')
    expect((await store.readDirectory()).data.keys.map((key) => key.hash)).toEqual(['hash-2'])
    await store.keys.remove(MINE)
    expect(await store.keyAdmin.byHash('hash-2')).toBeUndefined()
    expect(await store.keys.rotate(MINE, { ...second, hash: 'hash-3', overlapUntil: TEST_NOW })).toBe(false)
  })
})

describe.each(engines)('the administration of keys on %s', (_, open) => {
  test('lists the keys of everybody with their owners, by filters and words', async () => {
    await using store = await open()
    await addUser(store)
    await addUser(store, 'u2')
    await addUser(store, 'a1', 'admin')
    for (const id of ['k1', 'k2', 'k3']) await addKey(store, id, id === 'k3' ? 'u2' : 'u1')
    const made = { id: 'k4', userId: 'u2', name: 'Made', note: '', hash: 'h4', prefix: 'sk-ym-4', last4: 'last' }
    const open4 = { expiresAt: null, allowModels: null, allowIps: null }
    await store.keys.create({ ...made, ...open4, createdBy: 'a1', tags: ['prod'] })
    await store.keys.patch({ userId: 'u1', id: 'k2' }, { status: 'disabled' })
    await store.keys.patch({ userId: 'u2', id: 'k3' }, { expiresAt: TEST_NOW })
    const { items } = await store.keyAdmin.list({ zone: 'UTC', limit: 1 })
    expect(items).toMatchObject([
      {
        id: 'k4',
        tags: ['prod'],
        owner: { id: 'u2', name: 'User u2', email: 'u2@example.com' },
        createdBy: 'a1',
        createdByName: 'User a1',
      },
    ])
    expect(await ids(store, {})).toEqual(['k4', 'k3', 'k2', 'k1'])
    expect(await ids(store, { cursor: 'k3' })).toEqual(['k2', 'k1'])
    expect(await ids(store, { users: ['u1'] })).toEqual(['k2', 'k1'])
    expect(await ids(store, { statuses: ['active'] })).toEqual(['k4', 'k1'])
    expect(await ids(store, { statuses: ['disabled', 'expired'] })).toEqual(['k3', 'k2'])
    expect(await ids(store, { statuses: ['exhausted'] })).toEqual([])
    expect(await ids(store, { statuses: ['exhausted', 'rotating'], usedUp: ['k4', 'k3'] })).toEqual(['k4'])
    expect(await ids(store, { q: 'U2@example' })).toEqual(['k4', 'k3'])
    expect(await ids(store, { q: 'LAST' })).toEqual(['k4'])
    expect(await store.keyAdmin.ref('k3')).toEqual({ id: 'k3', userId: 'u2' })
    await store.keys.remove({ userId: 'u2', id: 'k3' })
    expect(await store.keyAdmin.ref('k3')).toBeUndefined()
    expect(await ids(store, {})).toEqual(['k4', 'k2', 'k1'])
  })

  test('orders keys by any column either way, page by page, those without it last', async () => {
    await using store = await open()
    await addUser(store)
    for (const id of ['k1', 'k2', 'k3']) await addKey(store, id)
    await store.keys.patch({ userId: 'u1', id: 'k2' }, { name: 'key 10', expiresAt: TEST_NOW + 2 })
    await store.keys.patch({ userId: 'u1', id: 'k3' }, { name: 'key 9', expiresAt: TEST_NOW + 1 })
    await store.keys.patch({ userId: 'u1', id: 'k1' }, { name: 'key 11' })
    await store.requests.insertSettled([
      aRequest({ keyId: 'k1', ip: '192.0.2.1', at: TEST_NOW - HOUR_MS, costNanos: 3n }),
      aRequest({ keyId: 'k1', ip: '192.0.2.2', at: TEST_NOW - 2 * HOUR_MS, costNanos: 3n }),
      aRequest({ keyId: 'k3', at: TEST_NOW, costNanos: 4n }),
    ])
    const sorted = async (sort: Sort<KeyColumn>, query: object = {}) => {
      const listed = await ids(store, { sort, ...query })
      // The order of all is that of the pages; only a cursor makes them differ.
      if (!('cursor' in query)) expect(await store.keyAdmin.order({ zone: 'UTC', sort, ...query })).toEqual(listed)
      return listed
    }
    expect(await sorted('created')).toEqual(['k1', 'k2', 'k3'])
    expect(await sorted('name')).toEqual(['k3', 'k2', 'k1'])
    expect(await sorted('-cost')).toEqual(['k1', 'k3', 'k2'])
    expect(await sorted('-used')).toEqual(['k3', 'k1', 'k2'])
    expect(await sorted('used')).toEqual(['k1', 'k3', 'k2'])
    expect(await sorted('-addresses')).toEqual(['k1', 'k3', 'k2'])
    expect(await sorted('expires')).toEqual(['k3', 'k2', 'k1'])
    const { items, next } = await store.keyAdmin.list({ zone: 'UTC', sort: '-cost', limit: 1 })
    expect(items).toMatchObject([{ id: 'k1', owner: { id: 'u1' }, month: { costNanos: 6n } }])
    expect(await sorted('-cost', { cursor: next })).toEqual(['k3', 'k2'])
    expect(await sorted('-cost', { users: ['u2'] })).toEqual([])
  })

  test('names what may be wrong with a key, and finds keys by it', async () => {
    await using store = await open()
    await addUser(store)
    for (const id of ['k1', 'k2', 'k3']) await addKey(store, id)
    store.clock.set(TEST_NOW + 91 * DAY_MS)
    const now = store.clock.now()
    const limit = { metric: 'cost', window: 'month', max: 1n, mode: 'normal', action: 'refuse' } as const
    await store.keys.patch({ userId: 'u1', id: 'k2' }, { limits: [limit], expiresAt: now + DAY_MS })
    const from = (n: number, at: number) => aRequest({ keyId: 'k3', ip: `192.0.2.${n}`, at })
    await store.requests.insertSettled([...[1, 2, 3, 4].map((n) => from(n, now - n)), from(1, now - 9)])
    await store.requests.insertSettled([from(5, now - 8 * DAY_MS), aRequest({ keyId: 'k2', at: now })])
    const risks = async () => {
      const { items } = await store.keyAdmin.list({ zone: 'UTC', limit: 50 })
      return Object.fromEntries(items.map((key) => [key.id, [key.addresses, ...key.risks]]))
    }
    expect(await risks()).toEqual({
      k1: [0, 'no_limit', 'no_expiry', 'unused_90d'],
      k2: [1, 'expires_7d'],
      k3: [4, 'no_limit', 'no_expiry'],
    })
    await store.requests.insertSettled([from(6, now)])
    expect((await risks())['k3']).toEqual([5, 'no_limit', 'no_expiry', 'many_ips'])
    // The hour is told, not the moment, and who came eight days ago is not among them.
    const hour = hourOf(now)
    const places = await store.keyAdmin.addresses('k3')
    expect(places.toSorted((a, b) => a.ip.localeCompare(b.ip))).toEqual([
      ...[1, 2, 3, 4].map((n) => ({ ip: `192.0.2.${n}`, at: hourOf(now - n) })),
      { ip: '192.0.2.6', at: hour },
    ])
    expect(places[0]?.at).toBe(hour)
    expect(await store.keyAdmin.addresses('k1')).toEqual([])
    expect(await ids(store, { risks: ['many_ips'] })).toEqual(['k3'])
    expect(await ids(store, { risks: ['no_limit', 'unused_90d'] })).toEqual(['k1'])
    expect(await ids(store, { risks: ['no_expiry'] })).toEqual(['k3', 'k1'])
    expect(await ids(store, { risks: ['no_expiry'], ids: ['k1', 'k2'] })).toEqual(['k1'])
    expect(await store.keyAdmin.figures('UTC')).toMatchObject({
      active: 3,
      rotating: 0,
      risks: { no_limit: 2, no_expiry: 2, unused_90d: 1, many_ips: 1, expires_7d: 1 },
    })
  })
})
