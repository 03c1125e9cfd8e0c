import { expect, test } from 'vitest'
import {
  cheapestFirst,
  estimateInHours,
  estimateOf,
  perMille,
  ratioOf,
  readLoad,
  savingOf,
  USUAL_LOAD,
  writeLoad,
} from './estimate.ts'

const PRICE = {
  input: '3',
  cache_read: '0.3',
  output: '15',
  tiers: [{ above_tokens: 200_000, input: '6', output: '22.5' }],
}
const LOAD = { requests: 420, input: 24_000, cached: 90, output: 640, days: 30 }

test('a month is what one request costs, as often as it is made, to the nano-dollar', () => {
  // 2,400 × $3 + 21,600 × $0.3 + 640 × $15, each per million.
  const { perRequest, perDay, total, parts } = estimateOf(PRICE, LOAD)
  expect([perRequest, perDay, total]).toEqual(['0.02328', '9.7776', '293.328'])
  expect(parts).toEqual({ fresh: 90_720_000_000n, cached: 81_648_000_000n, output: 120_960_000_000n, request: 0n })
})

test('input above a tier costs what the tier says, and what the tier does not name stays', () => {
  const load = { ...LOAD, requests: 1, days: 1, input: 300_000, cached: 0, output: 0 }
  expect(estimateOf(PRICE, load).total).toBe('1.8')
  expect(estimateOf(PRICE, { ...load, cached: 100 }).total).toBe('0.09')
})

test('a price for each request counts, cached input without a price of its own costs what input costs, and no price is nothing', () => {
  const load = { requests: 10, input: 1000, cached: 50, output: 0, days: 1 }
  expect(estimateOf({ input: '1', per_request: '0.01', tiers: [] }, load).total).toBe('0.11')
  expect(estimateOf(null, load)).toMatchObject({ perRequest: '0', total: '0' })
})

test('within its hours tokens cost the factor, in each tier, and what is sold by the piece stays; without hours there is no such cost', () => {
  const hours = { factor: '0.5', utc_offset: 0, windows: [{ days: [1], from: '00:00', to: '24:00' }], dates: [] }
  expect(estimateInHours({ ...PRICE, hours }, LOAD)).toMatchObject({
    perRequest: '0.01164',
    perDay: '4.8888',
    total: '146.664',
    parts: { fresh: 45_360_000_000n, cached: 40_824_000_000n, output: 60_480_000_000n, request: 0n },
  })
  const long = { ...LOAD, requests: 1, days: 1, input: 300_000, cached: 0, output: 0 }
  expect(estimateInHours({ ...PRICE, hours: { ...hours, factor: '2' } }, long)?.total).toBe('3.6')
  const load = { requests: 10, input: 1000, cached: 0, output: 0, days: 1 }
  expect(estimateInHours({ input: '1', per_request: '0.01', tiers: [], hours }, load)?.total).toBe('0.105')
  expect(estimateOf({ ...PRICE, hours }, LOAD)).toEqual(estimateOf(PRICE, LOAD))
  expect([estimateInHours(PRICE, LOAD), estimateInHours(null, LOAD)]).toEqual([null, null])
})

test('the cheaper of two costs comes first, and of equal ones neither', () => {
  const [one, two] = ['1', '2'].map((input) => estimateOf({ input, tiers: [] }, LOAD))
  if (!one || !two) throw new Error('no costs')
  expect([cheapestFirst(one, two), cheapestFirst(two, one), cheapestFirst(one, { ...one })]).toEqual([-1, 1, 0])
})

test('a load is read back from the address, and what is none is not', () => {
  expect(readLoad(writeLoad(LOAD))).toEqual(LOAD)
  for (const text of [
    undefined,
    '',
    '1,2,3,4',
    '1,2,101,4,5',
    '1,2,3,4,-5',
    '1,2,3,4,5,6',
    '1e3,2,3,4,5',
    '1,2,3,4,367',
  ]) {
    expect(readLoad(text), text).toBeNull()
  }
})

test('ratios have one digit, and there is none to nothing', () => {
  expect([ratioOf(30n, 20n), ratioOf(23n, 20n), ratioOf(5000n, 20n), ratioOf(1n, 0n)]).toEqual([
    '1.5',
    '1.2',
    '250',
    null,
  ])
})

test('a part of a whole is drawn in thousandths', () => {
  expect([perMille(1n, 3n), perMille(0n, 0n), perMille(3n, 3n)]).toEqual([333, 0, 1000])
})

test('more from the cache saves the difference of the prices, and nothing where all comes from it', () => {
  // One percent of 24,000 tokens at $2.7 less, 12,600 times.
  expect(savingOf(PRICE, LOAD)).toBe('8.1648')
  expect(savingOf(PRICE, { ...LOAD, cached: 100 })).toBeNull()
  expect(savingOf({ input: '1', tiers: [] }, USUAL_LOAD)).toBeNull()
})
