import { describe, expect, test } from 'vitest'
import { readHistogram } from '../../core/histogram.ts'
import { newId } from '../../core/ids.ts'
import { HOUR_MS } from '../../core/time.ts'
import { aRequest } from '../test-records.ts'
import { engines, TEST_NOW, type TestStore } from '../test-store.ts'
import { sumUp } from './0010-exactness.ts'

/** What the days say, by day and user. */
async function days({ db }: TestStore) {
  const rows = await db.kysely.selectFrom('rollup_day').selectAll().orderBy('bucket').orderBy('user_id').execute()
  return rows.map((row) => ({
    bucket: row.bucket,
    user: row.user_id,
    requests: row.requests,
    cost: row.cost_nanos,
    output: row.output,
    durations: [...readHistogram(row.total_hist)].toSorted(([a], [b]) => a - b),
  }))
}

describe.each(engines)('the days of an older database, on %s', (_, open) => {
  test('are what its hours add up to', async () => {
    await using store = await open()
    const records = Array.from({ length: 60 }, (_, n) =>
      aRequest({
        id: newId(),
        userId: `u${n % 2}`,
        at: TEST_NOW - n * HOUR_MS,
        costNanos: BigInt(n) * 2n ** 50n,
        totalMs: 10 + (n % 7) * 100,
      }),
    )
    await store.requests.insertSettled(records)
    const right = await days(store)
    expect(right).toHaveLength(6)
    await store.db.kysely.deleteFrom('rollup_day').execute()
    await sumUp(store.db.kysely)
    expect(await days(store)).toEqual(right)
  })
})
