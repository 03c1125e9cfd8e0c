import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import * as looseEnds from './migrations/0034-loose-ends.ts'
import { addKey, addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const from = (n: number, at = TEST_NOW, keyId = 'k1') => aRequest({ keyId, ip: `192.0.2.${n}`, at })

async function counts(store: TestStore): Promise<Record<string, number>> {
  const { items } = await store.keyAdmin.list({ zone: 'UTC', limit: 50, sort: 'created' })
  return Object.fromEntries(items.map((key) => [key.id, key.addresses]))
}

const kept = (store: TestStore) =>
  store.db.kysely.selectFrom('key_address').selectAll().orderBy('key_id').orderBy('ip').execute()

async function twoKeys(store: TestStore): Promise<void> {
  await addUser(store)
  for (const id of ['k1', 'k2']) await addKey(store, id)
}

describe.each(engines)('the addresses of keys on %s', (_, open) => {
  test('are counted without a look at any request', async () => {
    await using store = await open()
    await twoKeys(store)
    await store.requests.insertSettled([from(1), from(2), from(2, TEST_NOW, 'k2'), from(1, TEST_NOW - 9)])
    await store.requests.insertSettled([from(1), from(3, TEST_NOW - 8 * DAY_MS), from(4, TEST_NOW - 7 * DAY_MS)])
    await store.db.kysely.deleteFrom('request').execute()
    expect(await counts(store)).toEqual({ k1: 3, k2: 1 })
    store.clock.set(TEST_NOW + HOUR_MS)
    expect(await counts(store)).toEqual({ k1: 2, k2: 1 })
  })

  test('are kept once each with the last hour they were seen in, which no late row moves back', async () => {
    await using store = await open()
    await store.requests.insertSettled([from(1, TEST_NOW + HOUR_MS + 5), from(1), from(2, TEST_NOW + 7)])
    await store.requests.insertSettled([from(1, TEST_NOW + 9), from(2, TEST_NOW + 2 * HOUR_MS)])
    expect(await kept(store)).toEqual([
      { key_id: 'k1', ip: '192.0.2.1', at: TEST_NOW + HOUR_MS },
      { key_id: 'k1', ip: '192.0.2.2', at: TEST_NOW + 2 * HOUR_MS },
    ])
  })

  test('that are not kept are none', async () => {
    await using store = await open()
    await twoKeys(store)
    await store.requests.insertSettled([aRequest({ ip: '' }), aRequest({ ip: '', keyId: 'k2' })])
    expect(await counts(store)).toEqual({ k1: 0, k2: 0 })
  })

  test('go once they count no more, or with their requests', async () => {
    await using store = await open()
    await store.requests.insertSettled([from(1, TEST_NOW - 8 * DAY_MS), from(2, TEST_NOW - 2 * DAY_MS), from(3)])
    await store.keyAdmin.purge()
    expect((await kept(store)).map(({ ip }) => ip)).toEqual(['192.0.2.2', '192.0.2.3'])
    await store.retention.requests(TEST_NOW - DAY_MS)
    await store.keyAdmin.purge()
    // The row of two days ago was the last to go: of its hour others may be left.
    expect((await kept(store)).map(({ ip }) => ip)).toEqual(['192.0.2.2', '192.0.2.3'])
    await store.requests.insertSettled([from(4, TEST_NOW - HOUR_MS)])
    await store.retention.requests(TEST_NOW)
    await store.keyAdmin.purge()
    expect((await kept(store)).map(({ ip }) => ip)).toEqual(['192.0.2.3', '192.0.2.4'])
  })

  test('of an older database are those of its requests', async () => {
    await using store = await open()
    const now = Date.now()
    const old = [from(1, now), from(1, now - DAY_MS), from(2, now - 2 * DAY_MS), from(1, now - DAY_MS, 'k2')]
    await store.requests.insertSettled([...old, from(3, now - 9 * DAY_MS), aRequest({ ip: '', at: now })])
    const settled = (await kept(store)).filter(({ ip }) => ip !== '192.0.2.3')
    await store.db.kysely.schema.dropTable('key_address').execute()
    await store.db.transaction((tx) => looseEnds.up(tx, store.db.engine))
    expect(await kept(store)).toEqual(settled)
    expect(settled).toHaveLength(3)
  })
})
