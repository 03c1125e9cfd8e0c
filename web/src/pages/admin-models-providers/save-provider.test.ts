import { expect, test } from 'vitest'
import type { Provider } from '../../../../src/contract/providers.ts'
import { withPrices } from './save-provider.ts'

test('a route counts as priced once its price is saved, and not when that failed', () => {
  const route = (model: string, priced: boolean) => ({ id: model, model, upstream_name: model, enabled: true, priced })
  const provider = { routes: [route('a', true), route('b', false), route('c', false), route('d', false)] } as Provider
  const price = { input: '1', tiers: [] }
  const prices = ['b', 'c'].map((model) => ({ model, price }))
  const { routes } = withPrices(provider, prices, [{ model: 'c', why: 'refused' }])
  expect(routes.map(({ model, priced }) => [model, priced])).toEqual([
    ['a', true],
    ['b', true],
    ['c', false],
    ['d', false],
  ])
})
