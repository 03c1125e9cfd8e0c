import { expect, test } from 'vitest'
import { clockOf, standingOf } from './window.ts'

const WINDOW = { starts_at: '2026-11-20T06:00:00.000Z', ends_at: '2026-11-20T07:00:00.000Z' }
const at = (time: string) => standingOf(WINDOW, Date.parse(`2026-11-20T${time}Z`))

test('maintenance is coming before its window, going within it, and over from its end on', () => {
  expect(at('05:59:00')).toMatchObject({ phase: 'coming', leftMs: 60_000, share: 0 })
  expect(at('06:00:00')).toMatchObject({ phase: 'going', share: 0 })
  expect(at('06:15:00')).toMatchObject({ phase: 'going', leftMs: 45 * 60_000, share: 0.25 })
  expect(at('07:00:00')).toMatchObject({ phase: 'over', leftMs: 0, share: 1 })
})

test('without both ends there is no window', () => {
  expect(standingOf({ ...WINDOW, ends_at: null }, 0)).toBeUndefined()
  expect(standingOf({ ...WINDOW, starts_at: null }, 0)).toBeUndefined()
})

test.each([
  [0, 0, '00:00:00'],
  [1, 0, '00:00:01'],
  [1000, 0, '00:00:01'],
  [1_672_000, 0, '00:27:52'],
  [86_400_000, 1, '00:00:00'],
  [86_399_001, 1, '00:00:00'],
  [-5, 0, '00:00:00'],
])('%d ms are %d days and %s', (ms, days, clock) => {
  expect(clockOf(ms)).toEqual({ days, clock })
})
