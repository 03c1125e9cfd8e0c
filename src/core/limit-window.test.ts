import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowAt } from './limit-window.ts'
import { LIMIT_WINDOWS } from './limits.ts'
import { HOUR_MS } from './time.ts'

const at = (text: string) => Date.parse(text)
const span = (start: string, end: string) => ({ start: at(start), end: at(end) })

test('days, weeks and months are those of the zone', () => {
  const now = at('2026-11-20T18:30:00Z')
  expect(windowAt('day', now, 'Asia/Shanghai')).toEqual(span('2026-11-20T16:00:00Z', '2026-11-21T16:00:00Z'))
  expect(windowAt('week', now, 'Asia/Shanghai')).toEqual(span('2026-11-15T16:00:00Z', '2026-11-22T16:00:00Z'))
  expect(windowAt('month', now, 'America/New_York')).toEqual(span('2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'))
  expect(windowAt('minute', now + 59_999, 'Asia/Kolkata')).toEqual(span('2026-11-20T18:30:00Z', '2026-11-20T18:31:00Z'))
  expect(windowAt('total', now, 'UTC')).toEqual({ start: 0, end: null })
})

test('a day that a clock change shortens or lengthens is one day', () => {
  const spring = windowAt('day', at('2026-03-08T12:00:00Z'), 'America/New_York')
  expect((spring.end ?? 0) - spring.start).toBe(23 * HOUR_MS)
  const autumn = windowAt('day', at('2026-11-01T12:00:00Z'), 'America/New_York')
  expect((autumn.end ?? 0) - autumn.start).toBe(25 * HOUR_MS)
})

test('a day without midnight begins at its first moment', () => {
  // Santiago's clocks go from 24:00 to 01:00 on the night to 6 September 2026.
  expect(windowAt('day', at('2026-09-06T12:00:00Z'), 'America/Santiago').start).toBe(at('2026-09-06T04:00:00Z'))
})

test('blocks of five hours begin at midnight, and the last of a day ends with it', () => {
  expect(windowAt('5h', at('2026-11-20T13:00:00Z'), 'UTC')).toEqual(
    span('2026-11-20T10:00:00Z', '2026-11-20T15:00:00Z'),
  )
  expect(windowAt('5h', at('2026-11-20T21:00:00Z'), 'UTC')).toEqual(
    span('2026-11-20T20:00:00Z', '2026-11-21T00:00:00Z'),
  )
})

test('every moment lies in its window, and the window that follows begins where it ends', () => {
  const zones = fc.constantFrom('UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe')
  const moments = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') })
  fc.assert(
    fc.property(fc.constantFrom(...LIMIT_WINDOWS), moments, zones, (window, now, zone) => {
      const { start, end } = windowAt(window, now, zone)
      expect(start).toBeLessThanOrEqual(now)
      if (end === null) return
      expect(now).toBeLessThan(end)
      expect(windowAt(window, end, zone).start).toBe(end)
      expect(windowAt(window, end - 1, zone).start).toBe(start)
    }),
    { numRuns: 300 },
  )
})
