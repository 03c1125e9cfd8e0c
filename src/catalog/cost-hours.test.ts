import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilDiv, ONE_MICROS } from '../core/money.ts'
import { isPiece, type Price, priceThen, type Rates } from '../core/price.ts'
import { SERVICE_TIERS } from '../core/service-tier.ts'
import type { PriceHours } from '../core/price-hours.ts'
import { MINUTE_MS } from '../core/time.ts'
import { NO_USAGE, type Usage } from '../core/usage.ts'
import { billOf, costNanos, sharesOf } from './cost.ts'

const HOURS: PriceHours = {
  factorMicros: 500_000n,
  zoneMinutes: 480,
  windows: [
    { days: [1, 2, 3, 4, 5], from: 0, to: 540 },
    { days: [1, 2, 3, 4, 5], from: 720, to: 840 },
    { days: [6, 7], from: 0, to: 1440 },
  ],
  dates: ['2026-11-26'],
}

const names = ['input', 'output', 'cacheRead', 'reasoning', 'audioOut', 'requests', 'searches'] as const
const nanos = fc.bigInt({ min: 0n, max: 10n ** 12n })
// Multiples of a million, so that each rate times a factor in millionths is a whole rate.
const wholeRates = fc
  .record(Object.fromEntries(names.map((name) => [name, nanos])))
  .map((rates) => Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, rate * ONE_MICROS])) as Rates)
const usages = fc
  .record(Object.fromEntries(names.map((name) => [name, fc.nat(300_000)])))
  .map((counts): Usage => ({ ...NO_USAGE, ...counts }))
const factors = fc.bigInt({ min: 1n, max: 10_000_000n })
const terms = fc.record({ factorMicros: factors, by: factors, service: fc.constantFrom(null, ...SERVICE_TIERS) })
const prices = fc
  .record({ base: wholeRates, above: wholeRates, flex: wholeRates })
  .map(({ base, above, flex }): Price => ({
    version: 'v',
    rates: base,
    tiers: [{ aboveTokens: 100_000, rates: above }],
    services: [{ service: 'flex', aboveTokens: 0, rates: flex }],
  }))

/** What a price with a factor is the same as: one whose rates of tokens are all multiplied. */
function multipliedBy({ version, rates, tiers, services: own = [] }: Price, factor: bigint): Price {
  const times = (some: Rates): Rates =>
    Object.fromEntries(
      Object.entries(some).map(([name, rate]) => [name, isPiece(name) ? rate : (rate * factor) / ONE_MICROS]),
    )
  const level = <T extends { rates: Rates }>(one: T): T => ({ ...one, rates: times(one.rates) })
  return { version, rates: times(rates), tiers: tiers.map(level), services: own.map(level) }
}

/** Around each boundary of a week, to the millisecond, and at some minute of it. */
const moments = fc.oneof(
  fc
    .constantFrom(0, 540, 720, 840, 1440)
    .chain((minute) =>
      fc
        .record({ day: fc.nat(6), ms: fc.integer({ min: -2, max: 2 }) })
        .map(({ day, ms }) => Date.parse('2026-11-23T00:00:00+08:00') + (day * 1440 + minute) * MINUTE_MS + ms),
    ),
  fc.nat(7 * 1440 - 1).map((minute) => Date.parse('2026-11-23T00:00:00+08:00') + minute * MINUTE_MS),
)

test('what an hour costs is what the price with all rates multiplied costs, at every tier, service and multiplier', () => {
  fc.assert(
    fc.property(prices, usages, terms, moments, (price, used, { factorMicros, by, service }, at) => {
      const then = priceThen({ ...price, hours: { ...HOURS, factorMicros } }, at)
      const isFactored = then.factorMicros !== undefined && service !== 'batch'
      const same = isFactored ? multipliedBy(price, factorMicros) : price
      expect(costNanos(used, then, by, service)).toBe(costNanos(used, same, by, service))
    }),
    { numRuns: 1000 },
  )
})

test('what is charged is what the lines of the bill add up to, times the multiplier, give or take one rounding', () => {
  fc.assert(
    fc.property(prices, usages, terms, (price, used, { factorMicros, by, service }) => {
      const then = { ...price, factorMicros }
      const bill = billOf(used, then, by, service)
      expect(bill.costNanos).toBe(costNanos(used, then, by, service))
      expect(bill.lines.reduce((sum, line) => sum + line.amountNanos, 0n)).toBe(bill.subtotalNanos)
      expect(billOf(used, then, ONE_MICROS, service)).toMatchObject({ subtotalNanos: bill.subtotalNanos })
      const capped = (amount: bigint) => (amount < 10n ** 15n ? amount : 10n ** 15n)
      const most = ceilDiv(bill.subtotalNanos * by, ONE_MICROS)
      const least = ceilDiv((bill.subtotalNanos - 1n) * by, ONE_MICROS)
      expect(bill.costNanos >= capped(least) && bill.costNanos <= capped(most)).toBe(true)
    }),
  )
})

test('a rate that a factor makes no whole of is rounded once, with all others', () => {
  const odd: Price = { version: 'v', rates: { input: 1n, output: 1n }, tiers: [], factorMicros: 500_000n }
  const million = { ...NO_USAGE, input: 1_000_000, output: 1_000_000 }
  expect(costNanos(million, odd, ONE_MICROS)).toBe(1n)
  expect(costNanos({ ...million, input: 3_000_000 }, odd, 1_000_001n)).toBe(3n)
})

test('what is sold by the piece and what is made in a batch costs the same at every hour', () => {
  const price: Price = {
    version: 'v',
    rates: { input: 2_000_000n, searches: 5_000_000_000_000n },
    tiers: [],
    factorMicros: 500_000n,
  }
  const used = { ...NO_USAGE, input: 10, searches: 1 }
  expect(costNanos(used, price, ONE_MICROS)).toBe(10n + 5_000_000n)
  expect(costNanos(used, price, ONE_MICROS, 'batch')).toBe(10n + 5_000_000n)
  expect(billOf(used, price, ONE_MICROS).lines).toEqual([
    { component: 'input', tokens: 10, rateNanos: 2_000_000n, factorMicros: 500_000n, amountNanos: 10n },
    { component: 'searches', tokens: 1, rateNanos: 5_000_000_000_000n, amountNanos: 5_000_000n },
  ])
  expect(billOf(used, price, ONE_MICROS, 'batch').lines[0]).not.toHaveProperty('factorMicros')
})

test('of what was charged in an hour each kind has the share it had in the bill', () => {
  const price: Price = {
    version: 'v',
    rates: { input: 2_000_000n, searches: 10n ** 12n },
    tiers: [],
    factorMicros: 500_000n,
  }
  const used = { ...NO_USAGE, input: 1_000_000, searches: 1 }
  const charged = costNanos(used, price, ONE_MICROS)
  const shares = sharesOf({ usage: used, leastRead: 0, service: null, costNanos: charged }, price)
  expect([shares.get('input'), shares.get('searches')]).toEqual([1_000_000n, 1_000_000n])
})
