import { describe, expect, test } from 'vitest'
import { costNanos } from '../catalog/cost.ts'
import { ONE_MICROS } from '../core/money.ts'
import { priceThen } from '../core/price.ts'
import { isOpen, type PriceHours } from '../core/price-hours.ts'
import { HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { slicesOf } from './bulk-insert.ts'
import { hoursText } from './price-hours.ts'
import { addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const HOURS: PriceHours = {
  factorMicros: 500_000n,
  zoneMinutes: 480,
  windows: [
    { days: [1, 2, 3], from: 0, to: 540 },
    { days: [4, 5, 6, 7], from: 720, to: 1440 },
  ],
  dates: ['2026-11-18', '2026-11-16'],
}
const ABOUT = { vendor: '', context: null, maxOutput: null, abilities: [], aliases: [], enabled: true }

async function withHours({ models }: TestStore) {
  const price = { rates: { input: 3_000_000n }, tiers: [], hours: HOURS }
  await models.create({ id: 'm1', displayName: 'M1', kind: 'chat', price, ...ABOUT })
  const kept = (await models.get('m1'))?.price
  if (!kept) throw new Error('no price')
  return kept
}

describe.each(engines)('hours of prices on %s', (_, open) => {
  test('are kept with their version', async () => {
    await using store = await open()
    const kept = await withHours(store)
    expect(kept.hours).toEqual(HOURS)
    expect((await store.models.priceOf(kept.version))?.hours).toEqual(HOURS)
    expect((await store.prices.list('m1'))[0]?.price?.hours).toEqual(HOURS)
  })

  test('of nearly three weeks the database tells those in a window from those that are not as the price does', async () => {
    await using store = await open()
    await addUser(store)
    const price = await withHours(store)
    // Around every boundary, as all of them lie on whole or half hours.
    const ats = Array.from({ length: 20 * 24 }, (_one, hour) => TEST_NOW - hour * HOUR_MS).flatMap((at) => {
      const whole = at - (at % HOUR_MS)
      return [whole - 1, whole, whole + MINUTE_MS]
    })
    const usage = { ...NO_USAGE, input: 1 }
    const rows = ats.map((at) => aRequest({ at, usage, costNanos: 1n, priceVersion: price.version }))
    await store.requests.insertSettled(rows)
    const { groups } = await store.usage.composition({ from: 0, to: TEST_NOW + HOUR_MS, users: ['u1'] })
    const told = groups.map((group) => [isOpen(HOURS, group.at), group.usage.input])
    const open_ = ats.filter((at) => isOpen(HOURS, at)).length
    expect(open_).toBeGreaterThan(100)
    expect(told.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
      [false, ats.length - open_],
      [true, open_],
    ])
  })

  test('that were changed more often than an engine takes conditions keep nobody from being told what they paid for', async () => {
    await using store = await open()
    const price = await withHours(store)
    const others = Array.from({ length: 1001 }, (_one, n) => ({
      id: `other-${n}`,
      model_id: 'm2',
      effective_from: n,
      source: 'manual' as const,
      source_name: null,
      hours: hoursText({ ...HOURS, factorMicros: BigInt(n + 1) }),
    }))
    for (const some of slicesOf(others, 100)) await store.db.kysely.insertInto('price_version').values(some).execute()
    const usage = { ...NO_USAGE, input: 1 }
    await store.requests.insertSettled([aRequest({ usage, costNanos: 1n, priceVersion: price.version })])
    const { groups } = await store.usage.composition({ from: 0, to: TEST_NOW + HOUR_MS, users: ['u1'] })
    expect(groups).toMatchObject([{ priceVersion: price.version, usage }])
  })

  test('count when rows are checked and charged anew', async () => {
    await using store = await open()
    await addUser(store)
    const price = await withHours(store)
    const usage = { ...NO_USAGE, input: 2_000_000 }
    const half = TEST_NOW - (TEST_NOW % HOUR_MS)
    const ats = Array.from({ length: 24 }, (_one, hour) => half - hour * HOUR_MS)
    const costAt = (at: number) => costNanos(usage, priceThen(price, at), ONE_MICROS)
    expect(new Set(ats.map(costAt))).toEqual(new Set([3_000_000n, 6_000_000n]))
    await store.requests.insertSettled(
      ats.map((at) => aRequest({ at, usage, costNanos: costAt(at), priceVersion: price.version })),
    )
    expect(await store.upkeep.books({ costOf: costNanos, since: 0 })).toMatchObject({ broken: null })
    const span = { from: 0, to: TEST_NOW + HOUR_MS }
    const repricing = { model: 'm1', ...span, version: price.version, costOf: costNanos }
    store.clock.set(TEST_NOW + HOUR_MS)
    const plan = await store.prices.planRepricing(repricing)
    const sum = ats.map(costAt).reduce((all, one) => all + one, 0n)
    expect(plan).toMatchObject({ ok: true, value: { users: [{ was: sum, becomes: sum, requests: 24 }] } })
  })
})
