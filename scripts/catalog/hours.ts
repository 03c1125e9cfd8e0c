import type { ToldHours } from '../../src/core/price-hours.ts'
import type { PriceRow, Row } from './row.ts'

/**
 * First and last days of public holidays in China: of 2026 as the State Council has arranged them (gov.cn, 国办发明电〔2025〕7号), of 2027
 * those that the law itself names, until that year's arrangement is known.
 */
const CHINESE_HOLIDAYS: readonly (readonly [first: string, last: string])[] = [
  ['2026-01-01', '2026-01-03'],
  ['2026-02-15', '2026-02-23'],
  ['2026-04-04', '2026-04-06'],
  ['2026-05-01', '2026-05-05'],
  ['2026-06-19', '2026-06-21'],
  ['2026-09-25', '2026-09-27'],
  ['2026-10-01', '2026-10-07'],
  ['2027-01-01', '2027-01-01'],
  ['2027-02-05', '2027-02-08'],
  ['2027-04-05', '2027-04-05'],
  ['2027-05-01', '2027-05-02'],
  ['2027-06-09', '2027-06-09'],
  ['2027-09-15', '2027-09-15'],
  ['2027-10-01', '2027-10-03'],
]

const WORKDAYS = [1, 2, 3, 4, 5]
const minutes = (from: number, to: number) => ({ from: from * 60, to: to * 60 })

/**
 * Half of its prices outside of 9 to 12 and 14 to 18 o'clock in Beijing from Monday to Friday, and on public holidays in China
 * (api-docs.deepseek.com, pricing, note 2). Its page does not say which moment of a request counts.
 */
const DEEPSEEK: ToldHours = {
  factorMicros: '500000',
  zoneMinutes: 480,
  windows: [
    { days: WORKDAYS, ...minutes(0, 9) },
    { days: WORKDAYS, ...minutes(12, 14) },
    { days: WORKDAYS, ...minutes(18, 24) },
    { days: [6, 7], ...minutes(0, 24) },
  ],
  dates: CHINESE_HOLIDAYS.flatMap(daysOf),
}

const HOURS: readonly { id: RegExp; hours: ToldHours }[] = [{ id: /^deepseek-(?:flash|v4-pro)$/, hours: DEEPSEEK }]

/** A price with the hours its vendor has, by the name the vendor sells it under. */
export function withHours(price: PriceRow, { id }: Pick<Row, 'id'>): PriceRow {
  const sold = HOURS.find((one) => one.id.test(id))
  return sold ? { ...price, hours: sold.hours } : price
}

function daysOf([first, last]: readonly [string, string]): string[] {
  const days: string[] = []
  for (let day = new Date(first); day <= new Date(last); day = new Date(day.getTime() + 86_400_000)) {
    days.push(day.toISOString().slice(0, 10))
  }
  return days
}
