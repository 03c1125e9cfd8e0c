import type { Series as ApiSeries } from '../../../../src/contract/usage.ts'
import type { Series } from '../../charts/figures.ts'
import { cacheShare } from './figures.ts'
import type { Format } from '../use-format.ts'

/** The two percentiles that are kept of a latency, with the colours they have everywhere. */
const PERCENTILES = [
  ['p50', 'P50', 'var(--c1)'],
  ['p95', 'P95', 'var(--c4)'],
] as const

/** The median and the 95th percentile over time, of the first token or of the whole. */
export function latencyLines(data: ApiSeries, of: 'first_token' | 'total', format: Format): Series[] {
  return PERCENTILES.map(([id, name, colour]) => ({
    id,
    name,
    colour,
    figures: data.total.map((point) => {
      const value = point[`${of}_${id}`]
      return { value, text: format.seconds(value) }
    }),
  }))
}

/** The share of what was read that came from the cache, over time. */
export function cacheLine(data: ApiSeries, name: string, format: Format): Series {
  return {
    id: 'cache',
    name,
    colour: 'var(--c1)',
    figures: data.total.map((point) => {
      const value = cacheShare(point)
      return { value, text: format.percent(value) }
    }),
  }
}
