import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRetryBudget } from './retry-budget.ts'
import { testClock } from './test-targets.ts'

test('retries are a tenth of the requests, but for the few there are to begin with', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 2000 }), (requests) => {
      const budget = createRetryBudget(testClock().monotonicMs, () => 0.1)
      let retries = 0
      for (const fails of requests) {
        budget.earn()
        if (fails && budget.spend()) retries += 1
      }
      expect(retries).toBeLessThanOrEqual(10 + requests.length / 10 + 3)
    }),
  )
})

test('a quiet gateway has a few again after a second', () => {
  const clock = testClock()
  const budget = createRetryBudget(clock.monotonicMs, () => 0.1)
  const spent = () => {
    let n = 0
    while (budget.spend()) n += 1
    return n
  }
  expect(spent()).toBe(10)
  clock.pass(999)
  expect(spent()).toBe(0)
  clock.pass(1)
  expect(spent()).toBe(3)
  expect(spent()).toBe(0)
})

test('a share of 0 is none: nothing to begin with, and nothing again after a second; with another share there is some at once', () => {
  const clock = testClock()
  let share = 0
  const budget = createRetryBudget(clock.monotonicMs, () => share)
  budget.earn()
  expect(budget.spend()).toBe(false)
  clock.pass(10_000)
  expect(budget.spend()).toBe(false)
  share = 0.01
  expect(budget.spend()).toBe(true)
})

test('a long good time saves up for a hundred, no more', () => {
  const budget = createRetryBudget(testClock().monotonicMs, () => 0.1)
  for (let n = 0; n < 5000; n += 1) budget.earn()
  let spent = 0
  while (budget.spend()) spent += 1
  expect(spent).toBe(100)
})

test('whoever has more than a few left keeps it', () => {
  const clock = testClock()
  const budget = createRetryBudget(clock.monotonicMs, () => 0.1)
  clock.pass(1000)
  expect(Array.from({ length: 10 }, () => budget.spend())).not.toContain(false)
})
