import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestRecord } from '../core/records.ts'
import { dayOf, DAY_MS, hourOf, monthOf } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import type { Rollup } from './rollups.ts'
import { anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const tokens = fc.nat(100_000)
const usage = fc.record({
  input: tokens,
  cacheRead: tokens,
  cacheWrite5m: tokens,
  cacheWrite1h: tokens,
  output: tokens,
  audioIn: tokens,
  audioOut: tokens,
  imageIn: tokens,
  imageOut: tokens,
})

const asked = fc.record({
  providerId: fc.constantFrom('p1', 'p2', 'p3'),
  nanos: fc.bigInt({ min: 0n, max: 10n ** 15n }),
})

/** A request that asked several upstreams, of which the last one answered and all were paid. */
const request = fc
  .record({
    id: fc.uuid(),
    at: fc.integer({ min: TEST_NOW - 2 * DAY_MS, max: TEST_NOW }),
    userId: fc.constantFrom('u1', 'u2'),
    model: fc.constantFrom('m1', null),
    status: fc.constantFrom('succeeded', 'failed', 'cancelled'),
    costNanos: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    usage,
    upstreams: fc.array(asked, { maxLength: 3 }),
  })
  .map(({ upstreams, usage: used, status, ...own }): RequestRecord =>
    aRequest({
      ...own,
      status: status as RequestRecord['status'],
      usage: { ...NO_USAGE, ...used },
      providerId: upstreams.at(-1)?.providerId ?? null,
      upstreamCostNanos: upstreams.reduce((sum, { nanos }) => sum + nanos, 0n),
      attempts: upstreams.map(({ providerId, nanos }, n) => anAttempt({ n, providerId, upstreamCostNanos: nanos })),
    }),
  )

const batches = fc.array(fc.array(request, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 })

/** Sums by what tells them apart: requests, tokens read and made, what was charged and what was paid. */
type Sums = Map<string, bigint[]>

function add(sums: Sums, name: string, amounts: readonly bigint[]): void {
  const sum = sums.get(name)
  sums.set(name, sum ? sum.map((one, at) => one + (amounts[at] ?? 0n)) : [...amounts])
}

const BUCKETS: Readonly<Record<Rollup, (at: number) => number>> = {
  rollup_hour: hourOf,
  rollup_hour_all: hourOf,
  rollup_day: dayOf,
  rollup_day_all: dayOf,
  rollup_month: monthOf,
}

/** What the rows of requests come to: each stands where it was answered, and what was paid where it was paid. */
function ofRows(records: Iterable<RequestRecord>, rollup: Rollup): Sums {
  const sums: Sums = new Map()
  for (const { at, userId, model, providerId, status, usage: used, costNanos, attempts } of records) {
    const nameAt = (provider: string | null) =>
      [BUCKETS[rollup](at), rollup.endsWith('_all') ? '' : userId, model ?? '', provider ?? '', status].join(' ')
    const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, audioIn, audioOut, imageIn, imageOut } = used
    const read = [input, cacheRead, cacheWrite5m + cacheWrite1h, output, audioIn + audioOut + imageIn + imageOut]
    add(sums, nameAt(providerId), [1n, BigInt(attempts.length), ...read.map(BigInt), costNanos, 0n])
    for (const paid of attempts)
      if (paid.upstreamCostNanos > 0n)
        add(sums, nameAt(paid.providerId), [0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, paid.upstreamCostNanos])
  }
  return sums
}

async function found({ db: { kysely } }: TestStore, rollup: Rollup): Promise<Sums> {
  const sums: Sums = new Map()
  for (const row of await kysely.selectFrom(rollup).selectAll().execute()) {
    const name = [row.bucket, row.user_id, row.model, row.provider_id, row.status].join(' ')
    const counts = [row.requests, row.attempts, row.input, row.cache_read, row.cache_write, row.output, row.media]
    add(sums, name, [...counts.map(BigInt), row.cost_nanos, row.upstream_cost_nanos])
  }
  return sums
}

const inOrder = (sums: Sums) => [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))

describe.each(engines)('the sums on %s', (_name, open) => {
  test('are what the rows come to, of hours, days and months, each person’s and those of all, whatever was settled twice', async () => {
    await using store = await open()
    const settled = new Map<string, RequestRecord>()
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        for (const batch of all) {
          await store.requests.insertSettled(batch)
          for (const record of batch) settled.set(record.id, record)
        }
        // As after a crash: all of it is there, and comes again in one piece.
        await store.requests.insertSettled(all.flat())
        for (const rollup of Object.keys(BUCKETS) as Rollup[])
          expect(inOrder(await found(store, rollup)), rollup).toEqual(inOrder(ofRows(settled.values(), rollup)))
        const spent = await Promise.all(['u1', 'u2'].map(async (id) => (await store.accounts.get(id)).spent))
        const of = (id: string) => [...settled.values()].filter(({ userId }) => userId === id)
        expect(spent).toEqual(['u1', 'u2'].map((id) => of(id).reduce((sum, { costNanos }) => sum + costNanos, 0n)))
      }),
      { numRuns: 8 },
    )
    expect((await store.upkeep.books()).broken).toBeNull()
  }, 120_000)
})
