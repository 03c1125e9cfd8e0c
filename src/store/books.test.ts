import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

/** Two users with requests of some hours, one of them with money. */
async function fill(store: TestStore): Promise<void> {
  for (const id of ['u1', 'u2']) await addUser(store, id)
  const records = [0, 1, 2, 30].flatMap((hours) =>
    ['u1', 'u2'].map((userId) => aRequest({ id: newId(), userId, at: TEST_NOW - hours * HOUR_MS - 5, costNanos: 7n })),
  )
  await store.requests.insertSettled(records)
  const entry = { id: newId(), userId: 'u1', kind: 'topup', amountNanos: 500n, actorId: null, reason: 'paid' } as const
  await store.accounts.book({ ...entry, idempotencyKey: 'first-one', requestId: null })
}

describe.each(engines)('the books on %s', (_, open) => {
  test('add up when they are empty, and when they were written by the gateway', async () => {
    await using store = await open()
    expect(await store.upkeep.books()).toEqual({ accounts: 0, hours: 0, broken: null })
    await fill(store)
    expect(await store.upkeep.books()).toEqual({ accounts: 2, hours: 8, broken: null })
  })

  test.each([
    [`update account set spent_nanos = spent_nanos + 1 where user_id = 'u1'`, 'I1 u1: 29 for 28'],
    [`update rollup_hour set cost_nanos = 0 where user_id = 'u2'`, 'I1 u2: 28 for 0'],
    [
      `delete from request where at = ${TEST_NOW - HOUR_MS - 5} and user_id = 'u1'`,
      `I1 ${TEST_NOW - 2 * HOUR_MS}: 14 for 7`,
    ],
    [`update account set credit_nanos = 400 where user_id = 'u1'`, 'I10 u1: 400 for 500'],
  ])('do not after %s', async (statement, told) => {
    await using store = await open()
    await fill(store)
    await sql.raw(statement).execute(store.db.kysely)
    const { broken } = await store.upkeep.books()
    expect(broken && `${broken.invariant} ${broken.subject}: ${broken.found} for ${broken.expected}`).toBe(told)
  })

  test('still add up after old requests were deleted, whose sums stay', async () => {
    await using store = await open()
    await fill(store)
    expect(await store.retention.requests(TEST_NOW - DAY_MS)).toBe(2)
    expect(await store.retention.requests(TEST_NOW - DAY_MS)).toBe(0)
    const left = await sql<{ n: number }>`select count(*) as n from attempt`.execute(store.db.kysely)
    expect(left.rows).toEqual([{ n: 6 }])
    expect(await store.upkeep.books()).toEqual({ accounts: 2, hours: 8, broken: null })
    expect(await store.accounts.get('u1')).toMatchObject({ spent: 28n })
  })

  test('activity is kept as long as it is wanted', async () => {
    await using store = await open()
    await addUser(store)
    const entry = { userId: 'u1', kind: 'session.opened', details: {}, ip: '', userAgent: '' } as const
    await store.activity.record(entry)
    store.clock.set(TEST_NOW + DAY_MS)
    await store.activity.record(entry)
    expect(await store.retention.activity(TEST_NOW + 1)).toBe(1)
    expect(await store.retention.activity(TEST_NOW + 1)).toBe(0)
  })

  test('the database tells its version and size', async () => {
    await using store = await open()
    const facts = await store.upkeep.facts()
    expect(facts.version).toMatch(/^\d+\.\d+/)
    expect(facts.sizeBytes).toBeGreaterThan(10_000)
  })

  test('the last run of a job is remembered', async () => {
    await using store = await open()
    const run = { name: 'verify', ranAt: 5, tookMs: 7, ok: true, said: { accounts: 1, broken: null } } as const
    await store.jobs.save(run)
    await store.jobs.save({ ...run, ranAt: 6 })
    expect(await store.jobs.last()).toEqual([{ ...run, ranAt: 6 }])
  })
})
