import { expect, test } from 'vitest'
import { askFor, limitOf, settledWith, testLimits } from './test-limits.ts'

const MONTH = limitOf({ window: 'month' })
const at = (time: string) => Date.parse(time)

test('another time zone opens no month a second time: it begins with what the database has counted of its own', () => {
  const { limits, clock, replace } = testLimits({ limits: [MONTH] })
  limits.admit(askFor(10, 10)).settle(settledWith(90))
  clock.zone = 'UTC'
  replace({ limits: [MONTH], limitUse: [{ limitId: 'l1', windowStart: at('2026-11-01T00:00Z'), used: 85n }] })
  // In Shanghai it is December by now.
  clock.now = at('2026-11-30T17:00Z')
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 85n, resetsAt: at('2026-12-01T00:00Z') }])
})

test('a request under way goes on in the window of the new time zone', () => {
  const { limits, clock, replace } = testLimits({ limits: [MONTH] })
  const hold = limits.admit(askFor(10, 10))
  clock.zone = 'America/New_York'
  replace({ limits: [MONTH], limitUse: [{ limitId: 'l1', windowStart: at('2026-11-01T04:00Z'), used: 5n }] })
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 5n, held: 20n }])
  hold.settle(settledWith(15))
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 20n, held: 0n }])
  expect(limits.check()).toBeNull()
})

test('the figures of the database are wanted for what begins anew, and for nothing else', () => {
  const total = limitOf({ id: 'l2', window: 'total' })
  const { limits, replace } = testLimits({ limits: [MONTH, total] })
  const counted = (zone: string, list = [MONTH, total]) => list.map((limit) => limits.isCounted(limit, zone))
  expect(counted('Asia/Shanghai')).toEqual([true, true])
  expect(counted('UTC')).toEqual([false, true])
  expect(counted('Asia/Shanghai', [limitOf({ id: 'l3' }), { ...total, window: 'day' }])).toEqual([false, false])
  replace({ limits: [total] })
  expect(counted('Asia/Shanghai')).toEqual([false, true])
})

test('what no zone has a say in goes on as it was', () => {
  const total = limitOf({ window: 'total' })
  const { limits, clock, replace } = testLimits({ limits: [total] })
  limits.admit(askFor(10, 10)).settle(settledWith(90))
  clock.zone = 'UTC'
  replace({ limits: [total] })
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 90n }])
})
