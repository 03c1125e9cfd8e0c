import { describe, expect, test } from 'vitest'
import { costNanos } from '../catalog/cost.ts'
import { HOUR_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { addModel, addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

async function setInput({ prices }: TestStore, input: bigint, from: number): Promise<void> {
  const price = { rates: { input }, tiers: [] }
  expect(await prices.change([{ model: 'm1', steps: [{ from, price }] }])).toMatchObject({ ok: true })
}

/** Every version there is, as `state input`, in order of time. */
async function versionsOf({ prices }: TestStore): Promise<string[]> {
  return (await prices.list('m1')).map(({ state, price }) => `${state} ${price?.rates.input}`)
}

describe.each(engines)('prices over time, on %s', (_, open) => {
  test.each([
    ['at once', 0, ['past 2', 'past 1', 'present 4']],
    ['later', HOUR_MS, ['past 2', 'present 1', 'planned 4']],
  ])(
    'a price by which requests were charged while the clock was ahead stays for them when another is set %s',
    async (_when, wait, versions) => {
      await using store = await open()
      await addUser(store)
      await addModel(store, 1n)
      store.clock.set(TEST_NOW + 5 * HOUR_MS)
      await setInput(store, 2n, TEST_NOW + 5 * HOUR_MS)
      await setInput(store, 3n, TEST_NOW + 6 * HOUR_MS)
      const ahead = (await store.prices.list('m1')).find(({ price }) => price?.rates.input === 2n)
      const usage = { ...NO_USAGE, input: 1_000_000 }
      const at = TEST_NOW + 5 * HOUR_MS + 1
      await store.requests.insertSettled([aRequest({ at, usage, costNanos: 2n, priceVersion: ahead?.id ?? null })])
      store.clock.set(TEST_NOW + 10)
      const from = TEST_NOW + 10 + wait
      await setInput(store, 4n, from)
      expect(await versionsOf(store)).toEqual(versions)
      expect((await store.prices.list('m1')).map(({ effectiveFrom }) => effectiveFrom)).toEqual([
        TEST_NOW - 1,
        TEST_NOW,
        from,
      ])
      // At no time that is to come does it hold.
      const model = await store.models.get('m1')
      expect(model?.laterPrices.map((later) => later.from) ?? []).toEqual(wait > 0 ? [from] : [])
      expect(await store.upkeep.books({ costOf: costNanos, since: 0 })).toMatchObject({ broken: null })
    },
  )
})
