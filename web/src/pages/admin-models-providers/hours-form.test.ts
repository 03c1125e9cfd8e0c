import { expect, test } from 'vitest'
import { MOST_WINDOWS, priceHours } from '../../../../src/contract/price-hours.ts'
import {
  datesOf,
  hoursForm,
  hoursFormOf,
  hoursOf,
  isAllDay,
  newHours,
  newWindow,
  offsetsWith,
  strangeDate,
  tidyClock,
  type HoursForm,
} from './hours-form.ts'

const NIGHTS: HoursForm = {
  factor: '0.5',
  utc_offset: 480,
  windows: [
    { days: [1, 2, 3, 4, 5], from: '00:00', to: '09:00' },
    { days: [6, 7], from: '00:00', to: '24:00' },
  ],
  dates: '2026-10-01, 2026-10-02',
}

const faultsOf = (form: HoursForm) =>
  hoursForm
    .safeParse(form)
    .error?.issues.map(({ path, message, code }) => [
      path.join('.'),
      ...(code === 'custom' && /^[a-z]+$/.test(message) ? [message] : []),
    ]) ?? []

test('hours come back from their inputs unchanged', () => {
  const hours = hoursOf(NIGHTS)
  expect(priceHours.parse(hours)).toEqual(hours)
  expect(hoursOf(hoursFormOf(hours))).toEqual(hours)
  expect(hoursFormOf(hours)).toEqual(NIGHTS)
})

test('what is read as hours is what the contract takes, and what is refused has its place', () => {
  const window = { days: [1], from: '09:00', to: '12:00' }
  const cases: [HoursForm, string[][]][] = [
    [NIGHTS, []],
    [{ ...NIGHTS, factor: '' }, [['factor']]],
    [{ ...NIGHTS, factor: '0' }, [['factor']]],
    [{ ...NIGHTS, factor: '10.01' }, [['factor']]],
    [{ ...NIGHTS, factor: '0.1234567' }, [['factor']]],
    [{ ...NIGHTS, utc_offset: 900 }, [['utc_offset']]],
    [{ ...NIGHTS, windows: [{ ...window, days: [] }] }, [['windows.0.days']]],
    [{ ...NIGHTS, windows: [{ ...window, from: '25:00' }] }, [['windows.0.from']]],
    [{ ...NIGHTS, windows: [{ ...window, to: '' }] }, [['windows.0.to']]],
    [{ ...NIGHTS, windows: [{ ...window, to: '9' }] }, [['windows.0.to', 'order']]],
    [
      { ...NIGHTS, windows: [window, { ...window, days: [7, 1], from: '11:59', to: '13:00' }] },
      [['windows.1.from', 'overlap']],
    ],
    [{ ...NIGHTS, windows: [window, { ...window, from: '12:00', to: '13:00' }] }, []],
    [{ ...NIGHTS, windows: [], dates: ' ' }, [['windows', 'none']]],
    [{ ...NIGHTS, windows: [] }, []],
    [{ ...NIGHTS, dates: '2026-02-30' }, [['dates']]],
    [{ ...NIGHTS, dates: manyDays(401) }, [['dates']]],
    [{ ...NIGHTS, dates: manyDays(400) }, []],
  ]
  for (const [form, faults] of cases) {
    expect(faultsOf(form), JSON.stringify(form).slice(0, 200)).toEqual(faults)
    expect(priceHours.safeParse(hoursOf(form)).success).toBe(faults.length === 0)
  }
})

function manyDays(count: number): string {
  return Array.from({ length: count }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)).join(
    '\n',
  )
}

test('there is room for as many windows as the contract has', () => {
  const minutes = Array.from({ length: MOST_WINDOWS + 1 }, (_, at) => ({
    days: [1],
    from: `00${10 + at}`,
    to: `00${11 + at}`,
  }))
  expect(faultsOf({ ...NIGHTS, windows: minutes.slice(1) })).toEqual([])
  expect(priceHours.safeParse(hoursOf({ ...NIGHTS, windows: minutes.slice(1) })).success).toBe(true)
  expect(faultsOf({ ...NIGHTS, windows: minutes })).toEqual([['windows']])
})

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9:05', '09:05'],
  ['１８：３０', '18:30'],
  [' 24.00 ', '24:00'],
  ['noon', 'noon'],
  ['', ''],
])('a time of day that is typed %s is %s', (typed, told) => {
  expect(tidyClock(typed)).toBe(told)
})

test('dates are pasted as lists have them, one day once', () => {
  const days = ['2026-10-01', '2026-10-02', '2027-01-01']
  expect(datesOf('2026-10-01\n2026-10-02\r\n2027-01-01\n')).toEqual(days)
  expect(datesOf('["2026-10-01","2026-10-02", "2027-01-01"]')).toEqual(days)
  expect(datesOf('2026年10月1日、２０２６/10/2；2027.1.1，2026-10-01')).toEqual(days)
  expect(strangeDate('2026-10-01, 2026-13-01, tomorrow')).toBe('2026-13-01')
  expect(strangeDate('2026-10-01')).toBeUndefined()
})

test('new hours have a window of every day, and one more has the days of the last', () => {
  expect(newHours(480)).toEqual({ factor: '', utc_offset: 480, windows: [newWindow()], dates: '' })
  expect(newWindow().days).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(newWindow(NIGHTS.windows[1])).toEqual({ days: [6, 7], from: '', to: '' })
})

test('a window that lasts from midnight to midnight is the whole day, however it is typed', () => {
  expect(isAllDay({ days: [1], from: '0', to: '24' })).toBe(true)
  expect(isAllDay({ days: [1], from: '00:00', to: '23:59' })).toBe(false)
})

test('an offset that no clock has is among the choices while a price has it', () => {
  expect(offsetsWith(480)).toEqual(offsetsWith(0))
  expect(offsetsWith(7).filter((one) => one === 7)).toEqual([7])
  expect(offsetsWith(0).at(0)).toBe(-720)
  expect(offsetsWith(0).at(-1)).toBe(840)
})
