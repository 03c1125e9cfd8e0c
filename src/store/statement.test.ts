import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { type StatementQuery, statementRows } from './statement.ts'
import { planOf } from './test-plan.ts'
import { addUser, aRequest } from './test-records.ts'
import { engines, openSqlite, TEST_NOW, type TestStore } from './test-store.ts'

const ZONE = 'Asia/Shanghai'
/** Two months of the zone, which begin at 16:00 of the day before. */
const TWO_MONTHS = { from: Date.UTC(2026, 8, 30, 16), to: Date.UTC(2026, 10, 30, 16), zone: ZONE, byMonth: true }

describe.each(engines)('the statement on %s', (_name, open) => {
  let store: TestStore
  beforeEach(async () => {
    store = await open()
    await addUser(store)
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const settle = (...records: Parameters<typeof aRequest>[0][]) =>
    store.requests.insertSettled(records.map((record) => aRequest(record)))
  const read = async (over: Partial<StatementQuery> = {}) =>
    (await store.usage.statement({ ...TWO_MONTHS, ...over })).map((line) => [
      line.month,
      line.userName,
      line.model,
      line.requests,
      line.chargedNanos,
      line.upstreamNanos,
    ])

  test('each month of the zone, user and model has what was charged and what it cost, to the nano-dollar', async () => {
    const most = 9_007_199_254_740_993n
    await settle(
      { at: Date.UTC(2026, 9, 31, 15), costNanos: most, upstreamCostNanos: 1n },
      { at: Date.UTC(2026, 9, 31, 15), costNanos: 2n, upstreamCostNanos: 3n },
      { at: Date.UTC(2026, 9, 31, 16), costNanos: 5n, upstreamCostNanos: 7n },
      { at: TEST_NOW, model: 'm2', costNanos: 11n, upstreamCostNanos: 0n },
      { at: TEST_NOW, userId: 'u2', costNanos: 8n, upstreamCostNanos: 0n },
      { at: TWO_MONTHS.from - HOUR_MS, costNanos: 100n },
    )
    expect(await read()).toEqual([
      ['2026-10', 'User u1', 'm1', 2, most + 2n, 4n],
      ['2026-11', 'User u1', 'm2', 1, 11n, 0n],
      ['2026-11', 'u2', 'm1', 1, 8n, 0n],
      ['2026-11', 'User u1', 'm1', 1, 5n, 7n],
    ])
    expect(await read({ byMonth: false, users: ['u1'] })).toEqual([
      [null, 'User u1', 'm1', 3, most + 7n, 11n],
      [null, 'User u1', 'm2', 1, 11n, 0n],
    ])
  })

  test('months that are asked for one by one add up to both together, also where midnight is within an hour', async () => {
    const zone = 'Asia/Kolkata'
    const midnight = (month: number) => Date.UTC(2026, month, 1) - 5.5 * HOUR_MS
    const costs = [1n, 2n, 4n, 8n, 16n, 32n]
    const times = [8, 9, 10].flatMap((month) => [
      midnight(month + 1) - 20 * MINUTE_MS,
      midnight(month + 1) + 20 * MINUTE_MS,
    ])
    await settle(...times.map((at, n) => ({ at, costNanos: costs[n] ?? 0n })))
    const charged = async (from: number, to: number, byMonth = false) =>
      (await store.usage.statement({ from: midnight(from), to: midnight(to), zone, byMonth })).map(
        (line) => line.chargedNanos,
      )
    // Sums are by the hour: what came within the first half of an hour after midnight counts for the month before.
    expect(await charged(9, 10)).toEqual([12n])
    expect(await charged(10, 11)).toEqual([48n])
    expect(await charged(9, 11, true)).toEqual([12n, 48n])
    expect(await charged(9, 11)).toEqual([60n])
  })

  test('tokens are told by what is priced apart', async () => {
    const text = { input: 10, cacheRead: 20, cacheWrite5m: 30, cacheWrite1h: 5, output: 40 }
    const usage = { ...NO_USAGE, ...text, audioIn: 1, audioOut: 2, imageIn: 3, imageOut: 4 }
    await settle({ usage }, { usage })
    expect(await store.usage.statement({ ...TWO_MONTHS, byMonth: false })).toMatchObject([
      { input: 20, cacheRead: 40, cacheWrite: 70, output: 80, media: 20 },
    ])
  })
})

test('a month is read in stretches of the sums of days and hours, and of nothing else', async () => {
  await using db = await openSqlite()
  const query = { ...TWO_MONTHS, from: TWO_MONTHS.to - 30 * DAY_MS, byMonth: false }
  const plan = await planOf(db, statementRows(db.kysely, query))
  const sums = plan.filter((line) => / sums\b/.test(line))
  // The days, and what there is of hours before and after them: their sums, and those of days whose hours are not kept.
  expect(sums).toHaveLength(5)
  for (const detail of sums)
    expect(detail).toMatch(/^SEARCH sums USING (?:PRIMARY KEY|INDEX \S+) \(bucket>\? AND bucket<\?\)$/)
})
