import { expect, test } from 'vitest'
import { DAY_MS } from '../../core/time.ts'
import { askFor, limitOf, settledWith, testLimits } from './test-limits.ts'

test('a threshold is told by the request that comes to it, and not by the one before', () => {
  const { limits, warned } = testLimits({ limits: [limitOf({ max: 1000n, action: 'warn' })] })
  const told = [499, 1, 299, 1, 199, 1, 1].map((tokens) => {
    limits.admit(askFor(1, 1)).settle(settledWith(tokens))
    return warned.splice(0).map(([, ratio]) => ratio)
  })
  expect(told).toEqual([[], [0.5], [], [0.8], [], [1], []])
})

test('nothing is told of a window that is over', () => {
  const { limits, clock, warned } = testLimits({ limits: [limitOf()] })
  const hold = limits.admit(askFor(10, 20))
  clock.now += DAY_MS
  limits.admit(askFor(1, 1)).settle(null)
  hold.settle(settledWith(100))
  expect(warned).toEqual([])
})

test('an answer that outlives its window tells nothing of it though nobody has asked for the next one, and that one is told of when it is used up', () => {
  const { limits, clock, warned, warnedOf } = testLimits({ limits: [limitOf()] })
  const hold = limits.admit(askFor(10, 20))
  clock.now += DAY_MS
  hold.settle(settledWith(100))
  expect(warned).toEqual([])
  limits.admit(askFor(10, 20)).settle(settledWith(100))
  const start = Date.parse('2026-11-21T00:00+08:00')
  expect([warned.at(-1), warnedOf.at(-1)]).toEqual([['l1', 1], { start, end: start + DAY_MS }])
})

test('nothing is told of a limit that is gone, though a request that holds some of it comes to its end', () => {
  const { limits, warned, replace } = testLimits({ limits: [limitOf()] })
  const hold = limits.admit(askFor(10, 20))
  replace({})
  hold.settle(settledWith(100))
  expect(warned).toEqual([])
})
