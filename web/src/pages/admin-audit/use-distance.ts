import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts'
import { useLocale } from '../../lib/locale.ts'

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const
const MOST_UNITS = 2

/** How much later something was, in its two largest units: `+1 小时 31 分钟`; what was earlier has a minus, and what was within the same second no sign. */
export function distanceOf(fromMs: number, toMs: number, locale: string): string {
  let left = Math.abs(toMs - fromMs)
  const first = UNITS.findIndex(([, ms]) => left >= ms)
  const units = first < 0 ? UNITS.slice(-1) : UNITS.slice(first, first + MOST_UNITS)
  const told = units.flatMap(([unit, ms], at) => {
    const whole = Math.floor(left / ms)
    left -= whole * ms
    if (whole === 0 && at > 0) return []
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(whole)
  })
  const sign = first < 0 ? '' : toMs < fromMs ? '−' : '+'
  return sign + told.join(' ')
}

/** The same of two times as the API tells them, in the language of the console. */
export function useDistance(): (from: string, to: string) => string {
  const locale = useLocale()
  return (from, to) => distanceOf(Date.parse(from), Date.parse(to), locale)
}
