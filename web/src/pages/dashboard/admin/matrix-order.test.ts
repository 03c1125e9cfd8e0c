import { expect, test } from 'vitest'
import { inOrder, loadOf, type Order, type Pair } from './matrix-order.ts'

const pair = (name: string, facts: { availability?: number; p50?: number; used?: number; most?: number }): Pair =>
  ({
    row: { name },
    endpoint: {
      in_flight: facts.used ?? 0,
      max_concurrency: facts.most ?? null,
      strip: { availability: facts.availability ?? null, first_token_p50: facts.p50 ?? null },
    },
  }) as unknown as Pair

const PAIRS = [
  pair('B', { availability: 0.9, p50: 800, used: 9 }),
  pair('C', {}),
  pair('A', { availability: 0.5, p50: 300, used: 2, most: 4 }),
  pair('D', { availability: 1, p50: 2000, used: 1, most: 20 }),
]
const names = (order: Order) =>
  inOrder(PAIRS, order)
    .map(({ row }) => row.name)
    .join('')

test.each([
  ['worst', 'BCAD'],
  ['name', 'ABCD'],
  ['availability', 'ABDC'],
  ['firstToken', 'DBAC'],
  ['load', 'ADBC'],
] as const)('by %s', (order, told) => {
  expect(names(order)).toBe(told)
})

test('an endpoint is as full as what is under way, of what may be', () => {
  expect(PAIRS.map(({ endpoint }) => loadOf(endpoint))).toEqual([null, null, 0.5, 0.05])
})
