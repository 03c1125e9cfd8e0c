import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../core/time.ts'
import { addKey, addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

const MINE = { userId: 'u1', id: 'k1' }
const NEW = {
  userId: 'u1',
  name: 'New',
  note: '',
  prefix: 'sk-ym-abcd',
  last4: 'wxyz',
  expiresAt: null,
  allowModels: null,
  allowIps: null,
}

describe.each(engines)('API keys on %s', (_, open) => {
  test('tell what they were used for, months and days cut in the zone asked for', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    store.clock.set(Date.UTC(2026, 10, 1, 3))
    await store.requests.insertSettled([
      // 23:00 on 31 October and 01:00 on 1 November in Shanghai.
      aRequest({ at: Date.UTC(2026, 9, 31, 15), costNanos: 5n }),
      aRequest({ at: Date.UTC(2026, 9, 31, 17), costNanos: 2n ** 60n }),
      aRequest({ at: Date.UTC(2026, 9, 18, 16), costNanos: 3n }),
      aRequest({ at: Date.UTC(2026, 9, 18, 15), costNanos: 1n }),
    ])
    const key = await store.keys.get(MINE, 'Asia/Shanghai')
    expect(key?.month).toEqual({ requests: 1, costNanos: 2n ** 60n })
    expect(key?.trend).toEqual([3n, ...Array.from({ length: 11 }, () => 0n), 5n, 2n ** 60n])
    const [listed] = await store.keys.list('u1', 'UTC')
    expect(listed?.month).toEqual({ requests: 0, costNanos: 0n })
  })

  test('are listed newest first, the own ones only, deleted ones not', async () => {
    await using store = await open()
    await addUser(store)
    await addUser(store, 'u2')
    for (const [n, id] of ['k1', 'k2', 'k3'].entries()) {
      store.clock.set(TEST_NOW + n)
      await addKey(store, id)
    }
    await addKey(store, 'other', 'u2')
    expect(await store.keys.remove({ userId: 'u1', id: 'k2' })).toBe(true)
    expect((await store.keys.list('u1', 'UTC')).map((key) => key.id)).toEqual(['k3', 'k1'])
    expect(await store.keys.get({ userId: 'u1', id: 'k2' }, 'UTC')).toBeUndefined()
    expect(await store.keys.get({ userId: 'u1', id: 'other' }, 'UTC')).toBeUndefined()
  })

  test('change what is given and nothing else, and only for their owner', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    const change = { allowModels: ['m1', 'm2'], allowIps: ['192.0.2.0/24'], expiresAt: TEST_NOW + DAY_MS }
    expect(await store.keys.patch(MINE, { ...change, status: 'disabled' })).toBe(true)
    expect(await store.keys.patch(MINE, { allowIps: null })).toBe(true)
    expect(await store.keys.patch(MINE, {})).toBe(true)
    expect(await store.keys.patch({ userId: 'u2', id: 'k1' }, { name: 'Stolen' })).toBe(false)
    expect(await store.keys.get(MINE, 'UTC')).toMatchObject({
      ...change,
      allowIps: null,
      status: 'disabled',
      name: 'Key k1',
    })
  })

  test('that an administrator disabled are enabled by administrators alone', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    const state = async () => {
      const key = await store.keys.get(MINE, 'UTC')
      return [key?.status, key?.disabledBy]
    }
    await store.keys.patch(MINE, { status: 'disabled', admin: 'root' })
    expect(await state()).toEqual(['disabled', 'root'])
    expect(await store.keys.patch(MINE, { status: 'active', name: 'Freed' })).toBe(false)
    expect((await store.keys.get(MINE, 'UTC'))?.name).toBe('Key k1')
    expect(await store.keys.patch(MINE, { status: 'disabled', name: 'Kept' })).toBe(true)
    expect(await state()).toEqual(['disabled', 'root'])
    expect(await store.keys.patch(MINE, { status: 'active', admin: 'other' })).toBe(true)
    expect(await state()).toEqual(['active', null])
    await store.keys.patch(MINE, { status: 'disabled' })
    expect(await state()).toEqual(['disabled', null])
    expect(await store.keys.patch(MINE, { status: 'active' })).toBe(true)
    await store.keys.patch(MINE, { status: 'disabled', admin: 'u1' })
    expect(await state()).toEqual(['disabled', null])
  })

  test('are no more than allowed, however many are made at once', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store, 'k0')
    const make = (id: string) => store.keys.create({ ...NEW, id, hash: `hash-of-${id}`, most: 2 })
    const made = await Promise.all(['a', 'b', 'c'].map(make))
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await store.keys.list('u1', 'UTC')).toHaveLength(2)
  })

  test('are not made for whoever is not there, or was deleted meanwhile', async () => {
    await using store = await open()
    await addUser(store)
    const make = (id: string, over: object) => store.keys.create({ ...NEW, id, hash: `hash-of-${id}`, ...over })
    const [, late] = await Promise.all([store.userAdmin.remove('u1'), make('k1', {})])
    expect(late).toEqual({ ok: false, refused: 'no_owner', about: null })
    expect(await make('k2', { most: 9 })).toMatchObject({ refused: 'no_owner' })
    expect(await make('k3', { userId: 'nobody' })).toMatchObject({ refused: 'no_owner' })
    expect(await store.db.kysely.selectFrom('api_key').select('id').execute()).toEqual([])
  })

  test('stay deleted, and keep their name in old requests', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    const record = aRequest()
    await store.requests.insertSettled([record])
    expect(await store.keys.remove(MINE)).toBe(true)
    expect(await store.keys.remove(MINE)).toBe(false)
    expect(await store.keys.patch(MINE, { status: 'active' })).toBe(false)
    expect((await store.requests.get(record.id, 'u1'))?.keyName).toBe('Key k1')
    expect((await store.readDirectory()).data.keys).toEqual([])
  })
})

test.each(engines)(
  'a key’s month is the same on every day of it, also where hours begin at the half (%s)',
  async (_, open) => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    // 23:40 of 31 October there.
    await store.requests.insertSettled([aRequest({ at: Date.UTC(2026, 9, 31, 18, 10), costNanos: 7n })])
    for (const day of [5, 25]) {
      store.clock.set(Date.UTC(2026, 10, day, 12))
      const key = await store.keys.get({ userId: 'u1', id: 'k1' }, 'Asia/Kolkata')
      expect(key?.month).toEqual({ requests: 0, costNanos: 0n })
      const { monthCostNanos } = await store.userAdmin.figures('Asia/Kolkata')
      expect(monthCostNanos).toBe(0n)
    }
  },
)
