import { expect, test } from 'vitest'
import type { LimitView } from '../../../../src/contract/limits.ts'
import { forecastOf } from './forecast.ts'

const RESET = '2026-11-30T16:00:00.000Z'
const MIDDLE = Date.parse('2026-11-15T16:00:00.000Z')
const limit = (facts: Partial<LimitView>) =>
  ({
    metric: 'cost',
    window: 'month',
    max: '300',
    used: '100',
    held: '0',
    mode: 'normal',
    action: 'refuse',
    resets_at: RESET,
    ...facts,
  }) as LimitView

test('an amount that outlives its month lasts until its reset', () => {
  expect(forecastOf(limit({}), MIDDLE)).toEqual({ lasts: true, resetsAt: RESET })
})

test('an amount that does not ends where the pace of the month so far leads', () => {
  const forecast = forecastOf(limit({ used: '200' }), MIDDLE)
  expect(forecast).toEqual({ lasts: false, endsAt: Date.parse('2026-11-23T04:00:00.000Z') })
})

test.each([
  ['a first day says nothing', limit({}), Date.parse('2026-11-01T10:00:00.000Z')],
  ['nothing is used', limit({ used: '0' }), MIDDLE],
  ['all is used', limit({ used: '300' }), MIDDLE],
  ['another window', limit({ window: 'day' }), MIDDLE],
  ['another measure', limit({ metric: 'requests', used: 1, max: 2, held: 0 } as never), MIDDLE],
])('%s', (_, given, now) => {
  expect(forecastOf(given, now)).toBeNull()
})
