import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MILLION_USD, ONE_MICROS } from '../core/money.ts'
import { highestRate, type Price } from '../core/price.ts'
import { MAX_TOKENS, NO_USAGE, type Usage } from '../core/usage.ts'
import { billOf, costNanos, sharesOf } from './cost.ts'

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

test('sound counts for the length of the input, pictures that a tool of the upstream read do not', () => {
  expect(billOf(usage({ input: 1, audioIn: 200_000 }), price, ONE_MICROS)).toMatchObject({
    tierAbove: 200_000,
    costNanos: 200_001n * 6_000n,
  })
  expect(billOf(usage({ input: 200_000, imageIn: 1 }), price, ONE_MICROS).tierAbove).toBeNull()
})

test('the cost is rounded once, upwards', () => {
  const tiny: Price = { version: 'v', rates: { input: 1n, output: 1n }, tiers: [] }
  expect(costNanos(usage({ input: 1, output: 1 }), tiny, ONE_MICROS)).toBe(1n)
})

test('a class without a price falls back to the one it belongs to, never to nothing', () => {
  const plain: Price = { version: 'v', rates: { input: 1_000_000n, output: 2_000_000n }, tiers: [] }
  expect(costNanos(usage({ cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1, audioIn: 1 }), plain, ONE_MICROS)).toBe(4n)
  expect(costNanos(usage({ output: 5, reasoning: 3, audioOut: 1 }), plain, ONE_MICROS)).toBe(12n)
  expect(costNanos(usage({ imageIn: 1, imageOut: 1 }), plain, ONE_MICROS)).toBe(3n)
  // What belongs to no other class is free where it has no price.
  expect(costNanos(usage({ requests: 1, searches: 1 }), plain, ONE_MICROS)).toBe(0n)
})

test('no more of an answer is thought than there is of it', () => {
  expect(costNanos(usage({ output: 5, reasoning: 9 }), price, ONE_MICROS)).toBe(50_000n)
})

test('a bill has a line for each class that was used, in the order of the classes', () => {
  const { lines } = billOf(usage({ searches: 1, output: 3, reasoning: 1, input: 2 }), price, ONE_MICROS)
  expect(lines.map(({ component, tokens, amountNanos }) => [component, tokens, amountNanos])).toEqual([
    ['input', 2, 4_000n],
    ['output', 2, 20_000n],
    ['reasoning', 1, 10_000n],
    ['searches', 1, 0n],
  ])
})

test('of several context tiers the highest one that is exceeded holds, in whatever order they stand', () => {
  const higher = { aboveTokens: 300_000, rates: { input: 9_000_000_000n } }
  for (const tiers of [
    [...price.tiers, higher],
    [higher, ...price.tiers],
  ]) {
    const tierAbove = [200_001, 300_001].map(
      (input) => billOf(usage({ input }), { ...price, tiers }, ONE_MICROS).tierAbove,
    )
    expect(tierAbove).toEqual([200_000, 300_000])
  }
})

test('a price by the piece is for one piece', () => {
  const piece: Price = { version: 'v', rates: { requests: 10_000_000n * 1_000_000n }, tiers: [] }
  expect(costNanos(usage({ requests: 3 }), piece, ONE_MICROS)).toBe(30_000_000n)
})

const withServices: Price = {
  ...price,
  services: [
    { service: 'flex', aboveTokens: 0, rates: { input: 1_000_000_000n, output: 5_000_000_000n } },
    { service: 'priority', aboveTokens: 0, rates: { input: 4_000_000_000n } },
    { service: 'priority', aboveTokens: 200_000, rates: { input: 12_000_000_000n } },
  ],
}

test('a service tier costs what the price names for it, and the standard price for what it does not', () => {
  const used = usage({ input: 10, cacheRead: 10, output: 10 })
  expect(billOf(used, withServices, ONE_MICROS, 'flex')).toMatchObject({
    costNanos: 10_000n + 2_000n + 50_000n,
    tierAbove: null,
    service: { tier: 'flex', priced: true },
  })
  expect(costNanos(used, withServices, ONE_MICROS, 'priority')).toBe(40_000n + 2_000n + 100_000n)
  expect(billOf(used, withServices, ONE_MICROS)).toMatchObject({ costNanos: 122_000n, service: null })
})

