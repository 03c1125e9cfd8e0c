import { describe, expect, it } from 'vitest'
import * as format from './format.ts'
import { day, relative, when, whenExact } from './when.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('token counts', () => {
  it.each([
    [null, '—'],
    [0, '0'],
    [640, '640'],
    [999, '999'],
    [1_000, '1.00K'],
    [1_250, '1.25K'],
    [24_600, '24.6K'],
    [126_000, '126K'],
    [999_499, '999K'],
    [999_500, '1.00M'],
    [1_250_000_000, '1.25B'],
  ])('%s reads %s', (value, text) => expect(format.tokens(value)).toBe(text))
})

describe('counts', () => {
  it.each([
    [19_699, '19,699'],
    [100_000, '100,000'],
    [1_200_000, '1.2M'],
    [null, '—'],
  ])('%s reads %s', (value, text) => expect(format.count(value)).toBe(text))
})

describe('money', () => {
  it.each([
    ['286.42', '$286.42'],
    ['1234567.895', '$1,234,567.90'],
    ['1', '$1.00'],
    ['0.0712', '$0.0712'],
    ['0.99996', '$1.00'],
    ['0.99994', '$0.9999'],
    ['0.00005', '$0.0001'],
    ['0.000049999', '<$0.0001'],
    ['0', '$0.00'],
    ['-3.5', '−$3.50'],
    [null, '—'],
  ])('%s reads %s', (amount, text) => expect(format.usd(amount)).toBe(text))

  it('keeps the precision a column asks for, and never shows a nonzero amount as zero', () => {
    expect(format.usd('0', 4)).toBe('$0.0000')
    expect(format.usd('12.3456', 4)).toBe('$12.3456')
    expect(format.usd('0.0049', 2)).toBe('<$0.01')
    expect(format.usdDigits(['0.2', '0.9'])).toBe(4)
    expect(format.usdDigits(['0.2', '12.4', null])).toBe(2)
    expect(format.usdDigits(['0', '0.2'])).toBe(4)
    expect(format.usdDigits(['0', null])).toBe(2)
  })

  it('shows every digit where it says exact', () => {
    expect(format.usdExact('0.001402501')).toBe('$0.001402501')
    expect(format.usdExact('0.173054')).toBe('$0.173054')
    expect(format.usdExact('1234.5')).toBe('$1,234.5000')
  })

  it('writes prices with at least two digits and no more than count', () => {
    expect(format.price('3')).toBe('$3.00')
    expect(format.price('0.075')).toBe('$0.075')
    expect(format.price('0.300')).toBe('$0.30')
  })
})

describe('durations', () => {
  it.each([
    [840, '840 ms', '0.84 s'],
    [999.6, '1.00 s', '1.00 s'],
    [2_220, '2.22 s', '2.22 s'],
    [17_800, '17.8 s', '17.8 s'],
    [59_960, '1 分 0 秒', '1 分 0 秒'],
    [72_000, '1 分 12 秒', '1 分 12 秒'],
    [null, '—', '—'],
  ])('%s ms reads %s, in a column %s', (ms, text, column) => {
    expect(plain(format.duration(ms, 'zh-CN'))).toBe(text)
    expect(plain(format.seconds(ms, 'zh-CN'))).toBe(column)
  })

  it('writes minutes in English', () => expect(plain(format.duration(72_000, 'en'))).toBe('1 min 12 s'))
})

describe('rates and shares', () => {
  it.each([
    [0, '0%'],
    [0.0004, '<0.1%'],
    [0.011, '1.1%'],
    [0.989, '98.9%'],
    [0.9995, '99.95%'],
    [0.999999, '99.99%'],
    [1, '100%'],
    [-0.055, '−5.5%'],
    [-0.0004, '−<0.1%'],
    [null, '—'],
  ])('%s reads %s', (share, text) => expect(format.percent(share)).toBe(text))

  it('writes speed in whole tokens', () => expect(plain(format.rate(71.4))).toBe('71 t/s'))

  it('writes changes with an arrow, and none where there was nothing', () => {
    expect(format.change(112.4, 100)).toBe('↑ 12.4%')
    expect(format.change(93.7, 100)).toBe('↓ 6.3%')
    expect(format.change(5, 0)).toBe('—')
    expect(format.change(100_000, 1)).toBe('↑ >999%')
    expect(format.points(0.96, 0.948)).toBe('↑ 1.2pp')
    // Nothing measured is no fall to nothing, and of losses the larger is the worse.
    expect(format.change(null, 840)).toBe('—')
    expect(format.change(840, null)).toBe('—')
    expect(format.change(-20, -10)).toBe('↓ 100.0%')
    expect(format.change(5, -10)).toBe('↑ 150.0%')
  })
})

