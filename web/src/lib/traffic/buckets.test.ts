import { describe, expect, it } from 'vitest'
import { periodOf } from '../time-range.ts'
import { bucketChoices, outlinePeriod } from './bucket-choices.ts'
import { bucketEnd, bucketNames, bucketOf } from './buckets.ts'

const shanghai = { zone: 'Asia/Shanghai', now: Date.parse('2026-11-20T06:32:00Z') }
const at = (text: string) => Date.parse(text)

describe('buckets', () => {
  it('chooses minutes for an hour, hours for a day and days for weeks', () => {
    expect(bucketOf(periodOf('15m', shanghai))).toBe('minute')
    expect(bucketOf(periodOf('1h', shanghai))).toBe('minute')
    expect(bucketOf({ from: shanghai.now - 5 * 3_600_000, to: shanghai.now })).toBe('five_minutes')
    expect(bucketOf(periodOf('24h', shanghai))).toBe('hour')
    expect(bucketOf(periodOf('30d', shanghai))).toBe('day')
    expect(bucketOf({ from: 0, to: 400 * 86_400_000 })).toBe('month')
  })

  it('offers no more than 400 of them, and always one choice', () => {
    expect(bucketChoices(periodOf('30d', shanghai))).toEqual(['day'])
    expect(bucketChoices(periodOf('7d', shanghai))).toEqual(['hour', 'day'])
    expect(bucketChoices(periodOf('24h', shanghai))).toEqual(['five_minutes', 'hour'])
    expect(bucketChoices(periodOf('24h', shanghai), 200)).toEqual(['hour'])
    expect(bucketChoices(periodOf('15m', shanghai))).toEqual(['minute', 'five_minutes'])
    expect(bucketChoices({ from: 0, to: 30_000 })).toEqual(['minute'])
  })

  it('puts whole earlier days behind the days of a period, and as many minutes behind minutes', () => {
    const month = periodOf('month', shanghai)
    const behind = outlinePeriod(month, 20, { bucket: 'day', zone: shanghai.zone })
    expect(behind).toEqual({ from: at('2026-10-11T16:00:00Z'), to: month.from })
    const quarter = periodOf('15m', shanghai)
    expect(outlinePeriod(quarter, 15, { bucket: 'minute', zone: shanghai.zone })).toEqual({
      from: quarter.from - 900_000,
      to: quarter.from,
    })
    expect(bucketEnd(quarter.from, 'five_minutes', shanghai.zone)).toBe(quarter.from + 300_000)
  })

  it('names parts of an hour by the clock, the round ones on the axis', () => {
    const voice = { locale: 'en', zone: 'Asia/Shanghai' } as const
    const starts = ['2026-11-20T06:29:00Z', '2026-11-20T06:30:00Z']
    expect(bucketNames(starts, 'minute', voice)).toEqual([
      { label: '', title: '11-20 14:29' },
      { label: '14:30', title: '11-20 14:30' },
    ])
  })
})
