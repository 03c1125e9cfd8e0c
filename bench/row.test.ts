import { expect, test } from 'vitest'
import { withFigures } from './report.ts'
import { type Check, isReached, median, quantile, ratios, tableOf } from './row.ts'

const check = (values: number[], better: Check['better'], must?: number): Check => ({
  label: '÷ nginx',
  values,
  better,
  ...(must !== undefined && { must, aim: must }),
})

test('the middle of an even number of rounds lies between its two middle ones', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([9, 1, 5])).toBe(5)
})

test('a quantile is a figure that was measured', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i)
  expect(quantile(hundred, 0.99)).toBe(99)
  expect(quantile([7], 0.5)).toBe(7)
})

test('ratios are made within a round', () => {
  expect(ratios([10, 30], [20, 40])).toEqual([0.5, 0.75])
})

test('a must is held against the median, from the side on which better is', () => {
  expect(isReached(check([0.2, 0.4, 0.9], 'more', 0.4))).toBe(true)
  expect(isReached(check([0.2, 0.3, 0.9], 'more', 0.4))).toBe(false)
  expect(isReached(check([1, 2, 9], 'less', 2))).toBe(true)
  expect(isReached(check([1, 3, 9], 'less', 2))).toBe(false)
})

test('what was not measured reaches no must, and what is only told misses none', () => {
  expect(isReached(check([], 'more', 1))).toBe(false)
  expect(isReached(check([], 'less', 1))).toBe(false)
  expect(isReached(check([5], 'less'))).toBe(true)
})

test('the table shows who took part, and must, aim and outcome beside each figure', () => {
  const checks = [check([0.5, 0.6], 'more', 0.7), check([3], 'less')]
  const table = tableOf([{ name: 'small', unit: '/s', found: { yumen: [100, 200], nginx: [300] }, checks }])
  expect(table.split('\n')).toEqual([
    '| scenario | Yumen | nginx | figure | must | aim |  |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| small | 150 /s | 300 /s | ÷ nginx 0.55 (0.50–0.60) | ≥ 0.7 | ≥ 0.7 | ✗ |',
    '|  |  |  | ÷ nginx 3.00 |  |  |  |',
  ])
})

test('figures are written between their marks and nowhere else, again and again', () => {
  const page = '# P\n<!-- npm run bench -- --report writes from here … -->\nold\n<!-- … to here -->\nend\n'
  const once = withFigures(page, 'new')
  expect(once).toBe(page.replace('old', 'new'))
  expect(withFigures(once, 'new')).toBe(once)
  expect(() => withFigures('# P', 'new')).toThrow()
})
