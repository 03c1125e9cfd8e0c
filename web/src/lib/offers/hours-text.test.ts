import { expect, test } from 'vitest'
import { clockOf, type PriceHours } from '../../../../src/contract/price-hours.ts'
import { daysText, windowsIn } from './hours-text.ts'

const HOURS: PriceHours = {
  factor: '0.5',
  utc_offset: 480,
  windows: [
    { days: [1, 2, 3, 4, 5], from: '00:00', to: '09:00' },
    { days: [1, 2, 3, 4, 5], from: '18:00', to: '24:00' },
    { days: [6, 7], from: '00:00', to: '24:00' },
  ],
  dates: [],
}
const NOW = Date.parse('2026-11-30T00:00:00Z')

const told = (zone: string) =>
  windowsIn(HOURS, zone, NOW).map(
    ({ days, windows }) =>
      `${daysText(days, 'en')} ${windows.map(({ from, to }) => `${clockOf(from)}–${clockOf(to)}`).join(' ')}`,
  )

test('hours are told by the reader’s own clock, what lies over midnight with both days', () => {
  expect(told('Asia/Shanghai')).toEqual(['Mon–Fri 00:00–09:00 18:00–24:00', 'Sat, Sun 00:00–24:00'])
  expect(told('UTC')).toEqual(['Mon–Fri 00:00–01:00 10:00–24:00', 'Sat, Sun 00:00–24:00'])
  expect(told('America/New_York')).toEqual([
    'Mon–Thu 05:00–20:00',
    'Fri 05:00–24:00',
    'Sat 00:00–24:00',
    'Sun 00:00–20:00',
  ])
})

test('days in a row are the first and the last of them', () => {
  expect(daysText([0, 1, 2, 4], 'zh-CN')).toBe('周一–周三、周五')
  expect(daysText([0, 6], 'zh-CN')).toBe('周一、周日')
})
