import { expect, test } from 'vitest'
import { daysOf } from './days.ts'

const voice = { locale: 'zh-CN', zone: 'Asia/Shanghai', now: Date.UTC(2026, 10, 20, 6) } as const
const at = (...times: string[]) => times.map((time) => ({ at: time }))

test('days are those of the reader’s zone, with today and yesterday by name', () => {
  const events = at(
    '2026-11-20T05:00:00.000Z',
    '2026-11-19T16:00:00.000Z',
    '2026-11-19T15:59:59.000Z',
    '2026-11-17T16:00:00.000Z',
    '2025-11-18T00:00:00.000Z',
  )
  expect(
    daysOf(events, voice).map(({ key, name, date, events: members }) => [key, name, date, members.length]),
  ).toEqual([
    ['2026-11-20', 'today', '11 月 20 日', 2],
    ['2026-11-19', 'yesterday', '11 月 19 日', 1],
    ['2026-11-18', null, '11 月 18 日', 1],
    ['2025-11-18', null, '2025 年 11 月 18 日', 1],
  ])
})

test('today is today until its last minute is over', () => {
  const late = { ...voice, now: Date.UTC(2026, 10, 20, 16) }
  const events = at('2026-11-20T15:59:08.000Z', '2026-11-19T05:00:00.000Z')
  expect(daysOf(events, late).map(({ name }) => name)).toEqual(['today', 'yesterday'])
})

test('the weekday is that of the day, whatever zone the browser runs in', () => {
  expect(daysOf(at('2026-11-20T20:00:00.000Z'), { ...voice, locale: 'en', zone: 'UTC' })[0]).toMatchObject({
    date: 'Nov 20',
    weekday: 'Fri',
  })
})
