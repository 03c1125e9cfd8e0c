import { expect, test } from 'vitest'
import { highestRate, begunBy, stepsAhead, timelineAfter } from './price.ts'

const step = (from: number, price: string | null) => ({ from, price })

test('of the prices that have begun the last one holds', () => {
  const model = { price: 'now', laterPrices: [step(10, 'a'), step(20, null)] }
  expect([9, 10, 19, 20].map((at) => begunBy(model, at))).toEqual(['now', 'a', 'a', null])
  expect(begunBy({ price: 'now' }, 99)).toBe('now')
})

test('of steps that have begun the last one counts, from now on', () => {
  const steps = [step(10, 'a'), step(20, 'b'), step(30, 'c')]
  expect(stepsAhead(steps, 9)).toEqual(steps)
  expect(stepsAhead(steps, 20)).toEqual([step(20, 'b'), step(30, 'c')])
  expect(stepsAhead(steps, 25)).toEqual([step(25, 'b'), step(30, 'c')])
})

test('new steps take the place of everything planned from the first of them on', () => {
  const before = { price: 'now', laterPrices: [step(10, 'a'), step(20, 'b'), step(30, 'c')] }
  expect(timelineAfter(before, [], 5)).toBe(before)
  expect(timelineAfter(before, [step(20, 'x'), step(40, 'y')], 5)).toEqual({
    price: 'now',
    laterPrices: [step(10, 'a'), step(20, 'x'), step(40, 'y')],
  })
  expect(timelineAfter(before, [step(5, 'x'), step(40, 'y')], 5)).toEqual({ price: 'x', laterPrices: [step(40, 'y')] })
})

test('a token may cost a dollar, and what is sold by the piece a thousand', () => {
  const perOne = (['input', 'imageOut', 'requests', 'searches'] as const).map((name) => highestRate(name) / 1_000_000n)
  expect(perOne).toEqual([10n ** 9n, 10n ** 9n, 10n ** 12n, 10n ** 12n])
})
