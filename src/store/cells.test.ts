import fc from 'fast-check'
import { CompiledQuery, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Dimension } from '../contract/usage.ts'
import { BUCKETS } from '../core/buckets.ts'
import { newId } from '../core/ids.ts'
import type { RequestRecord } from '../core/records.ts'
import { DAY_MS, dayOf, HOUR_MS, hourOf, MINUTE_MS, monthOf } from '../core/time.ts'
import { cells, hourCells, rollupsFor, type Wanted } from './cells.ts'
import { aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'
import type { UsageFilter } from './usage-filter.ts'
import { bucketIndex, bucketStarts } from './zone.ts'

const SPAN_MS = 100 * DAY_MS
const BEGIN = TEST_NOW - SPAN_MS

const ZONES = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kolkata']

const told = fc.constantFrom<Dimension[]>([], ['model', 'provider', 'status'], ['user'], ['model', 'client'])

const period = fc
  .tuple(fc.nat(SPAN_MS), fc.nat(SPAN_MS))
  .map(([one, other]) => ({ from: BEGIN + Math.min(one, other), to: BEGIN + Math.max(one, other) + 1 }))

const filtered = fc.tuple(period, fc.boolean()).map(([span, one]) => ({ ...span, ...(one && { users: ['u1'] }) }))

async function fill(store: TestStore): Promise<RequestRecord[]> {
  const records = Array.from({ length: 200 }, (_, n) =>
    aRequest({
      id: newId(),
      at: BEGIN + ((n * 17_077_777) % SPAN_MS),
      costNanos: BigInt(n + 1),
      userId: n % 3 === 0 ? 'u1' : 'u2',
    }),
  )
  await store.requests.insertSettled(records)
  return records
}

type Costs = { at: number; cost_nanos: bigint }[]

async function costsOf({ db: { kysely } }: TestStore, filter: UsageFilter, wanted: Wanted): Promise<Costs> {
  const found = await cells(kysely, filter, wanted).select(['at', 'cost_nanos']).execute()
  expect(new Set(wanted.starts ?? [filter.from])).toEqual(
    new Set([...(wanted.starts ?? [filter.from]), ...found.map(({ at }) => at)]),
  )
  return found
}

/** What only hours say, each for itself. */
const hourlyCosts = ({ db: { kysely } }: TestStore, filter: UsageFilter): Promise<Costs> =>
  hourCells(kysely, filter).select(['bucket as at', 'cost_nanos']).execute()

/** What costs add up to in each bucket. */
function summed(costs: Costs, starts: readonly number[]): bigint[] {
  const sums = starts.map(() => 0n)
  for (const { at, cost_nanos: cost } of costs)
    sums[bucketIndex(starts, at)] = (sums[bucketIndex(starts, at)] ?? 0n) + cost
  return sums
}

test('the sums of all are enough where nothing tells people or their ways apart', () => {
  const own = { hours: 'rollup_hour', days: 'rollup_day', months: 'rollup_month' }
  const narrow = { models: ['m1'], providers: ['p1'], statuses: ['succeeded'] }
  expect(rollupsFor(narrow, ['model', 'provider', 'status'])).toEqual({
    hours: 'rollup_hour_all',
    days: 'rollup_day_all',
    months: null,
  })
  for (const dimension of ['user', 'key'] as const) {
    expect(rollupsFor({}, ['model', dimension])).toEqual(own)
    expect(rollupsFor({ ...narrow, [`${dimension}s`]: ['one'] }, [])).toEqual(own)
  }
  for (const dimension of ['client', 'endpoint', 'credential'] as const) {
    const daysOfAll = { ...own, days: 'rollup_day_all', months: null }
    expect(rollupsFor({}, ['model', dimension])).toEqual(daysOfAll)
    expect(rollupsFor({ ...narrow, [`${dimension}s`]: ['one'] }, [])).toEqual(daysOfAll)
  }
})

describe.each(engines)('sums on %s', (_, open) => {
  test('of days and hours together are those of the hours, whatever the period, the buckets and the zone', async () => {
    await using store = await open()
    await fill(store)
    const zone = fc.constantFrom(...ZONES)
    const bucket = fc.constantFrom('hour' as const, 'day' as const, 'month' as const)
    await fc.assert(
      fc.asyncProperty(filtered, zone, bucket, told, async (filter, zone, bucket, told) => {
        const starts = bucketStarts(filter, bucket, zone)
        const right = summed(await hourlyCosts(store, filter), starts)
        expect(summed(await costsOf(store, filter, { told, starts }), starts)).toEqual(right)
        const all = summed(await costsOf(store, filter, { told }), [0])
        expect(all).toEqual([right.reduce((sum, part) => sum + part, 0n)])
      }),
      { numRuns: 40 },
    )
  })

  test('of an exact period are those of what lies in it, whatever the buckets, and each counts for its own', async () => {
    await using store = await open()
    const records = await fill(store)
    const bucket = fc.constantFrom(...BUCKETS)
    const lengths = fc.constantFrom(400, 4000, 40_000).map((minutes) => minutes * MINUTE_MS)
    const short = fc.tuple(fc.nat(SPAN_MS), lengths).map(([at, ms]) => ({ from: BEGIN + at, to: BEGIN + at + ms }))
    await fc.assert(
      fc.asyncProperty(short, fc.boolean(), bucket, told, async (span, one, bucket, told) => {
        const starts = bucketStarts(span, bucket, 'Asia/Shanghai')
        fc.pre(starts.length <= 2000)
        const filter = { ...span, ...(one && { users: ['u1'] }) }
        const there = records.filter(({ at, userId }) => at >= span.from && at < span.to && (!one || userId === 'u1'))
        const right = summed(
          there.map(({ at, costNanos }) => ({ at, cost_nanos: costNanos })),
          starts,
        )
        expect(summed(await costsOf(store, filter, { told, starts, exact: true }), starts)).toEqual(right)
        const all = summed(await costsOf(store, filter, { told, exact: true }), [0])
        expect(all).toEqual([right.reduce((sum, part) => sum + part, 0n)])
      }),
      { numRuns: 60 },
    )
  })

  test('of an exact period are those of whole hours where the rows are not kept any more', async () => {
    await using store = await open()
    const hour = hourOf(BEGIN) + HOUR_MS
    const at = (minute: number) => aRequest({ at: hour + minute * MINUTE_MS, costNanos: 1n })
    await store.requests.insertSettled([at(5), at(40), at(130)])
    while ((await store.retention.requests(hour + HOUR_MS)) > 0);
    const span = { from: hour + 30 * MINUTE_MS, to: hour + 140 * MINUTE_MS }
    const starts = bucketStarts(span, 'minute', 'UTC')
    const found = summed(await costsOf(store, span, { told: ['model'], starts, exact: true }), starts)
    expect(found.flatMap((sum, n) => (sum === 0n ? [] : [[n, sum]]))).toEqual([
      [0, 2n],
      [100, 1n],
    ])
    expect(summed(await costsOf(store, span, { told: [], exact: true }), [0])).toEqual([3n])
  })

  test('of an exact period are those of whole hours as well where a clock far behind dated a row before those that are gone', async () => {
    await using store = await open()
    const hour = hourOf(BEGIN) + HOUR_MS
    const at = (minute: number) => aRequest({ at: hour + minute * MINUTE_MS, costNanos: 1n })
    await store.requests.insertSettled([at(5), at(40), at(50), at(130)])
    // Of the first hour a row is left.
    while ((await store.retention.requests(hour + 45 * MINUTE_MS)) > 0);
    const cost = (from: number) =>
      costsOf(store, { from: hour + from * MINUTE_MS, to: hour + 140 * MINUTE_MS }, { told: [], exact: true })
    const sumFrom = async (minute: number) => summed(await cost(minute), [0])
    expect([await sumFrom(30), await sumFrom(125)]).toEqual([[4n], [1n]])
    await store.requests.insertSettled([at(-90)])
    expect([await sumFrom(30), await sumFrom(125)]).toEqual([[4n], [1n]])
  })

  test('of a year count for their own day and month, also around the days that a clock change makes longer', async () => {
    await using store = await open()
    const year = { from: BEGIN - 365 * DAY_MS, to: BEGIN }
    const records = Array.from({ length: 400 }, (_, n) =>
      aRequest({ at: year.from + Math.floor((n * 365 * DAY_MS) / 400), costNanos: BigInt(n + 1) }),
    )
    await store.requests.insertSettled(records)
    const whole = { from: hourOf(year.from), to: hourOf(year.to) }
    const costs = records.map(({ at, costNanos }) => ({ at: hourOf(at), cost_nanos: costNanos }))
    for (const zone of ZONES)
      for (const bucket of ['day', 'month'] as const) {
        const starts = bucketStarts(whole, bucket, zone)
        expect(summed(await costsOf(store, whole, { told: ['model'], starts }), starts)).toEqual(summed(costs, starts))
      }
  })

  test('of whole days are read as days', async () => {
    await using store = await open()
    await fill(store)
    const day = dayOf(BEGIN) + 3 * DAY_MS
    const filter = { from: day - HOUR_MS, to: day + 2 * DAY_MS + HOUR_MS }
    const { kysely } = store.db
    await kysely.updateTable('rollup_day').set({ requests: 1000 }).execute()
    const hours = await kysely.selectFrom('rollup_hour').select('bucket').execute()
    const around = hours.filter(({ bucket }) => bucket >= filter.from && bucket < filter.to)
    const before = around.filter(({ bucket }) => bucket < day || bucket >= day + 2 * DAY_MS)
    const found = await cells(kysely, filter, { told: ['user'] })
      .select('requests')
      .execute()
    const sum = found.reduce((all, { requests }) => all + requests, 0)
    expect(around.length).toBeGreaterThan(before.length)
    expect(sum % 1000).toBe(before.length)
    expect(sum).toBeGreaterThanOrEqual(2000)
  })

  test('of whole months are read as months, where no bucket begins within one', async () => {
    await using store = await open()
    await fill(store)
    const month = monthOf(BEGIN + 32 * DAY_MS)
    const filter = { from: month - DAY_MS, to: month + 33 * DAY_MS }
    const { kysely } = store.db
    const read = async (bucket: 'day' | 'month') => {
      const starts = bucketStarts(filter, bucket, 'UTC')
      return summed(await costsOf(store, filter, { told: ['user'], starts }), starts).reduce(
        (sum, part) => sum + part,
        0n,
      )
    }
    const right = await read('month')
    expect(right).toBeGreaterThan(0n)
    await kysely.updateTable('rollup_month').set({ cost_nanos: 0n }).execute()
    expect(await read('month')).toBeLessThan(right)
    expect(await read('day')).toBe(right)
  })

  test.each([[[]], [['user' as const]]])(
    'stay what they are when the hours of old days are not kept any more, telling apart %j',
    async (told) => {
      await using store = await open()
      await fill(store)
      const kept = dayOf(BEGIN) + 20 * DAY_MS
      const days = { from: dayOf(BEGIN), to: dayOf(TEST_NOW) }
      const starts = bucketStarts(days, 'day', 'UTC')
      const before = summed(await costsOf(store, days, { told, starts }), starts)
      while ((await store.retention.hours(kept)) > 0);
      expect(summed(await costsOf(store, days, { told, starts }), starts)).toEqual(before)
      const shanghai = bucketStarts(days, 'day', 'Asia/Shanghai')
      const sum = (list: readonly bigint[]) => list.reduce((all, part) => all + part, 0n)
      expect(sum(summed(await costsOf(store, days, { told, starts: shanghai }), shanghai))).toBe(sum(before))
      // Two periods side by side count no day twice, and none not at all.
      const middle = hourOf(BEGIN + 5.5 * DAY_MS)
      const halves = [
        { ...days, to: middle },
        { ...days, from: middle },
      ]
      const parts = await Promise.all(halves.map((half) => costsOf(store, half, { told })))
      expect(summed(parts.flat(), [0])).toEqual([sum(before)])
      // Nor where they meet within an hour, of which rows are kept still.
      const exactly = middle + 5 * HOUR_MS + 20 * MINUTE_MS
      const first = await costsOf(store, { ...days, to: exactly }, { told, exact: true })
      const second = await costsOf(store, { ...days, from: exactly }, { told, exact: true })
      expect(summed([...first, ...second], [0])).toEqual([sum(before)])
    },
  )
})

const PLANS = {
  sqlite: { explain: 'explain query plan', every: /SCAN r\b/ },
  postgres: { explain: 'explain', every: /Seq Scan on request/ },
}

test.each(engines)('on %s a period that begins within an hour reads no rows but those of its ends', async (_, open) => {
  await using store = await open()
  const { kysely, engine } = store.db
  await store.requests.insertSettled([aRequest({ id: 'r', at: BEGIN })])
  const row = await kysely.selectFrom('request').selectAll().executeTakeFirstOrThrow()
  const minutes = sql`with recursive made(n) as (select 1 union all select n + 1 from made where n < 20000) select * from made`
  const own = { id: sql`'r' || n`, at: sql`at + n * ${sql.lit(MINUTE_MS)}` }
  const columns = Object.keys(row).map(
    (name) => sql`${own[name as keyof typeof own] ?? sql.ref(name)} as ${sql.ref(name)}`,
  )
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into request (${names}) select ${sql.join(columns)} from request, (${minutes}) as minute`.execute(
    kysely,
  )
  await sql`analyze request`.execute(kysely)
  const from = BEGIN + 100 * HOUR_MS + 20 * MINUTE_MS
  const wanted = { told: ['provider'], sums: ['cost_nanos'], exact: true } as const
  const asked = cells(kysely, { from, to: from + DAY_MS }, wanted)
    .select('cost_nanos')
    .compile()
  const { explain, every } = PLANS[engine.kind]
  const plan = await kysely.executeQuery(CompiledQuery.raw(`${explain} ${asked.sql}`, [...asked.parameters]))
  expect(JSON.stringify(plan.rows)).not.toMatch(every)
})
