import { tokens } from '../lib/format.ts'

/** What the values of a chart are, which decides how its axis is written. */
export type Unit = 'usd' | 'count' | 'tokens' | 'ms'

/** A round value on an axis, as short as it can be. */
export function axisText(value: number, unit: Unit): string {
  switch (unit) {
    case 'usd':
      return `$${short(value)}`
    case 'count':
      return short(value)
    case 'tokens':
      return value < 1000 ? short(value) : tokens(value).replace(/\.?0+(?=[KMB])/, '')
    case 'ms':
      return `${short(value / 1000)}\u202fs`
  }
  return unit satisfies never
}

function short(value: number): string {
  if (value >= 10_000) return value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}
