import { expect, it } from 'vitest'
import type { Totals } from '../../../../src/contract/usage.ts'
import { sorted } from './breakdown-sort.ts'
import { limitsOf } from './time-cell.tsx'

const line = (name: string, cost: string, requests: number) => ({
  name,
  colour: '',
  row: { id: name, name, previous_cost: '0', current: { cost, requests, failed: 0 } as Totals },
})
const lines = [line('b', '10.5', 2), line('a', '9.25', 4), line('c', '0.000000001', 0)]

it.each([
  ['-cost', 'b a c'],
  ['cost', 'c a b'],
  ['name', 'a b c'],
  ['-requests', 'a b c'],
  ['mean', 'c a b'],
] as const)('orders the breakdown by %s', (sort, order) => {
  expect(
    sorted(lines, sort)
      .map(({ name }) => name)
      .join(' '),
  ).toBe(order)
})

it('orders the breakdown by the change that is shown, not by how much money it is', () => {
  const changed = (name: string, cost: string, previous_cost: string) => {
    const { row, ...rest } = line(name, cost, 1)
    return { ...rest, row: { ...row, previous_cost } }
  }
  const rows = [changed('large', '110', '100'), changed('new', '5', '0'), changed('small', '2', '1')]
  expect(sorted(rows, '-change').map(({ name }) => name)).toEqual(['small', 'large', 'new'])
})

it('measures times so that one endless request does not hide the rest', () => {
  expect(limitsOf([...Array.from({ length: 40 }, () => 1000), 600_000, null])).toEqual({ max: 2000, p95: 1000 })
  expect(limitsOf([null])).toEqual({ max: 0, p95: 0 })
})
