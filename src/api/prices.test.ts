import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelPrice } from '../contract/models.ts'
import { formatUsd } from '../core/money.ts'
import { priceIn, priceOut, rateText } from './prices.ts'

test('a price survives the way in and out', () => {
  const amount = fc.bigInt(0n, 10n ** 15n).map((nanos) => formatUsd(nanos))
  const rates = fc.record(
    { input: amount, output: amount, cache_write_1h: amount, per_request: amount },
    { requiredKeys: ['output'] },
  )
  fc.assert(
    fc.property(rates, rates, (base, tier) => {
      const price = modelPrice.parse({ ...base, tiers: [{ above_tokens: 200_000, ...tier }] })
      expect(priceOut(priceIn(price))).toEqual(price)
    }),
  )
})

test('tokens are priced by the million, requests and searches by the piece', () => {
  const price = priceIn({ input: '1.25', per_request: '0.01', per_search: '0.000000001', tiers: [] })
  expect(price.rates).toEqual({ input: 1_250_000_000n, requests: 10_000_000_000_000n, searches: 1_000_000n })
  expect(rateText('input', 1_250_000_000n)).toBe('1.25')
  expect(rateText('requests', 10_000_000_000_000n)).toBe('0.01')
})
