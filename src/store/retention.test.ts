import { describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { DAY_MS, dayOf, HOUR_MS } from '../core/time.ts'
import { cells, hourCells } from './cells.ts'
import { aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const OLD = dayOf(TEST_NOW) - 3 * DAY_MS
const MIDNIGHT_IN_SHANGHAI = OLD + 16 * HOUR_MS
const PEOPLE = 1300

/** Many people about midnight of a zone, long ago; a few of them come again. */
async function fill(store: TestStore): Promise<void> {
  const at = (n: number) => MIDNIGHT_IN_SHANGHAI + ((n % 3) - 1) * HOUR_MS
  const old = Array.from({ length: PEOPLE }, (_, n) =>
    aRequest({ id: newId(), userId: `u${n}`, at: at(n), costNanos: 7n }),
  )
  const again = [0, 1, 2].map((n) => aRequest({ id: newId(), userId: `u${n}`, at: TEST_NOW - HOUR_MS, costNanos: 5n }))
  await store.requests.insertSettled([...old, ...again])
}

/** What whoever reads sums of each person is told of all days, of the days before that midnight, and of each hour by itself. */
async function told(store: TestStore) {
  const { kysely } = store.db
  const sums = async (span: { from: number; to: number }) => {
    const found = await cells(kysely, span, { told: ['user'] })
      .select(['user_id', 'requests', 'cost_nanos'])
      .execute()
    return found.toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1))
  }
  const bounds = [OLD - DAY_MS, OLD, MIDNIGHT_IN_SHANGHAI, OLD + DAY_MS]
  return {
    all: await sums({ from: OLD, to: TEST_NOW }),
    early: await sums({ from: OLD, to: MIDNIGHT_IN_SHANGHAI }),
    hours: await hourCells(kysely, { from: OLD, to: TEST_NOW, clients: ['curl'] })
      .select(['user_id', 'bucket'])
      .orderBy('user_id')
      .execute(),
    cohorts: await store.usage.cohorts(bounds.slice(1).map((to, n) => ({ from: bounds[n] ?? 0, to }))),
  }
}

describe.each(engines)('hourly sums on %s', (_, open) => {
  test('of an old day go piece by piece, and whoever reads meanwhile sees none of them from the first piece on', async () => {
    await using store = await open()
    await fill(store)
    const { all } = await told(store)
    const deleted = [await store.retention.hours(TEST_NOW)]
    const after = await told(store)
    expect(after).toMatchObject({ all, early: { length: PEOPLE }, hours: { length: 3 } })
    while (deleted.at(-1) !== 0) {
      expect(await store.upkeep.books()).toMatchObject({ broken: null })
      // What is settled between two pieces belongs to a day that is kept.
      await store.requests.insertSettled([aRequest({ at: TEST_NOW, userId: 'u3', costNanos: 1n })])
      deleted.push(await store.retention.hours(TEST_NOW))
      expect(await told(store)).toEqual(after)
    }
    expect(await store.upkeep.books()).toMatchObject({ broken: null })
    expect(deleted).toEqual([500, 500, 300, 0])
  })
})
