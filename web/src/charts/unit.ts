/** What the values of a chart are, which decides how its axis is written. */
export type Unit = 'usd' | 'cny' | 'count' | 'tokens' | 'ms' | 'percent'

/** Whether values of a unit come in whole pieces. */
export const isWhole = (unit: Unit): boolean => unit === 'count' || unit === 'tokens'

/** A round value on an axis, as short as it can be. */
export function axisText(value: number, unit: Unit): string {
  switch (unit) {
    case 'usd':
      return `$${short(value)}`
    case 'cny':
      return `¥${short(value)}`
    case 'count':
      return short(value)
    case 'tokens':
      return value < 1000 ? short(value) : compact(value)
    case 'percent':
      return `${short(value * 100)}%`
    case 'ms':
      return `${short(value / 1000)}\u00a0s`
  }
  return unit satisfies never
}

function short(value: number): string {
  return value >= 10_000 ? compact(value) : value.toLocaleString('en', { maximumSignificantDigits: 3 })
}

function compact(value: number): string {
  return value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 2 })
}
