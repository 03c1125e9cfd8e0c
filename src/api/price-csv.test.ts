import { expect, test } from 'vitest'
import { readPriceCsv } from './price-csv.ts'

const problemsOf = (csv: string) => readPriceCsv(csv, 'en').problems.map(({ problem }) => problem)

test('a column that nobody knows is told with those there are', () => {
  const [told] = problemsOf('modell,price\nhouse-model,1')
  for (const name of ['modell', 'price', 'above_tokens', 'cache_write_5m']) expect(told).toContain(name)
})

test('a line without a rate takes the price away', () => {
  const { entries } = readPriceCsv('model,service,above_tokens,input\nhouse-model,,,', 'en')
  expect(entries).toEqual([{ row: 1, entry: { model: 'house-model', price: null } }])
})

test.each([
  [',,,1\nhouse-model,,turbo,,1', 'service'],
  [',,,one', 'input'],
  ['soon,,,1', 'effective_from'],
  [',,,1\nhouse-model,,,-5,1', 'above_tokens'],
  [',batch,,1', 'service, above_tokens'],
  [',,,1\nhouse-model,,,,2', 'service, above_tokens'],
  [',,,\nhouse-model,,,200000,2', 'input, output'],
  [',,,\nhouse-model,,batch,,2', 'input, output'],
])('the lines %j are refused with the column that is wrong', (lines, column) => {
  const csv = `model,effective_from,service,above_tokens,input\nhouse-model,${lines}`
  expect(problemsOf(csv)).toEqual([`This is not a valid price: ${column}`])
})
