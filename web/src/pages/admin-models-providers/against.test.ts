import { expect, test } from 'vitest'
import { against, percentText } from './against.ts'

const REFERENCE = { input: '10', output: '50', cache_read: '1', tiers: [{ above_tokens: 272_000, input: '20' }] }

test.each([
  ['the same, however it is written', { ...REFERENCE, input: '10.00' }, { same: true }],
  ['above', { ...REFERENCE, input: '11' }, { same: false, percent: 10 }],
  ['what is most below is told first', { ...REFERENCE, input: '11', cache_read: '0.5' }, { same: false, percent: -50 }],
  ['tiers count', { ...REFERENCE, tiers: [{ above_tokens: 272_000, input: '30' }] }, { same: false, percent: 50 }],
  ['a rate that only one of them names', { ...REFERENCE, tiers: [] }, { same: false, percent: null }],
])('%s', (_, price, wanted) => {
  const found = against(price, REFERENCE)
  const percent = 'percent' in found && found.percent !== null ? Math.round(found.percent) : null
  expect(found.same ? found : { ...found, percent }).toEqual(wanted)
})

test('a percentage says its direction, and is never nothing', () => {
  expect([10, -9.4, 0.4, -0.01].map(percentText)).toEqual(['+10%', '−9%', '+0.4%', '−<0.1%'])
})

test('a price at other hours is another one, though no rate differs', () => {
  const price = { input: '2', tiers: [] }
  const hours = { factor: '0.5', utc_offset: 480, windows: [{ days: [6], from: '00:00', to: '24:00' }], dates: [] }
  expect(against(price, { ...price, hours })).toEqual({ same: false, percent: null })
  expect(against({ ...price, hours }, { ...price, hours })).toEqual({ same: true })
})
