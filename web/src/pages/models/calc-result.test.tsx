import { expect, test } from 'vitest'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { draw } from '../../test-draw.ts'
import { CalcResult } from './calc-result.tsx'

// Of a model only its price counts here.
const model = (id: string, price: string) =>
  ({ id, display_name: id, vendor: '', price: { input: price, output: price, tiers: [] } }) as unknown as OfferedModel

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
