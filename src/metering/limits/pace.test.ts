import { expect, test } from 'vitest'
import type { Limit } from '../../core/limits.ts'
import { askFor, limitOf, PAYER, settledWith, testLimits } from './test-limits.ts'

const perMinute = (max: bigint, over: Partial<Limit> = {}) =>
  limitOf({ id: `${max}`, window: 'minute', metric: 'requests', max, ...over })
const paceOf = (...list: Limit[]) => testLimits({ limits: list }).limits.paceOf(PAYER)

test('of the limits by the minute that refuse the one with the least left tells the pace', () => {
  const { requests, tokens } = paceOf(perMinute(9n), perMinute(7n), perMinute(8n), perMinute(50n, { metric: 'tokens' }))
  const resetsAt = Date.parse('2026-11-20T10:01:00Z')
  expect(requests).toEqual({ limit: 7, remaining: 7, resetsAt, resetMs: 30_000 })
  expect(tokens).toEqual({ limit: 50, remaining: 50, resetsAt, resetMs: 30_000 })
})

test('other windows, other metrics and limits that only warn tell no pace', () => {
  const others = [
    perMinute(1n, { window: 'day' }),
    perMinute(2n, { action: 'warn' }),
    perMinute(3n, { metric: 'cost' }),
  ]
  expect(paceOf(...others)).toEqual({ requests: null, tokens: null })
})

test('what is held is not left, and less than nothing never', () => {
  const { limits } = testLimits({ limits: [perMinute(3n), perMinute(39n, { metric: 'tokens' })] })
  const remaining = () => {
    const { requests, tokens } = limits.paceOf(PAYER)
    return [requests?.remaining, tokens?.remaining]
  }
  const hold = limits.admit(askFor(20, 18))
  expect(remaining()).toEqual([2, 1])
  hold.settle(settledWith(60))
  expect(remaining()).toEqual([2, 0])
})
