import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../core/time.ts'
import { openBudget } from './budget.ts'
import { checkHolds } from './check-holds.ts'
import { openCounter } from './counter.ts'
import { askFor, limitOf, testLimits } from './test-limits.ts'

function stage() {
  const limits = [limitOf({ max: 10_000n }), limitOf({ id: 'l2', metric: 'requests', max: 9n })]
  const accounts = [{ userId: 'u1', credit: 10_000n, spent: 0n }]
  return testLimits({ limits, accounts })
}

test('what is held is what open requests hold, and nothing of one that was settled', () => {
  const { limits, clock } = stage()
  const holds = [limits.admit(askFor(100, 100)), limits.admit(askFor(5, 5))]
  expect(limits.check()).toBeNull()
  holds[0]?.settle(null)
  expect(limits.check()).toBeNull()
  // The window the other holds of is over.
  clock.now += DAY_MS
  limits.stateOf('user', 'u1')
  expect(limits.check()).toBeNull()
  holds[1]?.settle(null)
  expect(limits.check()).toBeNull()
})

test('a request that was never settled is found once its lease of 25 hours is over', () => {
  const { limits, clock } = stage()
  clock.monotonicMs = 5000
  limits.admit(askFor(100, 100))
  const lease = 25 * HOUR_MS
  clock.monotonicMs += lease
  expect(limits.check()).toBeNull()
  clock.monotonicMs += 1.6
  expect(limits.check()).toEqual({ invariant: 'I6', subject: 'k1', expected: BigInt(lease), found: BigInt(lease + 2) })
})

test('a wrong clock that is set right makes no request older', () => {
  const { limits, clock } = stage()
  limits.admit(askFor(100, 100))
  clock.now += 2 * DAY_MS
  expect(limits.check()).toBeNull()
})

test('what is held for nobody is found', () => {
  const leaking = { ...openBudget(100n), held: 7n }
  const held = {
    accounts: new Map([['u1', leaking]]),
    counters: { all: () => [] },
    open: [],
    parked: { parts: () => [] },
  }
  expect(checkHolds(held, 0)).toEqual({ invariant: 'I2', subject: 'u1', expected: 0n, found: 7n })
  const counter = openCounter(limitOf(), undefined, { now: 0, zone: 'UTC' })
  counter.budget.held = 7n
  const limited = { ...held, accounts: new Map(), counters: { all: () => [counter] } }
  expect(checkHolds(limited, 0)).toMatchObject({ invariant: 'I2', subject: 'limit l1', found: 7n })
})
