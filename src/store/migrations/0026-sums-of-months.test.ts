import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { DAY_MS, HOUR_MS, monthOf } from '../../core/time.ts'
import { aFailure, aRequest } from '../test-records.ts'
import { engines, TEST_NOW, type TestStore } from '../test-store.ts'
import { sumUp } from './0026-sums-of-months.ts'

const sumsOf = ({ db }: TestStore) =>
  db.kysely
    .selectFrom('rollup_month')
    .selectAll()
    .orderBy('bucket')
    .orderBy('user_id')
    .orderBy('key_id')
    .orderBy('status')
    .execute()

describe.each(engines)('sums of months on %s', (_, open) => {
  test('made of those of days are those that requests were added to', async () => {
    await using store = await open()
    const records = Array.from({ length: 90 }, (_, n) =>
      aRequest({
        id: newId(),
        userId: `u${n % 3}`,
        keyId: `k${n % 6}`,
        at: TEST_NOW - (n % 45) * 2 * DAY_MS - (n % 5) * HOUR_MS,
        costNanos: BigInt(n) * 2n ** 50n,
        totalMs: 10 + (n % 7) * 100,
      }),
    )
    await store.requests.insertSettled([...records, aFailure(429, 'upstream_busy', { id: newId() })])
    const months = await sumsOf(store)
    expect(new Set(months.map(({ bucket }) => bucket))).toEqual(new Set(records.map(({ at }) => monthOf(at))))
    expect(months.reduce((sum, { requests }) => sum + requests, 0)).toBe(91)
    await store.db.kysely.deleteFrom('rollup_month').execute()
    await sumUp(store.db.kysely)
    expect(await sumsOf(store)).toEqual(months)
  })
})
