import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { askFor, limitOf, PAYER, testLimits } from './test-limits.ts'

function refusal(admit: () => unknown): Partial<GatewayError> {
  try {
    admit()
  } catch (error) {
    if (error instanceof GatewayError) return error
  }
  return {}
}

test.each([
  ['minute', 'rate_limited'],
  ['5h', 'limit_reached_5h'],
  ['day', 'limit_reached_day'],
  ['week', 'limit_reached_week'],
  ['month', 'limit_reached_month'],
  ['total', 'limit_reached_total'],
] as const)('a limit by the %s refuses with %s', (window, code) => {
  const { limits } = testLimits({ limits: [limitOf({ window, max: 0n })] })
  expect(refusal(() => limits.admit(askFor(1, 1))).code).toBe(code)
})

test('a begun second is one, and there is always one to wait', () => {
  const { limits, clock } = testLimits({ limits: [limitOf({ window: 'minute', max: 0n })] })
  const seconds = [28_500, 1000].map((ms) => {
    clock.now += ms
    return refusal(() => limits.admit(askFor(1, 1))).details?.['seconds']
  })
  expect(seconds).toEqual([2, 1])
})

test('money that is spent lasts longer than any window', () => {
  const { limits } = testLimits({ limits: [limitOf({ window: 'month', max: 0n })] })
  const broke = askFor(1, 1, { payer: { ...PAYER, billing: 'prepaid' } })
  expect(refusal(() => limits.admit(broke)).code).toBe('balance_exhausted')
})
