import { expect, test } from 'vitest'
import { kindsOf, type Value } from './row-kinds.ts'

const kinds = (rows: readonly (readonly Value[])[]) =>
  kindsOf(rows.entries(), ([, values]) => values).map(({ values, items }) => [values, items.map(([at]) => at)])

test('rows with the same values are of one kind, and kinds come in the order of their first rows', () => {
  const [a, b] = [['k1', 1, null] as const, ['k1', 2, null] as const]
  expect(kinds([a, b, [...a], [...a], ['k2', 1, null], b])).toEqual([
    [a, [0, 2, 3]],
    [b, [1, 5]],
    [['k2', 1, null], [4]],
  ])
})

test('nothing, an empty word, a zero, its text and a whole number are of five kinds', () => {
  const rows = [[null], [''], [0], ['0'], [0n], [null]]
  expect(kinds(rows).map(([, items]) => items)).toEqual([[0, 5], [1], [2], [3], [4]])
})

test('where there are too many kinds to look through, one comes again, and no row is lost', () => {
  const rows = Array.from({ length: 100 }, (_, n) => ['k1', n % 50])
  const found = kinds(rows)
  expect(found.flatMap(([, items]) => items).toSorted((a, b) => Number(a) - Number(b))).toEqual([...rows.keys()])
  expect(found.length).toBeGreaterThan(50)
})