describe('times', () => {
  const voice = { locale: 'zh-CN', zone: 'Asia/Shanghai', now: Date.parse('2026-11-20T06:40:00Z') } as const

  it('shows the time today, the day this year, and the year else', () => {
    expect(when('2026-11-20T06:32:08Z', voice)).toBe('14:32:08')
    expect(when('2026-11-18T06:32:08Z', voice)).toBe('11-18 14:32')
    expect(when('2025-11-18T06:32:08Z', voice)).toBe('2025-11-18')
    expect(when(null, voice)).toBe('—')
  })

  it('takes the day from the zone, not from UTC', () => {
    expect(when('2026-11-19T16:30:00Z', voice)).toBe('00:30:00')
    expect(day('2026-11-19T16:30:00Z', voice)).toBe('11-20')
  })

  // The present is the end of the minute that goes on, which may be midnight.
  it('the last minute of a day and of a year belongs to them', () => {
    const late = { ...voice, now: Date.parse('2026-11-20T16:00:00Z') }
    expect(when('2026-11-20T15:59:08Z', late)).toBe('23:59:08')
    const newYear = { ...voice, now: Date.parse('2026-12-31T16:00:00Z') }
    expect(when('2026-12-30T06:32:08Z', newYear)).toBe('12-30 14:32')
    expect(day('2026-12-30T06:32:08Z', newYear)).toBe('12-30')
  })

  it('names the zone in the whole time', () => {
    expect(whenExact('2026-11-20T06:32:08Z', voice)).toBe('2026-11-20T14:32:08+08:00 Asia/Shanghai')
    expect(whenExact('2026-11-20T06:32:08Z', { ...voice, zone: 'America/St_Johns' })).toBe(
      '2026-11-20T03:02:08-03:30 America/St_Johns',
    )
  })

  it('says how long ago in either language', () => {
    expect(relative('2026-11-20T06:37:00Z', voice)).toBe('3 分钟前')
    expect(relative('2026-11-20T06:37:00Z', { ...voice, locale: 'en' })).toBe('3 minutes ago')
    expect(relative('2026-11-20T06:39:55Z', voice)).toBe('刚刚')
  })
})

describe('what a reader may choose', () => {
  const YUAN: format.Money = { sign: '¥', rateMicros: 7_120_000n }

  it.each([
    ['1', undefined, '¥7.12'],
    ['0.0712', undefined, '¥0.5069'],
    ['-0.5', 2, '−¥3.56'],
    ['0', 4, '¥0.0000'],
    ['0.000000001', undefined, '<¥0.0001'],
  ] as const)('%s dollars in yuan read %s', (amount, digits, text) => {
    expect(format.usd(amount, digits, YUAN)).toBe(text)
  })

  it('a price in yuan has four digits at most', () => {
    expect(['3', '0.075', '0.0000123'].map((price) => format.price(price, YUAN))).toEqual([
      '¥21.36',
      '¥0.534',
      '¥0.0001',
    ])
    expect(format.plotted('2', YUAN)).toBe(14.24)
  })

  it('large counts stand in myriads', () => {
    expect([99_999, 1_200_000, 250_000_000].map((value) => plain(format.count(value, 'myriads')))).toEqual([
      '99,999',
      '120 万',
      '2.5 亿',
    ])
  })

  it('a clock has twice twelve hours', () => {
    const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:05:09Z`
    const voice = { locale: 'en' as const, zone: 'UTC', now: Date.parse(at(23)), hour12: true }
    expect([0, 9, 12, 13].map((hour) => when(at(hour), voice))).toEqual([
      '12:05:09 AM',
      '9:05:09 AM',
      '12:05:09 PM',
      '1:05:09 PM',
    ])
    expect(when(at(13), { ...voice, locale: 'zh-CN' })).toBe('下午 1:05:09')
  })
})
