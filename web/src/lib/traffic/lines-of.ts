import type { Series as ApiSeries } from '../../../../src/contract/usage.ts'
import type { Series } from '../../charts/figures.ts'
import { cacheShare, margin, switchedShare } from './figures.ts'
import type { Format } from '../use-format.ts'

/** The percentiles of a latency, with the colours they have everywhere. */
export const PERCENTILES = [
  ['p50', 'P50', 'var(--c1)'],
  ['p95', 'P95', 'var(--c4)'],
  ['p99', 'P99', 'var(--c2)'],
] as const

/** The median and the 95th and 99th percentile over time, of the first token or of the whole. */
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

type Point = ApiSeries['total'][number]

/** The shares that are drawn over time: of what was read, of what was charged, and of requests. */
const SHARES = {
  cache: cacheShare,
  marginShare: (point: Point) => margin(point).share,
  switched: switchedShare,
} as const satisfies Record<string, (point: Point) => number | null>
type Share = keyof typeof SHARES

/** A share over time. */
export function shareLine(data: ApiSeries, share: Share, name: string, format: Format): Series {
  return {
    id: share,
    name,
    colour: 'var(--c1)',
    figures: data.total.map((point) => {
      const value = SHARES[share](point)
      return { value, text: format.percent(value) }
    }),
  }
}

/** What was charged and what the upstreams charge, over time: what lies between is the margin. */
export function marginLines(data: ApiSeries, names: { cost: string; upstream: string }, format: Format): Series[] {
  const amounts = [
    ['cost', names.cost, 'var(--c1)', (point: Point) => point.cost],
    ['upstream', names.upstream, 'var(--c4)', (point: Point) => point.upstream_cost ?? '0'],
  ] as const
  return amounts.map(([id, name, colour, of]) => ({
    id,
    name,
    colour,
    figures: data.total.map((point) => ({ value: format.plotted(of(point)), text: format.usd(of(point)) })),
  }))
}
