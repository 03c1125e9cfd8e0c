import type { Series as ApiSeries, SeriesPoint, Totals } from '../../../../src/contract/usage.ts'
import { colourOf, OTHERS_COLOUR } from '../../charts/palette.ts'
import type { Figure, Series } from '../../charts/figures.ts'
import type { Unit } from '../../charts/unit.ts'
import { formatUsd, parseUsd } from '../../../../src/core/money.ts'
import type { Format } from '../use-format.ts'

/** What a chart over time can show, and the unit of each where money is dollars. */
const UNIT_OF = {
  cost: 'usd',
  upstream: 'usd',
  attempts: 'count',
  requests: 'count',
  tokens: 'tokens',
  input: 'tokens',
  output: 'tokens',
  failed: 'count',
} as const satisfies Record<string, Unit>
type Metric = keyof typeof UNIT_OF

/** What a metric is counted in, in the money the reader sees. */
export function unitOf(metric: Metric, { money }: Pick<Format, 'money'>): Unit {
  const unit = UNIT_OF[metric]
  return unit === 'usd' && money.sign === '¥' ? 'cny' : unit
}

/** How the words of a figure are written. */
type Words = Pick<Format, 'plotted' | 'usd' | 'exact' | 'tokens'>

/** A point of the API as a figure of a metric. */
export function figureOf(point: SeriesPoint, metric: Metric, words: Words): Figure {
  if (metric === 'cost' || metric === 'upstream') {
    const amount = metric === 'cost' ? point.cost : (point.upstream_cost ?? '0')
    return { value: words.plotted(amount), text: words.usd(amount) }
  }
  if (UNIT_OF[metric] === 'count') return { value: point[metric], text: words.exact(point[metric]) }
  const value = metric === 'input' ? inputOf(point) : point[metric]
  return { value, text: words.tokens(value) }
}

/** The series of the API as stacked series of a metric, coloured by rank; without those that show nothing. */
export function seriesOf(
  answer: ApiSeries,
  metric: Metric,
  name: (id: string | null, given: string) => string,
  words: Words,
): Series[] {
  return answer.series
    .map((one, rank) => ({
      id: one.id,
      name: name(one.id, one.name),
      colour: one.id === null ? OTHERS_COLOUR : colourOf(rank),
      figures: one.points.map((point) => figureOf(point, metric, words)),
    }))
    .filter((one) => one.figures.some((figure) => figure.value !== null && figure.value > 0))
}

/** What was read: fresh input and the cached parts. */
type Read = Pick<Totals, 'input' | 'cache_read' | 'cache_write'>

/** Everything that was read: fresh input and what came from or went into the cache. */
export const inputOf = (read: Read): number => read.input + read.cache_read + read.cache_write

type Used = Read & Pick<Totals, 'output' | 'media'>

/** All tokens of these totals, those of sound and pictures included. */
export const tokensOf = (totals: Used): number => inputOf(totals) + totals.output + totals.media

/** The share of what was read that came from the cache; null when nothing was read. */
export const cacheShare = (read: Read): number | null => (inputOf(read) === 0 ? null : read.cache_read / inputOf(read))

type Ended = Pick<Totals, 'requests' | 'succeeded' | 'cancelled'>

/** The share that succeeded of the requests whose callers stayed; null without such. */
export const successShare = ({ requests, succeeded, cancelled }: Ended): number | null =>
  requests === cancelled ? null : succeeded / (requests - cancelled)

/** The share of requests that failed; null without requests. */
export const failedShare = (totals: Totals): number | null =>
  totals.requests === 0 ? null : totals.failed / totals.requests

/** The share of requests for which more than one upstream was asked; null without requests. */
export const switchedShare = ({ requests, switched }: Pick<Totals, 'requests' | 'switched'>): number | null =>
  requests === 0 ? null : switched / requests

/** An amount times a whole part of another, exact to the nano-dollar: what a cost becomes at the same pace, or a mean. */
export function scaled(amount: string, times: number, by: number): string | null {
  const nanos = parseUsd(amount)
  if (nanos === undefined || by <= 0) return null
  return formatUsd((nanos * BigInt(Math.round(times))) / BigInt(Math.round(by)))
}

/** One amount minus another. */
export function difference(amount: string, less: string): string {
  return formatUsd((parseUsd(amount) ?? 0n) - (parseUsd(less) ?? 0n))
}

/** What is left of what was charged once the upstreams are paid, and its share of what was charged; nulls where that is not told. */
export function margin({ cost, upstream_cost: upstream }: Pick<Totals, 'cost' | 'upstream_cost'>) {
  if (upstream === null) return { amount: null, share: null }
  const charged = parseUsd(cost) ?? 0n
  const left = charged - (parseUsd(upstream) ?? 0n)
  return { amount: formatUsd(left), share: charged === 0n ? null : Number((left * 10_000n) / charged) / 10_000 }
}

/** The share that an amount is of another; null of nothing. */
export function shareOf(amount: string, all: string): number | null {
  const whole = parseUsd(all) ?? 0n
  return whole === 0n ? null : Number(((parseUsd(amount) ?? 0n) * 1_000_000n) / whole) / 1_000_000
}

/** Amounts added up. */
export function sum(amounts: readonly string[]): string {
  return formatUsd(amounts.reduce((all, amount) => all + (parseUsd(amount) ?? 0n), 0n))
}
