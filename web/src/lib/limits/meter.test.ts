import { expect, test } from 'vitest'
import type { LimitView } from '../../../../src/contract/limits.ts'
import { foremost, meterOf, someUsedUp } from './meter.ts'

const facts = { window: 'month', mode: 'normal', action: 'refuse', resets_at: null } as const
const cost = (used: string, max: string, more: Partial<LimitView> = {}) =>
  ({ metric: 'cost', used, max, held: '0', ...facts, ...more }) as LimitView
const pieces = (used: number, max: number, more: Partial<LimitView> = {}) =>
  ({ metric: 'requests', used, max, held: 0, ...facts, ...more }) as LimitView

test('a limit warns at four fifths and is full at its maximum, a maximum of nothing included', () => {
  expect(meterOf(cost('79.99', '100'))).toEqual({ share: 0.799, tone: '' })
  expect(meterOf(cost('80', '100')).tone).toBe('warn')
  expect(meterOf(cost('250', '100'))).toEqual({ share: 1, tone: 'err' })
  expect(meterOf(pieces(0, 0))).toEqual({ share: 1, tone: 'err' })
})

test('the fullest limit on cost stands for all of them', () => {
  const month = cost('10', '100')
  const day = cost('4', '5', { window: 'day' })
  expect(foremost([month, pieces(99, 100), day])).toBe(day)
  expect(foremost([pieces(1, 100)])).toMatchObject({ metric: 'requests' })
  expect(foremost([])).toBeNull()
})

test('only a limit that refuses, for longer than a minute, is used up', () => {
  expect(someUsedUp([cost('5', '5')])).toBe(true)
  expect(someUsedUp([cost('5', '5', { action: 'warn' }), pieces(9, 9, { window: 'minute' })])).toBe(false)
  expect(someUsedUp([pieces(9, 9, { metric: 'concurrency', window: 'total' })])).toBe(false)
})
