import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { DAY_MS, dayOf, HOUR_MS, hourOf } from '../core/time.ts'
import { cells, hourCells } from './cells.ts'
import { aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'
import { bucketIndex, bucketStarts } from './zone.ts'

const SPAN_MS = 40 * DAY_MS
const BEGIN = TEST_NOW - SPAN_MS

const ZONES = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kolkata']

const period = fc
  .tuple(fc.nat(SPAN_MS), fc.nat(SPAN_MS))
  .map(([one, other]) => ({ from: BEGIN + Math.min(one, other), to: BEGIN + Math.max(one, other) + 1 }))

async function fill(store: TestStore): Promise<void> {
  const records = Array.from({ length: 200 }, (_, n) =>
    aRequest({
      id: newId(),
      at: BEGIN + ((n * 17_077_777) % SPAN_MS),
      costNanos: BigInt(n + 1),
      userId: n % 3 === 0 ? 'u1' : 'u2',
    }),
  )
  await store.requests.insertSettled(records)
}

type Cells = ReturnType<typeof hourCells>

/** What a set of cells adds up to in each bucket. */
async function summed(found: Cells, starts: readonly number[]): Promise<bigint[]> {
  const rows = await found.select(['bucket', 'cost_nanos']).execute()
  const sums = starts.map(() => 0n)
  for (const row of rows)
    sums[bucketIndex(starts, row.bucket)] = (sums[bucketIndex(starts, row.bucket)] ?? 0n) + row.cost_nanos
  return sums
}

describe.each(engines)('sums on %s', (_, open) => {
  test('of days and hours together are those of the hours, whatever the period, the buckets and the zone', async () => {
    await using store = await open()
    await fill(store)
    const { kysely } = store.db
    const zone = fc.constantFrom(...ZONES)
    const bucket = fc.constantFrom('hour' as const, 'day' as const, 'month' as const)
    await fc.assert(
      fc.asyncProperty(period, zone, bucket, fc.boolean(), async (span, zone, bucket, one) => {
        const filter = { ...span, ...(one && { users: ['u1'] }) }
        const starts = bucketStarts(span, bucket, zone)
        const right = await summed(hourCells(kysely, filter), starts)
        expect(await summed(cells(kysely, filter, starts), starts)).toEqual(right)
        const all = await summed(cells(kysely, filter), [0])
        expect(all).toEqual([right.reduce((sum, part) => sum + part, 0n)])
      }),
      { numRuns: 40 },
    )
  })

  test('of whole days are read as days', async () => {
    await using store = await open()
    await fill(store)
    const day = dayOf(BEGIN) + 3 * DAY_MS
    const filter = { from: day - HOUR_MS, to: day + 2 * DAY_MS + HOUR_MS }
    const found = await cells(store.db.kysely, filter).select('bucket').distinct().orderBy('bucket').execute()
    const whole = found.filter(({ bucket }) => bucket >= day && bucket < day + 2 * DAY_MS)
    expect(whole.map(({ bucket }) => bucket)).toEqual([day, day + DAY_MS])
  })

  test('stay what they are when the hours of old days are not kept any more', async () => {
    await using store = await open()
    await fill(store)
    const { kysely } = store.db
    const kept = dayOf(BEGIN) + 20 * DAY_MS
    const days = { from: dayOf(BEGIN), to: dayOf(TEST_NOW) }
    const starts = bucketStarts(days, 'day', 'UTC')
    const before = await summed(cells(kysely, days, starts), starts)
    while ((await store.retention.hours(kept)) > 0);
    expect(await summed(cells(kysely, days, starts), starts)).toEqual(before)
    const shanghai = bucketStarts(days, 'day', 'Asia/Shanghai')
    const sum = (list: readonly bigint[]) => list.reduce((all, part) => all + part, 0n)
    expect(sum(await summed(cells(kysely, days, shanghai), shanghai))).toBe(sum(before))
    // Two periods side by side count no day twice, and none not at all.
    const middle = hourOf(BEGIN + 5.5 * DAY_MS)
    const halves = [
      { ...days, to: middle },
      { ...days, from: middle },
    ]
    const parts = await Promise.all(halves.map((half) => summed(cells(kysely, half), [0])))
    expect(sum(parts.flat())).toBe(sum(before))
  })
})
