import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodEnds, periodOf, PRESETS, readRange, shiftRange, writeRange } from './time-range.ts'
import { fromLocalInput, toLocalInput } from './local-input.ts'
import { bucketEnd, bucketGoesOn } from './traffic/buckets.ts'
import { widenRange } from './widen-range.ts'
import { offsetName } from './offset-name.ts'
import { momentOf, wallOf } from './zone.ts'

const shanghai = { zone: 'Asia/Shanghai', now: Date.parse('2026-11-20T06:32:00Z') }
const at = (text: string) => Date.parse(text)

describe('periods', () => {
  it('begins days at midnight of the zone and ends at the present', () => {
    expect(periodOf('today', shanghai)).toEqual({ from: at('2026-11-19T16:00:00Z'), to: shanghai.now })
    expect(periodOf('7d', shanghai).from).toBe(at('2026-11-13T16:00:00Z'))
    expect(periodOf('month', shanghai).from).toBe(at('2026-10-31T16:00:00Z'))
  })

  it('ends finished periods where they ended', () => {
    expect(periodOf('yesterday', shanghai)).toEqual({
      from: at('2026-11-18T16:00:00Z'),
      to: at('2026-11-19T16:00:00Z'),
    })
    expect(periodOf('last-month', shanghai)).toEqual({
      from: at('2026-09-30T16:00:00Z'),
      to: at('2026-10-31T16:00:00Z'),
    })
  })

  // The present is the end of the minute that goes on, which may be midnight.
  it('the last minute of a day and of a month belongs to them', () => {
    const zone = 'Asia/Shanghai'
    const midnight = at('2026-11-30T16:00:00Z')
    const late = { zone, now: midnight }
    expect(periodOf('today', late)).toEqual({ from: at('2026-11-29T16:00:00Z'), to: midnight })
    expect(periodOf('yesterday', late).to).toBe(at('2026-11-29T16:00:00Z'))
    expect(periodOf('7d', late).from).toBe(at('2026-11-23T16:00:00Z'))
    expect(periodOf('month', late)).toEqual({ from: at('2026-10-31T16:00:00Z'), to: midnight })
    expect(bucketGoesOn(at('2026-11-29T16:00:00Z'), 'day', late)).toBe(true)
    expect(bucketGoesOn(at('2026-11-29T16:00:00Z'), 'day', { zone, now: midnight + 60_000 })).toBe(false)
    for (const preset of PRESETS) expect(periodOf(preset, late).from).toBeLessThan(periodOf(preset, late).to)
  })

  it('gives days of 23 and 25 hours where daylight saving changes', () => {
    const zone = 'Europe/Berlin'
    const spring = periodOf('yesterday', { zone, now: at('2026-03-30T10:00:00Z') })
    const autumn = periodOf('yesterday', { zone, now: at('2026-10-26T10:00:00Z') })
    expect((spring.to - spring.from) / 3_600_000).toBe(23)
    expect((autumn.to - autumn.from) / 3_600_000).toBe(25)
    expect(bucketEnd(spring.from, 'day', zone)).toBe(spring.to)
  })
})

