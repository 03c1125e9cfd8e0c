import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ONE_MICROS } from '../core/money.ts'
import type { Price } from '../core/price.ts'
import { NO_USAGE, type Usage } from '../core/usage.ts'
import { billOf, costNanos } from './cost.ts'

const price: Price = {
  version: 'v1',
  rates: {
    input: 2_000_000_000n,
    cacheRead: 200_000_000n,
    cacheWrite5m: 2_500_000_000n,
    cacheWrite1h: 4_000_000_000n,
    output: 10_000_000_000n,
  },
  tiers: [{ aboveTokens: 200_000, rates: { input: 6_000_000_000n, output: 22_500_000_000n } }],
}

const usage = (part: Partial<Usage>): Usage => ({ ...NO_USAGE, ...part })

test('a request of every class costs what its tokens cost', () => {
  const used = usage({ input: 34, cacheRead: 1000, cacheWrite5m: 150, cacheWrite1h: 50, output: 56, reasoning: 20 })
  // 34×2 + 1000×0.2 + 150×2.5 + 50×4 + 56×10 = 1403 micro-dollars
  expect(costNanos(used, price, ONE_MICROS)).toBe(1_403_000n)
})

test('the tier is chosen by the whole input, cached parts included, and only above its threshold', () => {
  expect(costNanos(usage({ input: 1, cacheRead: 199_999 }), price, ONE_MICROS)).toBe(2_000n + 39_999_800n)
  expect(billOf(usage({ input: 1, cacheRead: 200_000 }), price, ONE_MICROS)).toMatchObject({
    tierAbove: 200_000,
    costNanos: 6_000n + 40_000_000n,
  })
})

test('the cost is rounded once, upwards', () => {
  const tiny: Price = { version: 'v', rates: { input: 1n, output: 1n }, tiers: [] }
  expect(costNanos(usage({ input: 1, output: 1 }), tiny, ONE_MICROS)).toBe(1n)
})

test('a class without a price falls back to the one it belongs to, never to nothing', () => {
  const plain: Price = { version: 'v', rates: { input: 1_000_000n, output: 2_000_000n }, tiers: [] }
  expect(costNanos(usage({ cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1, audioIn: 1 }), plain, ONE_MICROS)).toBe(4n)
  expect(costNanos(usage({ output: 5, reasoning: 3, audioOut: 1 }), plain, ONE_MICROS)).toBe(12n)
})

test('a price by the piece is for one piece', () => {
  const piece: Price = { version: 'v', rates: { requests: 10_000_000n * 1_000_000n }, tiers: [] }
  expect(costNanos(usage({ requests: 3 }), piece, ONE_MICROS)).toBe(30_000_000n)
})

const tokens = fc.integer({ min: 0, max: 100_000_000 })
const anyUsage = fc
  .record({
    input: tokens,
    cacheRead: tokens,
    cacheWrite5m: tokens,
    cacheWrite1h: tokens,
    output: tokens,
    reasoning: tokens,
    audioIn: tokens,
    requests: tokens,
  })
  .map((part) => usage({ ...part, reasoning: Math.min(part.reasoning, part.output) }))
const rate = fc.bigInt(0n, 10n ** 12n)
const anyPrice = fc
  .record({ input: rate, output: rate, cacheRead: rate, reasoning: rate })
  .map((rates): Price => ({ version: 'v', rates, tiers: [] }))

test('the bill adds up to the cost to the nano-dollar', () => {
  fc.assert(
    fc.property(anyUsage, anyPrice, fc.bigInt(0n, 10_000_000n), (used, priced, multiplier) => {
      const bill = billOf(used, priced, multiplier)
      const sum = bill.lines.reduce((total, line) => total + line.amountNanos, 0n)
      expect(sum).toBe(bill.subtotalNanos)
      expect(bill.costNanos).toBe(costNanos(used, priced, multiplier))
      if (multiplier === ONE_MICROS) expect(bill.costNanos).toBe(bill.subtotalNanos)
    }),
  )
})

test('more tokens never cost less at a flat price', () => {
  fc.assert(
    fc.property(anyUsage, anyPrice, tokens, (used, priced, more) => {
      const larger = usage({ ...used, output: used.output + more })
      expect(costNanos(larger, priced, ONE_MICROS)).toBeGreaterThanOrEqual(costNanos(used, priced, ONE_MICROS))
    }),
  )
})
