import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from './time.ts'
import { priceAt, priceThen } from './price.ts'
import { hasOverlap, isOpen, type PriceHours } from './price-hours.ts'

const WORKDAYS = [1, 2, 3, 4, 5]
/** As DeepSeek has them: off-peak on Beijing's clock. */
const HOURS: PriceHours = {
  factorMicros: 500_000n,
  zoneMinutes: 480,
  windows: [
    { days: WORKDAYS, from: 0, to: 540 },
    { days: WORKDAYS, from: 720, to: 840 },
    { days: WORKDAYS, from: 1080, to: 1440 },
    { days: [6, 7], from: 0, to: 1440 },
  ],
  dates: ['2026-12-03'],
}

/** The same as the vendor says it, in UTC: everything but its peak hours. */
function isOffPeak(at: number): boolean {
  const time = new Date(at)
  const hour = time.getUTCHours()
  const isPeak = (hour >= 1 && hour < 4) || (hour >= 6 && hour < 10)
  const isWeekend = time.getUTCDay() % 6 === 0
  return !isPeak || isWeekend
}

test('at every minute of a week a window is open when the vendor says so, and all of a day that is named', () => {
  const monday = Date.parse('2026-11-23T00:00:00Z')
  for (let at = monday; at < monday + 7 * DAY_MS; at += MINUTE_MS) {
    expect(isOpen(HOURS, at) === isOffPeak(at) || new Date(at).toISOString()).toBe(true)
  }
  const holiday = Date.parse('2026-12-03T00:00:00+08:00')
  for (let at = holiday; at < holiday + DAY_MS; at += MINUTE_MS) expect(isOpen(HOURS, at)).toBe(true)
})

test('a window begins with its first millisecond and ends before the one it names', () => {
  const opens = Date.parse('2026-11-23T12:00:00+08:00')
  const closes = Date.parse('2026-11-23T14:00:00+08:00')
  expect([opens - 1, opens, closes - 1, closes].map((at) => isOpen(HOURS, at))).toEqual([false, true, true, false])
})

test('weekdays are those of the windows’ own clock, also where it is another day in UTC', () => {
  const behind: PriceHours = { ...HOURS, zoneMinutes: -300, windows: [{ days: [7], from: 1380, to: 1440 }], dates: [] }
  // Sunday 23:30 five hours behind UTC is Monday there.
  expect(isOpen(behind, Date.parse('2026-11-23T04:30:00Z'))).toBe(true)
  expect(isOpen(behind, Date.parse('2026-11-22T23:30:00Z'))).toBe(false)
})

test('two windows overlap that share a minute of a day', () => {
  const morning = { days: [1, 2], from: 60, to: 120 }
  expect(hasOverlap([morning, { days: [2], from: 119, to: 130 }])).toBe(true)
  expect(hasOverlap([morning, { days: [2], from: 120, to: 130 }])).toBe(false)
  expect(hasOverlap([morning, { days: [3], from: 60, to: 120 }])).toBe(false)
})

test('a price has its factor while its hours are open, and is otherwise as it was', () => {
  const price = { version: 'v', rates: { input: 2n }, tiers: [], hours: HOURS }
  const [open, closed] = [Date.parse('2026-11-22T00:00:00Z'), Date.parse('2026-11-23T01:00:00Z')]
  expect(priceThen(price, closed)).toBe(price)
  expect(priceThen(price, open)).toEqual({ ...price, factorMicros: 500_000n })
  const model = { price: null, laterPrices: [{ from: open, price }] }
  expect(priceAt(model, open - 1)).toBeNull()
  expect(priceAt(model, open)?.factorMicros).toBe(500_000n)
})
