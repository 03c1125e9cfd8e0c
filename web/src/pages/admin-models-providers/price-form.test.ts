import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelPrice } from '../../../../src/contract/models.ts'
import { SERVICE_TIERS } from '../../../../src/core/service-tier.ts'
import { RATES } from '../../lib/offers/rates.ts'
import { emptyRates, priceForm, priceFormOf, priceOf } from './price-form.ts'

const amount = fc
  .tuple(fc.nat(9999), fc.nat(999_999_999))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(9, '0')}`)
const rates = fc.record(Object.fromEntries(RATES.map((rate) => [rate, amount])), { requiredKeys: [] })
const services = fc.uniqueArray(
  fc
    .record({ rates, service: fc.constantFrom(...SERVICE_TIERS), above_tokens: fc.nat(1_000_000) })
    .map(({ rates: own, ...level }) => ({ ...level, ...own })),
  { minLength: 1, maxLength: 4, selector: ({ service, above_tokens }) => `${service} ${above_tokens}` },
)
const HOURS = { factor: '0.5', windows: [{ days: [6, 7], from: '00:00', to: '24:00' }], dates: ['2026-10-01'] }
const priced = fc
  .record({
    rates,
    services: fc.option(services, { nil: undefined }),
    hours: fc.option(fc.constant(HOURS), { nil: undefined }),
    thresholds: fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 8 }),
  })
  .map((value) => ({
    input: '1',
    ...value.rates,
    tiers: value.thresholds.sort((a, b) => a - b).map((above_tokens) => ({ above_tokens, input: '1' })),
    ...(value.services && { services: value.services }),
    ...(value.hours && { hours: value.hours }),
  }))

test('a price comes back from its inputs unchanged', () => {
  fc.assert(
    fc.property(priced, (value) => {
      const price = modelPrice.parse(value)
      const form = priceFormOf(price)
      expect(priceForm.safeParse(form).success).toBe(true)
      expect(priceOf(form)).toEqual(price)
    }),
  )
})

test('empty inputs are no price', () => {
  expect(priceOf(priceFormOf(null))).toBeNull()
  expect(priceOf({ rates: { ...emptyRates(), input: '  ' }, tiers: [] })).toBeNull()
})

test('an input left empty is a rate that is not set, a zero is a rate of zero', () => {
  expect(priceOf({ rates: { ...emptyRates(), input: '0', output: '10' }, tiers: [] })).toEqual({
    input: '0',
    output: '10',
    tiers: [],
  })
})

test.each(['-1', '1e3', 'abc', '1.0000000001', '12345678901', '2,5', '0,075', '0，15', '1,25,000', '1.250,00'])(
  '%s is not an amount',
  (typed) => {
    const read = priceForm.safeParse({ rates: { ...emptyRates(), output: typed }, tiers: [] })
    expect(read.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['rates.output'])
  },
)

test('two tiers may not begin at the same size', () => {
  const tier = { above: '200000', rates: { ...emptyRates(), input: '2' } }
  const read = priceForm.safeParse({ rates: tier.rates, tiers: [tier, { ...tier, above: '200,000' }] })
  expect(read.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['tiers.1.above'])
})

test('tiers without a base rate are told at the first of the base inputs; a rate by the piece is enough', () => {
  const tiers = [{ above: '200000', rates: { ...emptyRates(), input: '2' } }]
  const read = priceForm.safeParse({ rates: { ...emptyRates(), input: ' ' }, tiers })
  expect(read.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([['rates.input', 'base']])
  expect(priceForm.safeParse({ rates: { ...emptyRates(), per_request: '1' }, tiers }).success).toBe(true)
})

test('hours without a base rate are told there too, and hours that are wrong at their own input', () => {
  const hours = { factor: '0.5', utc_offset: 480, windows: [{ days: [1], from: '9', to: '18' }], dates: '' }
  const faultsOf = (rates: Partial<ReturnType<typeof emptyRates>>, own: typeof hours) =>
    priceForm
      .safeParse({ rates: { ...emptyRates(), ...rates }, tiers: [], hours: own })
      .error?.issues.map(({ path }) => path.join('.'))
  expect(faultsOf({}, hours)).toEqual(['rates.input'])
  expect(faultsOf({ input: '1' }, { ...hours, factor: '' })).toEqual(['hours.factor'])
  expect(faultsOf({ input: '1' }, hours)).toBeUndefined()
})

test('hours that are taken away leave the price, as what was typed loosely is sent as the contract has it', () => {
  const form = priceFormOf({ input: '1', tiers: [], hours: modelPrice.parse({ input: '1', hours: HOURS }).hours })
  expect(priceOf({ ...form, hours: null })).toEqual({ input: '1', tiers: [] })
  const typed = { factor: '.5 ', utc_offset: 0, windows: [{ days: [6, 7], from: '０', to: '24' }], dates: '2026/10/1' }
  expect(priceOf({ ...form, hours: typed })?.hours).toEqual({ ...HOURS, utc_offset: 0 })
})

test('tiers are sent in the order of their thresholds', () => {
  const form = {
    rates: { ...emptyRates(), input: '1' },
    tiers: [
      { above: '400000', rates: { ...emptyRates(), input: '3' } },
      { above: '200000', rates: { ...emptyRates(), input: '2' } },
    ],
  }
  expect(priceOf(form)?.tiers.map((tier) => tier.above_tokens)).toEqual([200_000, 400_000])
})