test('what a service tier costs at every length holds for a long input too, unless it names a rate for that', () => {
  const services = [
    { service: 'priority', aboveTokens: 300_000, rates: { input: 12_000_000_000n } },
    { service: 'priority', aboveTokens: 0, rates: { input: 4_000_000_000n, output: 20_000_000_000n } },
  ] as const
  expect(billOf(usage({ input: 300_001, output: 10 }), { ...price, services }, ONE_MICROS, 'priority')).toMatchObject({
    costNanos: 300_001n * 12_000n + 200_000n,
    tierAbove: 300_000,
  })
})

test('a service tier that the price does not name, or not at this length of input, costs the standard price and is flagged', () => {
  const short = usage({ input: 10 })
  const long = usage({ input: 200_001 })
  for (const [used, tier] of [
    [short, 'fast'],
    [long, 'flex'],
  ] as const) {
    const bill = billOf(used, withServices, ONE_MICROS, tier)
    expect(bill.service).toEqual({ tier, priced: false })
    expect(bill.costNanos).toBe(costNanos(used, price, ONE_MICROS))
  }
  expect(costNanos(long, withServices, ONE_MICROS, 'priority')).toBe(200_001n * 12_000n)
})

test('a batch without a price of its own costs half of the standard one, but for what is sold by the piece', () => {
  const used = usage({ input: 10, cacheRead: 10, output: 10, requests: 1, searches: 1 })
  const sold: Price = { ...withServices, rates: { ...price.rates, requests: 5_000_000n, searches: 7_000_000n } }
  const bill = billOf(used, sold, ONE_MICROS, 'batch')
  expect(bill).toMatchObject({ costNanos: 61_000n + 5n + 7n, service: { tier: 'batch', priced: false } })
  const own: Price = { ...sold, services: [{ service: 'batch', aboveTokens: 0, rates: { input: 1_500_000_000n } }] }
  // What the price names for batches holds; every other class costs half of the standard rate.
  expect(billOf(used, own, ONE_MICROS, 'batch')).toMatchObject({
    costNanos: 15_000n + 1_000n + 50_000n + 5n + 7n,
    service: { tier: 'batch', priced: true },
  })
})

test('a tier that is two at once costs what the nearest one costs where the price does not name it', () => {
  const used = usage({ input: 10 })
  const rates = (input: bigint) => ({ aboveTokens: 0, rates: { input } })
  const us = { service: 'us', ...rates(2_200_000_000n) } as const
  const fast = { service: 'fast', ...rates(4_000_000_000n) } as const
  const both = { service: 'fast_us', ...rates(4_400_000_000n) } as const
  const bill = (...services: (typeof us | typeof fast | typeof both)[]) =>
    billOf(used, { ...price, services }, ONE_MICROS, 'fast_us')
  expect(bill(us, fast, both)).toMatchObject({ costNanos: 44_000n, service: { tier: 'fast_us', priced: true } })
  expect(bill(us, fast)).toMatchObject({ costNanos: 40_000n, service: { tier: 'fast_us', priced: false } })
  expect(bill(us)).toMatchObject({ costNanos: 22_000n, service: { priced: false } })
  expect(bill()).toMatchObject({ costNanos: 20_000n, service: { priced: false } })
})

