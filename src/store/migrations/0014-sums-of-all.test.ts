import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { HOUR_MS } from '../../core/time.ts'
import { aFailure, aRequest } from '../test-records.ts'
import { engines, TEST_NOW, type TestStore } from '../test-store.ts'
import { sumUp } from './0014-sums-of-all.ts'

const sumsOf = ({ db }: TestStore, rollup: 'rollup_hour_all' | 'rollup_day_all') =>
  db.kysely
    .selectFrom(rollup)
    .selectAll()
    .orderBy('bucket')
    .orderBy('model')
    .orderBy('status')
    .orderBy('http_status')
    .execute()

describe.each(engines)('the sums of all of an older database, on %s', (_, open) => {
  test('are what those of each person add up to, hour by hour and day by day', async () => {
    await using store = await open()
    const records = Array.from({ length: 90 }, (_, n) =>
      aRequest({
        id: newId(),
        userId: `u${n % 3}`,
        keyId: `k${n % 5}`,
        model: `m${n % 2}`,
        at: TEST_NOW - (n % 30) * 7 * HOUR_MS,
        costNanos: BigInt(n) * 2n ** 50n,
        totalMs: 10 + (n % 7) * 100,
      }),
    )
    await store.requests.insertSettled([...records, aFailure(429, 'upstream_busy', { id: newId() })])
    const hours = await sumsOf(store, 'rollup_hour_all')
    const days = await sumsOf(store, 'rollup_day_all')
    expect(hours).toHaveLength(31)
    expect(days.length).toBeLessThan(31)
    expect(new Set([...hours, ...days].map((row) => row.user_id))).toEqual(new Set(['']))
    await store.db.kysely.deleteFrom('rollup_hour_all').execute()
    await store.db.kysely.deleteFrom('rollup_day_all').execute()
    await sumUp(store.db.kysely)
    expect(await sumsOf(store, 'rollup_hour_all')).toEqual(hours)
    expect(await sumsOf(store, 'rollup_day_all')).toEqual(days)
  })
})
