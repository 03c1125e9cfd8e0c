import { expect, test } from 'vitest'
import { daysOf, stateOf } from './reconcile-state.ts'

test('a bill within a hundredth of what was recorded matches, on either side', () => {
  const of = (difference: string | null, recorded = '100') => stateOf({ recorded, difference })
  expect(of('1')).toBe('checked')
  expect(of('-1')).toBe('checked')
  expect(of('1.000000001')).toBe('differs')
  expect(of('-1.000000001')).toBe('differs')
  expect(of('0', '0')).toBe('checked')
  expect(of('0.01', '0')).toBe('differs')
  expect(of(null)).toBe('waiting')
})

test('a month stands for all of its days', () => {
  expect(daysOf('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
  expect(daysOf('2026-11-20')).toEqual({ first: '2026-11-20', last: '2026-11-20' })
})