test('however much a batch read in sum, no context tier holds for it', () => {
  const bill = billOf(usage({ input: 1_000_000 }), price, ONE_MICROS, 'batch')
  expect(bill).toMatchObject({ tierAbove: null, costNanos: 1_000_000n * 1_000n })
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
/** Up to ten thousand dollars per million, and as high as may be set, where nearly every request costs the most. */
const rate = fc.oneof(fc.bigInt(0n, 10n ** 13n), fc.bigInt(0n, highestRate('input')))
const rates = fc.record(
  { input: rate, output: rate, cacheRead: rate, cacheWrite5m: rate, reasoning: rate, audioIn: rate, requests: rate },
  { requiredKeys: [] },
)
const level = fc.record({ aboveTokens: fc.constantFrom(1, 128_000, 200_000), rates })
const anyPrice: fc.Arbitrary<Price> = fc.record({
  version: fc.constant('v'),
  rates,
  tiers: fc.uniqueArray(level, { selector: (one) => one.aboveTokens, maxLength: 2 }),
  services: fc.array(
    fc.record({ service: fc.constantFrom('flex', 'fast'), aboveTokens: fc.constantFrom(0, 200_000), rates }),
    { maxLength: 3 },
  ),
})
const anyService = fc.constantFrom(null, 'flex', 'batch')

const atMost = (nanos: bigint) => (nanos < MILLION_USD ? nanos : MILLION_USD)

test('the bill adds up to the cost to the nano-dollar', () => {
  fc.assert(
    fc.property(anyUsage, anyPrice, fc.bigInt(0n, 10_000_000n), anyService, (used, priced, multiplier, service) => {
      const bill = billOf(used, priced, multiplier, service)
      const sum = bill.lines.reduce((total, line) => total + line.amountNanos, 0n)
      expect(sum).toBe(bill.subtotalNanos)
      expect(bill.costNanos).toBe(costNanos(used, priced, multiplier, service))
      for (const line of bill.lines) expect(line.amountNanos).toBeGreaterThanOrEqual(0n)
      const exact = bill.lines.reduce((total, line) => total + BigInt(line.tokens) * line.rateNanos, 0n) * multiplier
      expect(bill.costNanos).toBe(atMost((exact + 10n ** 12n - 1n) / 10n ** 12n))
      if (multiplier === ONE_MICROS) expect(bill.costNanos).toBe(atMost(bill.subtotalNanos))
    }),
  )
})

test('more tokens of any class never cost less at a flat price', () => {
  const classes = fc.constantFrom('input', 'cacheRead', 'cacheWrite5m', 'output', 'audioIn', 'requests')
  fc.assert(
    fc.property(anyUsage, anyPrice, fc.tuple(classes, tokens), anyService, (used, priced, [name, more], service) => {
      const flat = { ...priced, tiers: [], services: (priced.services ?? []).filter((one) => one.aboveTokens === 0) }
      const larger = usage({ ...used, [name]: used[name] + more })
      const cost = costNanos(used, flat, ONE_MICROS, service)
      expect(costNanos(larger, flat, ONE_MICROS, service)).toBeGreaterThanOrEqual(cost)
    }),
  )
})

test('no request costs more than a million dollars, however absurd its usage, its price and its factor are', () => {
  const most = Object.fromEntries(Object.keys(NO_USAGE).map((name) => [name, MAX_TOKENS])) as Usage
  const dearest = Object.fromEntries(Object.keys(NO_USAGE).map((name) => [name, highestRate(name as keyof Usage)]))
  const priced: Price = { version: 'v', rates: dearest, tiers: [] }
  const bill = billOf({ ...most, requests: 1, searches: 1 }, priced, ONE_MICROS)
  expect(bill.costNanos).toBe(MILLION_USD)
  expect(bill.subtotalNanos).toBeLessThan(2n ** 63n)
  expect(costNanos(most, priced, 999_999n * ONE_MICROS)).toBe(MILLION_USD)
})

test('what requests were charged falls to their components whole, and to each what its tokens cost, but for the roundings', () => {
  const tokens = fc.integer({ min: 0, max: 9_000 })
  const one = fc.record({ input: tokens, cacheRead: tokens, cacheWrite1h: tokens, output: tokens, reasoning: tokens })
  const factor = fc.bigInt({ min: 1n, max: 3_000_000n })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 20 }), factor, fc.boolean(), (parts, factorMicros, isLong) => {
      const all = parts.map((part) => usage({ ...part, ...(isLong && { input: part.input + 200_001 }) }))
      const together = usage({})
      for (const own of all) {
        const reasoning = Math.min(own.reasoning, own.output)
        for (const [name, count] of Object.entries({ ...own, reasoning })) together[name as keyof Usage] += count
      }
      const charged = all.reduce((sum, own) => sum + costNanos(own, price, factorMicros), 0n)
      const alike = { usage: together, leastRead: isLong ? 200_001 : 0, service: null, costNanos: charged }
      const shares = sharesOf(alike, price)
      expect([...shares.values()].reduce((sum, share) => sum + share, 0n)).toBe(charged)
      const rates = isLong ? { ...price.rates, ...price.tiers[0]?.rates } : price.rates
      const exact = (BigInt(together.input) * (rates.input ?? 0n) * factorMicros) / 10n ** 12n
      const off = (shares.get('input') ?? 0n) - exact
      expect(off >= -1n && off <= BigInt(all.length)).toBe(true)
    }),
  )
})

test('of what costs nothing no component has a share', () => {
  const free = { usage: usage({ searches: 3 }), leastRead: 0, service: null, costNanos: 5n }
  expect(sharesOf(free, price).size).toBe(0)
})