describe('shifting', () => {
  it('moves whole months by months and whole days by days', () => {
    expect(shiftRange('month', -1, shanghai)).toEqual(periodOf('last-month', shanghai))
    expect(shiftRange('today', -1, shanghai)).toEqual(periodOf('yesterday', shanghai))
  })

  it('stays at midnight across a change of daylight saving', () => {
    const present = { zone: 'America/New_York', now: at('2026-11-04T15:00:00Z') }
    const shifted = shiftRange('7d', -1, present)
    expect(wallOf(shifted.from, present.zone)).toMatchObject({ month: 10, day: 22, hour: 0 })
    expect(wallOf(shifted.to, present.zone)).toMatchObject({ month: 10, day: 29, hour: 0 })
  })

  const isMonth = ({ from, to }: { from: number; to: number }, zone: string) =>
    wallOf(from, zone).day === 1 && wallOf(to, zone).day === 1 && to - from > 27 * 86_400_000

  it('moves thirty days that are a calendar month as the month they are', () => {
    const present = { zone: 'Europe/Berlin', now: at('2025-06-28T22:00:00Z') }
    const april = { from: at('2025-03-31T22:00:00Z'), to: at('2025-04-30T22:00:00Z') }
    expect(shiftRange(april, 1, present)).toEqual({ from: april.to, to: at('2025-05-31T22:00:00Z') })
  })

  it('comes back when shifted there and back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PRESETS),
        fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (preset, date) => {
          const present = { zone: 'Europe/Berlin', now: date.getTime() }
          const once = shiftRange(preset, -1, present)
          const twice = shiftRange(once, -1, present)
          // Thirty days may land on a calendar month by chance, and from there on they move as one.
          fc.pre(isMonth(twice, present.zone) === isMonth(once, present.zone))
          expect(shiftRange(twice, 1, present)).toEqual(once)
        },
      ),
    )
  })

  it('moves rolling ranges by their length', () => {
    expect(shiftRange('1h', -1, shanghai)).toEqual({ from: shanghai.now - 7_200_000, to: shanghai.now - 3_600_000 })
  })

  it('widens to twice the length without passing the present', () => {
    const wide = widenRange('24h', shanghai)
    expect(wide).toEqual({ from: shanghai.now - 2 * 86_400_000, to: shanghai.now })
  })
})

describe('search parameters', () => {
  it('keeps presets and fixed periods', () => {
    for (const preset of PRESETS) expect(readRange(writeRange(preset))).toBe(preset)
    const fixed = { from: at('2026-11-01T00:00:00Z'), to: at('2026-11-02T12:30:00Z') }
    expect(readRange(writeRange(fixed))).toEqual(fixed)
  })

  it('ignores what makes no sense', () => {
    expect(readRange({ range: 'forever' })).toBeUndefined()
    expect(readRange({ from: 'x', to: '2026-11-02T00:00:00Z' })).toBeUndefined()
    expect(readRange({ from: '2026-11-03T00:00:00Z', to: '2026-11-02T00:00:00Z' })).toBeUndefined()
  })
})

describe('words', () => {
  it('names whole days by their days and everything else with times', () => {
    expect(periodEnds(periodOf('month', shanghai), shanghai)).toEqual(['11-01', '11-20'])
    const newYear = { ...shanghai, now: at('2026-12-31T16:00:00Z') }
    expect(periodEnds(periodOf('month', newYear), newYear)).toEqual(['12-01', '12-31'])
    expect(periodEnds(periodOf('24h', shanghai), shanghai)).toEqual(['11-19 14:32', '11-20 14:32'])
    expect(periodEnds({ from: at('2025-12-29T16:00:00Z'), to: at('2026-01-02T16:00:00Z') }, shanghai)).toEqual([
      '2025-12-30',
      '2026-01-02',
    ])
  })

  it('keeps a moment through a date-time input in any zone', () => {
    for (const zone of ['Asia/Shanghai', 'America/St_Johns', 'UTC', 'Pacific/Chatham']) {
      expect(fromLocalInput(toLocalInput(shanghai.now, zone), zone)).toBe(shanghai.now)
    }
  })

  it('names offsets with their minutes', () => {
    expect(offsetName(shanghai.now, 'Asia/Shanghai')).toBe('UTC+8')
    expect(offsetName(shanghai.now, 'America/St_Johns')).toBe('UTC−3:30')
  })
})

describe('wall clocks', () => {
  it('finds the same moment as Temporal, also inside skipped and repeated hours', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe', 'America/Sao_Paulo']
    const anyTime = fc.tuple(
      fc.constantFrom(...zones),
      fc.integer({ min: 2018, max: 2030 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
    )
    fc.assert(
      fc.property(anyTime, ([zone, year, month, day, hour, minute]) => {
        const expected = Temporal.PlainDateTime.from({ year, month, day, hour, minute }).toZonedDateTime(
          zone,
        ).epochMilliseconds
        expect(momentOf({ year, month, day, hour, minute }, zone)).toBe(expected)
      }),
    )
    expect(momentOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 }, 'Europe/Berlin')).toBe(
      at('2026-03-29T01:30:00Z'),
    )
    expect(momentOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, 'Europe/Berlin')).toBe(
      at('2026-10-25T00:30:00Z'),
    )
  })
})
