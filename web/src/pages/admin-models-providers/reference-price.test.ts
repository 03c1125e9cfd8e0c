import { expect, test } from 'vitest'
import { priceFormOf } from './price-form.ts'
import { referenceRate, timesFactor } from './reference-price.ts'

const REFERENCE = {
  input: '10',
  output: '0.3',
  tiers: [{ above_tokens: 272_000, input: '20' }],
  services: [{ service: 'batch' as const, above_tokens: 0, input: '5' }],
}

test('a factor is on every rate, those of tiers and service tiers too', () => {
  expect(timesFactor(REFERENCE, '1.10')).toEqual({
    input: '11',
    output: '0.33',
    tiers: [{ above_tokens: 272_000, input: '22' }],
    services: [{ service: 'batch', above_tokens: 0, input: '5.5' }],
  })
})

test('what is no factor makes no price', () => {
  expect(['', '0', '-1', 'x'].map((factor) => timesFactor(REFERENCE, factor))).toEqual(
    Array.from({ length: 4 }, () => undefined),
  )
})

test('a tier is compared with the one that begins at the same number of tokens', () => {
  const { tiers } = priceFormOf(REFERENCE)
  expect(referenceRate(REFERENCE, tiers, { at: 0, rate: 'input' })).toBe('10')
  expect(referenceRate(REFERENCE, tiers, { at: 1, rate: 'input' })).toBe('20')
  expect(
    referenceRate(
      REFERENCE,
      tiers.map((tier) => ({ ...tier, above: '1000' })),
      { at: 1, rate: 'input' },
    ),
  ).toBeUndefined()
})

test('a price times a factor keeps its hours', () => {
  const hours = { factor: '0.5', utc_offset: 480, windows: [{ days: [6], from: '00:00', to: '24:00' }], dates: [] }
  expect(timesFactor({ input: '2', tiers: [], hours }, '1.5')).toEqual({ input: '3', tiers: [], hours })
})
