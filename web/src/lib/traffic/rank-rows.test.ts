import { expect, test } from 'vitest'
import type { BreakdownRow } from '../../../../src/contract/usage.ts'
import * as format from '../format.ts'
import { rankRows } from './rank-rows.ts'

const rowsOf = (costs: readonly string[]) =>
  costs.map((cost, at) => ({ id: `u${at}`, name: `u${at}`, current: { cost } }) as BreakdownRow)

const nameOf = (id: string | null, given: string) => (id === null ? '其他' : given || '（无）')

test('each line of a ranking tells its share, and what has no line of its own is told together', () => {
  const rows = rankRows(rowsOf(['50', '20', '10', '8', '6', '4', '1', '1']), { nameOf, format })
  expect(rows.map(({ id, name, words }) => [id, name, words])).toEqual([
    ['u0', 'u0', '$50.00 · 50.0%'],
    ['u1', 'u1', '$20.00 · 20.0%'],
    ['u2', 'u2', '$10.00 · 10.0%'],
    ['u3', 'u3', '$8.00 · 8.0%'],
    ['u4', 'u4', '$6.00 · 6.0%'],
    ['u5', 'u5', '$4.00 · 4.0%'],
    [null, '其他', '$2.00 · 2.0%'],
  ])
  expect(rows.reduce((all, { share }) => all + share, 0)).toBeCloseTo(1)
})

test('where nothing was charged no line has a share', () => {
  expect(rankRows(rowsOf(['0']), { nameOf, format })[0]?.share).toBe(0)
})

test('the amounts of a ranking have one precision', () => {
  const words = (costs: readonly string[]) => rankRows(rowsOf(costs), { nameOf, format }).map((row) => row.words)
  expect(words(['75', '25', '0.5'])).toEqual(['$75.00 · 74.6%', '$25.00 · 24.9%', '$0.50 · 0.5%'])
  expect(words(['0.75', '0.25'])).toEqual(['$0.7500 · 75.0%', '$0.2500 · 25.0%'])
})

test('what has no name of its own is called something', () => {
  const items = [{ id: '', name: '', current: { cost: '0' } } as BreakdownRow]
  expect(rankRows(items, { nameOf, format }).map(({ name }) => name)).toEqual(['（无）'])
})
