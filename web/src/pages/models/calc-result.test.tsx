import { expect, test } from 'vitest'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import type { PriceHours } from '../../../../src/contract/price-hours.ts'
import { draw } from '../../test-draw.ts'
import { CalcResult } from './calc-result.tsx'

// Of a model only its price counts here.
const model = (id: string, price: string, hours?: PriceHours) =>
  ({
    id,
    display_name: id,
    vendor: '',
    price: { input: price, output: price, tiers: [], ...(hours && { hours }) },
  }) as unknown as OfferedModel

test('each column of money keeps one precision', async () => {
  const load = { requests: 100, input: 1000, cached: 0, output: 0, days: 30 }
  const { place } = await draw(<CalcResult models={[model('a', '0.5'), model('b', '15')]} load={load} />, {
    texts: ['models'],
  })
  const rows = [...place.querySelectorAll('tbody tr:first-child')]
  const amounts = rows.map((row) => [...row.querySelectorAll('td')].slice(0, 3).map((cell) => cell.textContent))
  expect(amounts).toEqual([
    ['$0.0005', '$0.05', '$1.50'],
    ['$0.0150', '$1.50', '$45.00'],
  ])
})

test('a model with hours tells below it what the same costs within them; the order is that outside of them', async () => {
  const load = { requests: 100, input: 1_000_000, cached: 0, output: 0, days: 1 }
  const hours = {
    factor: '0.25',
    utc_offset: 480,
    windows: [{ days: [1], from: '00:00', to: '09:00' }],
    dates: [],
  }
  const { place } = await draw(<CalcResult models={[model('nights', '2', hours), model('b', '1')]} load={load} />, {
    texts: ['models', 'prices'],
  })
  const rows = [...place.querySelectorAll('tbody tr:not([aria-hidden])')]
  // Before the name stands the letter of its mark.
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Bb', '$1.00', '$100.00', '$100.00', '最低'],
    ['Nnights', '$2.00', '$200.00', '$200.00', '×2.0'],
    ['闲时 ×0.25', '$0.50', '$50.00', '$50.00', ''],
  ])
})
