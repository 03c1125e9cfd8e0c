import { expect, test, vi } from 'vitest'
import type { PeriodState } from './use-period.ts'
import { zoomOf } from './zoom.ts'

test('a drag goes from the start of its first bucket to the end of its last, by the calendar of the reader', () => {
  const [setRange, reset] = [vi.fn(), vi.fn()]
  const time = {
    setRange,
    reset,
    period: { from: 0, to: 1 },
    present: { zone: 'Asia/Shanghai' },
  } as unknown as PeriodState
  const buckets = ['2026-11-17T16:00:00.000Z', '2026-11-18T16:00:00.000Z', '2026-11-19T16:00:00.000Z']
  zoomOf({ buckets, bucket: 'day' }, time).onZoom(0, 1)
  expect(setRange).toHaveBeenCalledExactlyOnceWith({
    from: Date.parse('2026-11-17T16:00:00.000Z'),
    to: Date.parse('2026-11-19T16:00:00.000Z'),
  })
  const hours = zoomOf({ buckets: ['2026-11-18T02:00:00.000Z', '2026-11-18T03:00:00.000Z'], bucket: 'hour' }, time)
  hours.onZoom(1, 1)
  expect(setRange).toHaveBeenLastCalledWith({
    from: Date.parse('2026-11-18T03:00:00.000Z'),
    to: Date.parse('2026-11-18T04:00:00.000Z'),
  })
  hours.onReset()
  expect(reset).toHaveBeenCalledOnce()
})
