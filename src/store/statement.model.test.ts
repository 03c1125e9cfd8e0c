import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import { DAY_MS, HOUR_MS, hourOf, MINUTE_MS } from '../core/time.ts'
import { anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'
import { firstHourFrom, startOfMonth } from './zone.ts'

const ZONES = ['UTC', 'Asia/Shanghai', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu']

/** Times of the last hundred days, most of them about a midnight of one of the zones. */
const at = fc.oneof(
  fc.integer({ min: TEST_NOW - 100 * DAY_MS, max: TEST_NOW }),
  fc
    .record({
      month: fc.constantFrom(8, 9, 10),
      hours: fc.constantFrom(0, -8, -5.5, 3.5, 2.5, -11, -10.5, -5.75),
      minutes: fc.integer({ min: -70, max: 70 }),
    })
    .map(({ month, hours, minutes }) => Date.UTC(2026, month, 1) + hours * HOUR_MS + minutes * MINUTE_MS),
)

const upstreams = fc.array(
  fc.record({ providerId: fc.constantFrom('p1', 'p2'), nanos: fc.bigInt({ min: 0n, max: 10n ** 15n }) }),
  { maxLength: 3 },
)

/** A request that asked several upstreams, of which the last one answered. */
const request = fc
  .record({
    id: fc.uuid(),
    at,
    userId: fc.constantFrom('u1', 'u2'),
    model: fc.constantFrom('m1', 'm2'),
    costNanos: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    upstreams,
  })
  .map(({ upstreams: asked, ...own }): RequestRecord => {
    const attempts: AttemptRecord[] = asked.map(({ providerId, nanos }, n) =>
      anAttempt({ n, providerId, upstreamCostNanos: nanos }),
    )
    return aRequest({
      ...own,
      providerId: asked.at(-1)?.providerId ?? null,
      upstreamCostNanos: asked.reduce((sum, { nanos }) => sum + nanos, 0n),
      attempts,
    })
  })

const batches = fc.array(fc.array(request, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })

type Period = { from: number; to: number }
/** By the month of the zone, the user and the model. */
type Sums = Record<string, [requests: number, charged: bigint, upstream: bigint]>

const add = (sums: Sums, name: string, [requests, charged, upstream]: Sums[string]) => {
  const [r, c, u] = sums[name] ?? [0, 0n, 0n]
  sums[name] = [r + requests, c + charged, u + upstream]
}

/** What requests add up to whose hours begin in a period. */
function expected(records: Iterable<RequestRecord>, { from, to }: Period, nameOf: (hour: number) => string): Sums {
  const sums: Sums = {}
  for (const { at: when, userId, model, costNanos, upstreamCostNanos } of records) {
    const hour = hourOf(when)
    if (hour >= firstHourFrom(from) && hour < to)
      add(sums, `${nameOf(hour)} ${userId} ${model}`, [1, costNanos, upstreamCostNanos])
  }
  return sums
}

async function found(store: TestStore, period: Period, zone: string, byMonth: boolean): Promise<Sums> {
  const sums: Sums = {}
  for (const line of await store.usage.statement({ ...period, zone, byMonth }))
    add(sums, `${line.month} ${line.userId} ${line.model}`, [line.requests, line.chargedNanos, line.upstreamNanos])
  return sums
}

const monthOf = (zone: string) => (hour: number) =>
  Temporal.Instant.fromEpochMilliseconds(hour).toZonedDateTimeISO(zone).toPlainDate().toString().slice(0, 7)

const months = (zone: string) => [0, 31, 61].map((days) => startOfMonth(TEST_NOW - days * DAY_MS, zone)).toReversed()

describe.each(engines)('on %s', (_name, open) => {
  test('a statement says of every month what its requests cost, whatever was settled twice and is kept no more', async () => {
    // One for all, as to open one takes longer than all that is asked of it.
    await using store = await open()
    const settled = new Map<string, RequestRecord>()
    await fc.assert(
      fc.asyncProperty(batches, fc.constantFrom(...ZONES), async (all, zone) => {
        for (const batch of all) await store.requests.insertSettled(batch)
        for (const record of all.flat()) settled.set(record.id, record)
        // As after a crash: all of it is there.
        await store.requests.insertSettled(all.flat())
        while ((await store.retention.requests(TEST_NOW - 40 * DAY_MS)) > 0);
        const records = [...settled.values()]
        const [first = 0, second = 0, third = 0] = months(zone)
        const whole = { from: first, to: TEST_NOW }
        expect(await found(store, whole, zone, true)).toEqual(expected(records, whole, monthOf(zone)))
        const apart = [
          { from: first, to: second },
          { from: second, to: third },
          { from: third, to: TEST_NOW },
        ]
        for (const month of apart)
          expect(await found(store, month, zone, false)).toEqual(expected(records, month, () => 'null'))
        const upstream = Object.values(expected(records, whole, monthOf(zone))).reduce(
          (sum, [, , one]) => sum + one,
          0n,
        )
        const reckoned = await store.bills.reconcile({ ...whole, zone, by: { day: true, model: true } })
        expect(reckoned.reduce((sum, { recordedNanos }) => sum + recordedNanos, 0n)).toBe(upstream)
      }),
      { numRuns: 8 },
    )
    expect((await store.upkeep.books()).broken).toBeNull()
  }, 120_000)
})
