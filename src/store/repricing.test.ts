import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import type { Database } from './database.ts'
import { pricesIn } from './price-book.ts'
import { type CostOf, pageAfter } from './repricing.ts'
import { planOf } from './test-plan.ts'
import { addModel, addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

/** Input alone costs. */
const costOf: CostOf = ({ input }, { rates }) => (BigInt(input) * (rates.input ?? 0n)) / 1_000_000n

const REPRICING = { model: 'm1', from: TEST_NOW - 2 * HOUR_MS, to: TEST_NOW, version: null, costOf }
const BY = { actorId: 'admin', reason: 'A wrong price' }

/** Requests of two users, each of which cost 2 too much. */
async function fill(store: TestStore, requests: number): Promise<void> {
  for (const id of ['u1', 'u2']) await addUser(store, id)
  await addModel(store, 1_000_000n)
  await store.requests.insertSettled(
    Array.from({ length: requests }, (_, n) =>
      aRequest({
        userId: n % 2 === 0 ? 'u1' : 'u2',
        at: TEST_NOW - HOUR_MS + (n >> 1),
        usage: { ...NO_USAGE, input: 5 },
        costNanos: 7n,
      }),
    ),
  )
}

const credits = async ({ accounts }: TestStore) => [
  (await accounts.get('u1')).credit,
  (await accounts.get('u2')).credit,
]

const INDEXED = {
  sqlite: /INDEX request_by_model_at_id \(model=\? AND at>\? AND at<\?\)/,
  postgres: /Index Cond: \(\(model = .*\(at >= .*\(at < /,
}

describe.each(engines)('on %s', (_, open) => {
  test('each page of a repricing begins in the index where the one before ended', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    const page = pageAfter(kysely, { model: 'm', to: 9 }, { at: 5, id: 'r' })
    expect(String(await planOf(store.db, page))).toMatch(INDEXED[engine.kind])
  })

  test('rows are read while nobody waits, and what they come to is booked as one', async () => {
    await using store = await open()
    await fill(store, 2500)
    const done: string[] = []
    const watched: Database = {
      ...store.db,
      report: (name, query) => {
        done.push(name)
        return store.db.report(name, query)
      },
      transaction: async (act) => {
        done.push('begin')
        return store.db.transaction(act).finally(() => done.push('end'))
      },
    }
    const outcome = await pricesIn(watched, store.clock).reprice(REPRICING, BY)
    expect(outcome).toMatchObject({ ok: true, value: { users: [{ requests: 1250 }, { requests: 1250 }] } })
    expect(done).toEqual(['ofModel', 'ofModel', 'ofModel', 'begin', 'end'])
    expect(await credits(store)).toEqual([2500n, 2500n])
    expect(await store.upkeep.books()).toMatchObject({ broken: null })
  })

  test('two at once book each difference once, the later one by what the earlier has booked', async () => {
    await using store = await open()
    await fill(store, 20)
    const both = await Promise.all([store.prices.reprice(REPRICING, BY), store.prices.reprice(REPRICING, BY)])
    const differences = both.map((outcome) =>
      outcome.ok ? outcome.value.users.map(({ was, becomes }) => was - becomes) : [outcome.refused],
    )
    expect(new Set(differences.map(String))).toEqual(new Set(['0,0', '20,20']))
    expect(await credits(store)).toEqual([20n, 20n])
  })

  test('a price that changes while rows are read is the one that is booked', async () => {
    await using store = await open()
    await fill(store, 20)
    const cheaper = async () => {
      store.clock.set(TEST_NOW + 1)
      const price = { rates: { input: 400_000n }, tiers: [] }
      await store.prices.change([{ model: 'm1', steps: [{ from: TEST_NOW + 1, price }] }])
    }
    let changed: Promise<void> | undefined
    const meanwhile: Database = {
      ...store.db,
      report: (name, query) => (changed ??= cheaper()).then(() => store.db.report(name, query)),
    }
    await pricesIn(meanwhile, store.clock).reprice(REPRICING, BY)
    expect(await credits(store)).toEqual([50n, 50n])
  })
})
