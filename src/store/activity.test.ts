import { describe, expect, test } from 'vitest'
import type { ActivityKind } from '../contract/activity.ts'
import { HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { addUser } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const happen = (store: TestStore, kind: ActivityKind, more: { userId?: string; name?: string; ip?: string } = {}) => {
  const { userId = 'u1', name = '', ip = '192.0.2.1' } = more
  return store.activity.record({ userId, kind, details: { name }, ip, userAgent: 'Firefox' })
}

const kindsOf = async (store: TestStore, filter: object) =>
  (await store.activity.list({ userId: 'u1', ...filter }, { limit: 50 })).items.map(({ kind }) => kind)

describe.each(engines)('activity on %s', (_, open) => {
  test('is listed newest first, page by page, and to its owner alone', async () => {
    await using store = await open()
    await happen(store, 'session.opened')
    await happen(store, 'session.opened', { userId: 'u2' })
    await happen(store, 'key.created', { name: '笔记本' })
    await happen(store, 'key.deleted')
    const first = await store.activity.list({ userId: 'u1' }, { limit: 2 })
    expect(first.items).toMatchObject([{ kind: 'key.deleted' }, { kind: 'key.created', details: { name: '笔记本' } }])
    const rest = await store.activity.list({ userId: 'u1' }, { limit: 2, cursor: first.next ?? undefined })
    expect([rest.items.map(({ kind }) => kind), rest.next]).toEqual([['session.opened'], null])
  })

  test('is filtered by group, outcome, time and words', async () => {
    await using store = await open()
    await happen(store, 'session.failed', { ip: '203.0.113.9' })
    store.clock.set(TEST_NOW + HOUR_MS)
    await happen(store, 'session.opened')
    await happen(store, 'key.created', { name: 'Claude 100%' })
    expect(await kindsOf(store, { groups: ['sign_in'] })).toEqual(['session.opened', 'session.failed'])
    expect(await kindsOf(store, { groups: ['sign_in', 'keys'], failed: false })).toEqual([
      'key.created',
      'session.opened',
    ])
    expect(await kindsOf(store, { failed: true })).toEqual(['session.failed'])
    expect(await kindsOf(store, { from: TEST_NOW, to: TEST_NOW + HOUR_MS })).toEqual(['session.failed'])
    expect(await kindsOf(store, { q: 'claude 100%' })).toEqual(['key.created'])
    expect(await kindsOf(store, { q: '203.0' })).toEqual(['session.failed'])
    expect(await kindsOf(store, { q: '%' })).toEqual(['key.created'])
  })

  test('is found by the key it was about', async () => {
    await using store = await open()
    for (const details of [{ id: 'k_1', name: '"id":"k%1"' }, { id: 'k%1' }, { name: 'k_1' }]) {
      await store.activity.record({ userId: 'u1', kind: 'key.changed', details, ip: '', userAgent: '' })
    }
    await store.activity.record({
      userId: 'u1',
      kind: 'balance.changed',
      details: { id: 'k_1' },
      ip: '',
      userAgent: '',
    })
    const found = async (keyId: string) =>
      (await store.activity.list({ userId: 'u1', keyId }, { limit: 9 })).items.map(({ details }) => details['id'])
    expect([await found('k_1'), await found('k%1'), await found('k')]).toEqual([['k_1'], ['k%1'], []])
  })

  test('is counted by kind and quarter of an hour', async () => {
    await using store = await open()
    await happen(store, 'session.opened')
    store.clock.set(TEST_NOW + 14 * MINUTE_MS)
    await happen(store, 'session.opened')
    store.clock.set(TEST_NOW + 15 * MINUTE_MS)
    await happen(store, 'session.opened')
    const counts = await store.activity.counts({ userId: 'u1' })
    expect(counts.toSorted((a, b) => a.at - b.at)).toEqual([
      { kind: 'session.opened', at: TEST_NOW, count: 2 },
      { kind: 'session.opened', at: TEST_NOW + 15 * MINUTE_MS, count: 1 },
    ])
  })

  test('tells how many sign-ins failed of late at everybody, and at whom the most', async () => {
    await using store = await open()
    expect(await store.activity.failedSignIns(TEST_NOW)).toEqual({ failed: 0, users: 0, addresses: 0, most: null })
    for (const id of ['u1', 'u2']) await addUser(store, id)
    for (let n = 0; n < 3; n += 1) await happen(store, 'session.failed', { ip: '198.51.100.7' })
    store.clock.set(TEST_NOW + MINUTE_MS)
    await happen(store, 'session.failed')
    await happen(store, 'session.opened')
    for (const ip of ['203.0.113.1', '203.0.113.2']) await happen(store, 'session.failed', { userId: 'u2', ip })
    const most = { id: 'u2', name: 'User u2' }
    const since = TEST_NOW + MINUTE_MS
    expect(await store.activity.failedSignIns(since)).toEqual({ failed: 3, users: 2, addresses: 3, most })
    expect(await store.activity.failedSignIns(since - 1)).toMatchObject({ failed: 3 })
    expect(await store.activity.failedSignIns(TEST_NOW)).toMatchObject({ failed: 6, addresses: 4, most: { id: 'u1' } })
  })
})
