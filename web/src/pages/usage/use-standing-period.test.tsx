import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/core/time.ts'
import type { TimeRange } from '../../lib/time-range.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { useStandingPeriod } from './use-standing-period.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

/** The periods that are asked for while the present moves on. */
function watch(range: TimeRange): (now: number) => { from: number; to: number } {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  let asked = { from: '', to: '' }
  const Reader = ({ now }: { now: number }) => {
    asked = useStandingPeriod({ range, present: { now, zone: 'UTC' } } as PeriodState).query
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  return (now) => {
    act(() => root.render(<Reader now={now} />))
    return { from: Date.parse(asked.from), to: Date.parse(asked.to) }
  }
}

test('the last hour stands still, and always has room for what comes in', () => {
  const at = watch('1h')
  const first = at(NOON)
  expect(first.from).toBe(NOON - HOUR_MS)
  expect(at(NOON + 8 * HOUR_MS)).toEqual(first)
  for (let now = NOON; now < NOON + 3 * DAY_MS; now += 30 * MINUTE_MS)
    expect(at(now).to).toBeGreaterThan(now - MINUTE_MS)
})

test('today is another day once it is over', () => {
  const at = watch('today')
  const first = at(NOON)
  expect(at(NOON + 12 * HOUR_MS)).toEqual(first)
  expect(at(NOON + 12 * HOUR_MS + MINUTE_MS).from).toBe(first.from + DAY_MS)
})

test('what was chosen by its two ends stays', () => {
  const chosen = { from: NOON - DAY_MS, to: NOON }
  const at = watch(chosen)
  expect(at(NOON)).toEqual(chosen)
  expect(at(NOON + 2 * DAY_MS)).toEqual(chosen)
})
