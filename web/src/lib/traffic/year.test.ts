import { expect, it } from 'vitest'
import { monthWriter, weeksOf } from '../../charts/year-heat.tsx'
import { busiestDay, busiestHour, dateWriter, dayPeriod, wholeYear } from './year.ts'

// A Saturday.
const present = { now: Date.parse('2026-11-21T02:00:00Z'), zone: 'Asia/Shanghai' }
const busy = { date: '2026-11-18', requests: 412, cost: '8.31' }

it('fills a year up to today, beginning with a Monday', () => {
  const year = wholeYear([busy], present)
  expect(year.at(-1)?.date).toBe('2026-11-21')
  expect(year).toHaveLength(52 * 7 + 6)
  expect(new Date(`${year[0]?.date}T00:00Z`).getUTCDay()).toBe(1)
  expect(year.filter((day) => day.requests > 0)).toEqual([busy])
})

it('ends with today until its last minute is over', () => {
  const late = { now: Date.parse('2026-11-21T16:00:00Z'), zone: 'Asia/Shanghai' }
  expect(wholeYear([], late).at(-1)?.date).toBe('2026-11-21')
})

it('puts days into weeks without moving them to another weekday', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-24'].map((date) => ({ date, value: 1, words: '' }))
  const [first] = weeksOf(days.slice(0, 2))
  expect(first?.map((day) => day?.date)).toEqual([undefined, undefined, '2026-11-18', '2026-11-19'])
  expect(weeksOf([])).toEqual([])
})

it('finds the busiest day and hour, and none where there were no requests', () => {
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  expect(busiestHour(hours)).toBeUndefined()
  hours[2]?.splice(15, 1, 61)
  expect(busiestHour(hours)).toEqual({ weekday: 2, hour: 15, requests: 61 })
  expect(busiestDay([{ date: '2026-11-17', requests: 0, cost: '0' }])).toBeUndefined()
  expect(busiestDay([busy])).toEqual(busy)
})

it('makes a day of the zone a period', () => {
  expect(dayPeriod('2026-03-29', 'Europe/Berlin')).toEqual({
    from: Date.parse('2026-03-28T23:00:00Z'),
    to: Date.parse('2026-03-29T22:00:00Z'),
  })
})

it('writes a date in words, with its year where that is another', () => {
  const zh = { ...present, locale: 'zh-CN' } as const
  const dates = ['2026-11-18', '2025-12-01'] as const
  expect(dates.map(dateWriter(zh))).toEqual(['11 月 18 日', '2025 年 12 月 1 日'])
  expect(dates.map(dateWriter({ ...zh, locale: 'en' }))).toEqual(['Nov 18', 'Dec 1, 2025'])
})

it('names months over a year of days as they are set in a sentence', () => {
  expect(['zh-CN', 'en'].map((locale) => monthWriter(locale)('2026-11-01'))).toEqual(['11 月', 'Nov'])
})
