import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { DAY_MS } from '../core/time.ts'
import type { NewEntry } from './accounts.ts'
import { addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

let keys = 0

function anEntry(amountNanos: bigint, over: Partial<NewEntry> = {}): NewEntry {
  keys += 1
  const facts = { id: newId(), userId: 'u1', actorId: 'a1', reason: 'Paid by transfer', requestId: null }
  return { ...facts, kind: 'topup', amountNanos, idempotencyKey: `key-${keys}`, ...over }
}

/** What the books say about themselves: credit is the sum of the entries, spent the sum of the hours and of the rows. */
async function expectBalanced(store: TestStore, userId: string): Promise<void> {
  const { kysely } = store.db
  const sum = (nanos: readonly bigint[]) => nanos.reduce((a, b) => a + b, 0n)
  const entries = await kysely.selectFrom('entry').select('amount_nanos').where('user_id', '=', userId).execute()
  const hours = await kysely.selectFrom('rollup_hour').select('cost_nanos').where('user_id', '=', userId).execute()
  const rows = await kysely.selectFrom('request').select('cost_nanos').where('user_id', '=', userId).execute()
  const spent = sum(hours.map((row) => row.cost_nanos))
  const credit = sum(entries.map((row) => row.amount_nanos))
  expect(await store.accounts.get(userId)).toEqual({ userId, credit, spent })
  expect(sum(rows.map((row) => row.cost_nanos))).toBe(spent)
}

describe.each(engines)('accounts on %s', (_, open) => {
  test('spend what settled requests cost, once, however often a batch is repeated', async () => {
    await using store = await open()
    let run = 0
    const costs = fc.array(fc.array(fc.bigInt(0n, 2n ** 52n), { maxLength: 6 }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(costs, async (batches) => {
        run += 1
        const userId = `run-${run}`
        const records = batches.map((batch) => batch.map((costNanos) => aRequest({ userId, costNanos })))
        for (const batch of records) await store.requests.insertSettled(batch)
        for (const batch of records.toReversed()) await store.requests.insertSettled(batch)
        await expectBalanced(store, userId)
      }),
      { numRuns: 20 },
    )
  })

  test('are credited by entries, and an entry sent twice is one', async () => {
    await using store = await open()
    await addUser(store)
    const entry = anEntry(5_000_000_000n)
    const first = await store.accounts.book(entry)
    store.clock.set(TEST_NOW + DAY_MS)
    const again = await store.accounts.book({ ...entry, id: newId(), actorId: 'a2', reason: 'Sent again' })
    expect(first).toMatchObject({ ok: true, value: { id: entry.id, at: TEST_NOW, reason: 'Paid by transfer' } })
    expect(again).toEqual(first)
    await store.accounts.book(anEntry(-1_500_000_000n, { kind: 'expire' }))
    expect(await store.accounts.get('u1')).toEqual({ userId: 'u1', credit: 3_500_000_000n, spent: 0n })
    await expectBalanced(store, 'u1')
  })

  test('refuse a key that stands for another entry, and entries of nobody', async () => {
    await using store = await open()
    await addUser(store)
    await addUser(store, 'u2')
    await store.accounts.book(anEntry(7n, { idempotencyKey: 'k' }))
    for (const over of [{ userId: 'u2' }, { kind: 'refund' as const }]) {
      const other = await store.accounts.book(anEntry(7n, { idempotencyKey: 'k', ...over }))
      expect(other).toMatchObject({ ok: false, refused: 'key_reused' })
    }
    const smaller = await store.accounts.book(anEntry(6n, { idempotencyKey: 'k' }))
    expect(smaller).toMatchObject({ ok: false, refused: 'key_reused' })
    expect(await store.accounts.book(anEntry(7n, { userId: 'none' }))).toMatchObject({ refused: 'not_found' })
    await expectBalanced(store, 'u1')
    await expectBalanced(store, 'u2')
  })

  test('lose nothing when entries and settlements come at once', async () => {
    await using store = await open()
    await addUser(store)
    const same = anEntry(1n)
    await Promise.all([
      ...Array.from({ length: 8 }, () => store.accounts.book(anEntry(10n))),
      ...Array.from({ length: 8 }, () => store.requests.insertSettled([aRequest({ costNanos: 3n })])),
      ...Array.from({ length: 3 }, () => store.accounts.book({ ...same, id: newId() })),
    ])
    expect(await store.accounts.get('u1')).toEqual({ userId: 'u1', credit: 81n, spent: 24n })
    await expectBalanced(store, 'u1')
  })

  test('write the rows that tell of an entry with it, and none for a repeated one', async () => {
    await using store = await open()
    await addUser(store)
    const activity = { userId: 'u1', kind: 'balance.changed' as const, details: { amount: '5' }, ip: '', userAgent: '' }
    const entry = anEntry(5n)
    await store.accounts.book(entry, { activity })
    await store.accounts.book(entry, { activity })
    expect(await store.db.kysely.selectFrom('activity').selectAll().execute()).toHaveLength(1)
  })

  test('keep entries for ever as they were booked', async () => {
    await using store = await open()
    await addUser(store)
    await store.accounts.book(anEntry(5n))
    const { kysely } = store.db
    await expect(kysely.updateTable('entry').set({ amount_nanos: 6n }).execute()).rejects.toThrow(/never changed/)
    await expect(kysely.deleteFrom('entry').execute()).rejects.toThrow(/never changed/)
  })

  test('list entries newest first, page by page', async () => {
    await using store = await open()
    await addUser(store)
    const entries = [anEntry(1n), anEntry(2n), anEntry(3n)]
    for (const entry of entries) await store.accounts.book(entry)
    const first = await store.accounts.entries('u1', { limit: 2 })
    expect(first.items.map((entry) => entry.amountNanos)).toEqual([3n, 2n])
    const second = await store.accounts.entries('u1', { limit: 2, cursor: first.next ?? undefined })
    expect(second).toMatchObject({ items: [{ amountNanos: 1n }], next: null })
  })

  test('reach the relay, empty ones too', async () => {
    await using store = await open()
    await addUser(store)
    await addUser(store, 'u2')
    await store.accounts.book(anEntry(9n))
    const { data } = await store.readDirectory()
    expect(data.accounts.toSorted((a, b) => a.userId.localeCompare(b.userId))).toEqual([
      { userId: 'u1', credit: 9n, spent: 0n },
      { userId: 'u2', credit: 0n, spent: 0n },
    ])
  })
})
