import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { DAY_MS, dayOf, HOUR_MS, hourOf } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { checkBooks } from './books.ts'
import type { Database } from './database.ts'
import type { CostOf } from './repricing.ts'
import type { Tables } from './schema.ts'
import { addModel, addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'
import { upkeepIn } from './upkeep.ts'

/** Input alone costs. */
const costOf: CostOf = ({ input }, { rates }) => (BigInt(input) * (rates.input ?? 0n)) / 1_000_000n

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

/** A user with a request in each of the last hours. */
async function fillHours(store: TestStore, hours: number): Promise<void> {
  await addUser(store)
  const at = (hour: number) => TEST_NOW - hour * HOUR_MS - 5
  await store.requests.insertSettled(
    Array.from({ length: hours }, (_, hour) => aRequest({ id: newId(), at: at(hour), costNanos: 7n })),
  )
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
    [`update rollup_day set cost_nanos = 0 where user_id = 'u2'`, 'I1 u2: 28 for 0'],
    [`update rollup_month set cost_nanos = 1 where user_id = 'u1'`, 'I1 u1: 1 for 28'],
    [
      `update rollup_hour set cost_nanos = 0 where user_id = 'u2' and bucket > ${TEST_NOW - 2 * HOUR_MS}`,
      `I1 ${dayOf(TEST_NOW)}: 42 for 35`,
    ],
    [
      `update rollup_hour_all set cost_nanos = 0 where bucket = ${hourOf(TEST_NOW - 5)}`,
      `I1 ${hourOf(TEST_NOW - 5)}: 0 for 14`,
    ],
    [`update rollup_day_all set cost_nanos = 1 where bucket = ${dayOf(TEST_NOW)}`, `I1 ${dayOf(TEST_NOW)}: 1 for 42`],
    [
      `update rollup_hour set requests = 2 where user_id = 'u1' and bucket = ${hourOf(TEST_NOW - 5)}`,
      `I4 ${hourOf(TEST_NOW - 5)}: 3 for 2`,
    ],
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

  test('do not when an upstream was paid for something that no attempt used', async () => {
    await using store = await open()
    await fill(store)
    await store.requests.insertSettled([aRequest({ id: 'r9', upstreamCostNanos: 5n })])
    await sql.raw(`update attempt set upstream_cost_nanos = 4 where request_id = 'r9'`).execute(store.db.kysely)
    const broken = { invariant: 'I7', subject: 'r9', expected: 4n, found: 5n }
    expect(await store.upkeep.books()).toMatchObject({ broken })
    expect(await store.upkeep.books({ costOf, since: TEST_NOW + 1 })).toMatchObject({ broken: null })
  })

  test.each([
    ['requests', ['request'], ': 14 for 0'],
    ['hours', ['rollup_hour', 'rollup_hour_all'], `${dayOf(TEST_NOW)}: 42 for 0`],
    ['sums', ['rollup_hour', 'rollup_hour_all', 'rollup_day', 'rollup_day_all'], ': 0 for 14'],
  ])('do not when all %s of a day are gone, and those of the day before are not', async (_of, tables, told) => {
    await using store = await open()
    await fill(store)
    for (const table of tables)
      await sql
        .raw(`delete from ${table} where ${table === 'request' ? 'at' : 'bucket'} >= ${dayOf(TEST_NOW)}`)
        .execute(store.db.kysely)
    if (tables.includes('rollup_day'))
      for (const update of ['account set spent_nanos', 'rollup_month set cost_nanos'])
        await sql.raw(`update ${update} = 7`).execute(store.db.kysely)
    const { broken } = await store.upkeep.books()
    expect(broken && `${broken.invariant} ${broken.subject}: ${broken.found} for ${broken.expected}`).toContain(told)
  })

  test('do not when a request was charged less than nothing, though all of them add up', async () => {
    await using store = await open()
    await addUser(store)
    await store.requests.insertSettled(['r1', 'r2'].map((id) => aRequest({ id, costNanos: 7n })))
    await sql.raw(`update request set cost_nanos = case id when 'r1' then -1 else 15 end`).execute(store.db.kysely)
    const broken = { invariant: 'I5', subject: 'r1', expected: 0n, found: -1n }
    expect(await store.upkeep.books()).toMatchObject({ broken })
  })

  test('do not when a row costs something else than its usage by the price it was charged by', async () => {
    await using store = await open()
    await addUser(store)
    await addModel(store, 2_000_000n)
    const { price } = (await store.models.get('m1')) ?? {}
    const usage = { ...NO_USAGE, input: 100 }
    const charged = { priceVersion: price?.version ?? '', usage }
    const records = ['r1', 'r2', 'r3'].map((id) => aRequest({ id, ...charged, costNanos: id === 'r3' ? 199n : 200n }))
    await store.requests.insertSettled([...records, aRequest({ id: 'r0', priceVersion: 'unpriced', costNanos: 0n })])
    const broken = { invariant: 'I5', subject: 'r3', expected: 200n, found: 199n }
    expect(await store.upkeep.books()).toMatchObject({ broken: null })
    expect(await store.upkeep.books({ costOf, since: 0 })).toMatchObject({ broken })
    expect(await store.upkeep.books({ costOf, since: TEST_NOW + 1 })).toMatchObject({ broken: null })
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

  test('still add up where a request came later that a clock far behind dated before what was deleted', async () => {
    await using store = await open()
    await fillHours(store, 72)
    while ((await store.retention.requests(TEST_NOW - DAY_MS)) > 0);
    await store.requests.insertSettled([aRequest({ id: newId(), at: TEST_NOW - 2 * DAY_MS, costNanos: 5n })])
    expect(await store.upkeep.books()).toMatchObject({ broken: null })
    expect(await store.retention.requests(TEST_NOW - DAY_MS)).toBe(1)
    expect(await store.upkeep.books()).toMatchObject({ broken: null })
    await sql`update rollup_hour set requests = 2 where bucket = ${hourOf(TEST_NOW - 5)}`.execute(store.db.kysely)
    expect(await store.upkeep.books(), 'what is kept is still looked at').toMatchObject({ broken: { invariant: 'I4' } })
  })

  test('are looked at from the hour of the present on, though requests were deleted by a clock that was ahead', async () => {
    await using store = await open()
    await fillHours(store, 3)
    while ((await store.retention.requests(TEST_NOW + 400 * DAY_MS)) > 0);
    await store.requests.insertSettled([aRequest({ id: newId(), at: TEST_NOW + HOUR_MS, costNanos: 5n })])
    await sql`update rollup_hour set requests = 2 where bucket = ${TEST_NOW + HOUR_MS}`.execute(store.db.kysely)
    expect(await store.upkeep.books()).toMatchObject({
      broken: { invariant: 'I4', subject: String(TEST_NOW + HOUR_MS) },
    })
  })

  test('still add up after old hourly sums were deleted, whole days of them, and those of the days stay', async () => {
    await using store = await open()
    await fill(store)
    expect(await store.retention.hours(dayOf(TEST_NOW) - 1)).toBe(0)
    expect(await store.retention.hours(dayOf(TEST_NOW))).toBe(2)
    expect(await store.retention.hours(dayOf(TEST_NOW))).toBe(0)
    expect(await store.upkeep.books()).toEqual({ accounts: 2, hours: 6, broken: null })
  })

  test('still add up, and reports with them, where a request came later that a clock far behind dated before the hours that are gone', async () => {
    await using store = await open()
    await fillHours(store, 72)
    const deleted = async (before: number) => {
      while ((await store.retention.hours(before)) > 0);
      return (await store.db.kysely.selectFrom('rollup_hour_all').select('bucket').execute()).length
    }
    // All of yesterday counts, though the period ends within it.
    const period = { from: TEST_NOW - 90 * DAY_MS, to: dayOf(TEST_NOW) - 8 * HOUR_MS }
    const spent = async () => (await store.usage.summary(period)).current.costNanos
    expect([await deleted(dayOf(TEST_NOW)), await spent()]).toEqual([12, 60n * 7n])
    await store.requests.insertSettled([aRequest({ id: newId(), at: TEST_NOW - 80 * DAY_MS, costNanos: 5n })])
    expect(await store.upkeep.books()).toMatchObject({ broken: null })
    expect(await spent()).toBe(60n * 7n + 5n)
    // The next days that go take it along.
    expect(await deleted(dayOf(TEST_NOW) + DAY_MS)).toBe(0)
    expect(await store.upkeep.books()).toMatchObject({ broken: null })
    expect(await spent()).toBe(60n * 7n + 5n)
  })

  test('still add up while old requests and old hours are being deleted', async () => {
    await using store = await open()
    await fillHours(store, 72)
    // After each statement of the check a little more goes.
    let before = TEST_NOW - 72 * HOUR_MS
    const deleting = afterEach(store.db.kysely, async () => {
      before += HOUR_MS
      await store.retention.requests(before)
      await store.retention.hours(before)
    })
    expect(await checkBooks(deleting, { since: 0 })).toMatchObject({ broken: null })
    expect(before).toBeGreaterThan(TEST_NOW - 36 * HOUR_MS)
  })

  test('still add up where hours are kept less long than requests', async () => {
    await using store = await open()
    await fillHours(store, 72)
    for (let gone = 1; gone > 0;) gone = await store.retention.hours(dayOf(TEST_NOW))
    expect(await store.upkeep.books()).toEqual({ accounts: 1, hours: 12, broken: null })
  })

  test('are asked about a day at a time, and no further once the gateway stops', async () => {
    await using store = await open()
    await fillHours(store, 72)
    const stop = new AbortController()
    const asked: string[] = []
    const after = (most: number): Database => ({
      ...store.db,
      report: (name, query) => {
        asked.push(name)
        if (asked.length === most) stop.abort()
        return store.db.report(name, query)
      },
    })
    await upkeepIn(after(Infinity)).books({ costOf, since: 0, signal: stop.signal })
    const days = new Set(Array.from({ length: 72 }, (_, hour) => dayOf(TEST_NOW - hour * HOUR_MS - 5))).size
    // Three rules are of everything at once; each of the others is asked once more to learn that no day is left.
    expect(asked.filter((name) => name === 'booksStep')).toHaveLength(3 + 7 * (days + 1))
    asked.length = 0
    const cut = upkeepIn(after(5)).books({ costOf, since: 0, signal: stop.signal })
    await expect(cut).rejects.toThrow(/aborted/)
    expect(asked).toHaveLength(5)
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

/** The same database, in which something happens after each statement of a check. */
function afterEach(db: Kysely<Tables>, act: () => Promise<void>): Kysely<Tables> {
  const executor = db.getExecutor()
  const executeQuery: typeof executor.executeQuery = async (query, options) => {
    const found = await executor.executeQuery<never>(query, options)
    await act()
    return found
  }
  const getExecutor = () => over(executor, { executeQuery })
  return over(db, { getExecutor })
}

function over<T extends object>(whole: T, part: Partial<T>): T {
  const parts: Record<PropertyKey, unknown> = { ...part }
  return new Proxy(whole, {
    get(target, name) {
      if (Object.hasOwn(parts, name)) return parts[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
