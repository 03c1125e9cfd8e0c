import { type Kysely, sql } from 'kysely'
import type { Dimension } from '../contract/usage.ts'
import type { Bucket } from '../core/buckets.ts'
import { percentile } from '../core/histogram.ts'
import { DAY_MS } from '../core/time.ts'
import { DIMENSION_COLUMNS, valueNames } from './dimensions.ts'
import type { Tables } from './schema.ts'
import { cells } from './cells.ts'
import {
  addFigures,
  addTally,
  emptyTally,
  FIGURES,
  OF_FIGURES,
  type Tally,
  toTotals,
  type UsageTotals,
} from './tally.ts'
import type { UsageFilter } from './usage-filter.ts'
import { bucketStarts } from './zone.ts'

const TOP = 6
const MAX_HOURLY_MS = 2 * DAY_MS
const MAX_DAILY_MS = 93 * DAY_MS

/** Without `bucket`: hours up to two days, days up to three months, then months. `zone` is an IANA name. */
export type SeriesQuery = UsageFilter & { by: Dimension; zone: string; bucket?: Bucket | undefined }

/** The figures of one bucket; `tokens` is everything read and written. */
export type UsagePoint = Pick<
  UsageTotals,
  | 'requests'
  | 'attempts'
  | 'switched'
  | 'failed'
  | 'input'
  | 'cacheRead'
  | 'cacheWrite'
  | 'output'
  | 'media'
  | 'costNanos'
  | 'upstreamCostNanos'
  | 'firstTokenP50'
  | 'firstTokenP95'
  | 'totalP50'
  | 'totalP95'
> & { at: number; tokens: number }

/** `buckets` are starts in order; every series has one point for each. The series of the rest has the id null. */
export type UsageSeries = {
  bucket: Bucket
  buckets: number[]
  series: { id: string | null; name: string; points: UsagePoint[] }[]
  total: TotalPoint[]
}

/** The figures of one bucket, all series together. */
type TotalPoint = UsagePoint & { firstTokenP99: number | null; totalP99: number | null }

/** Reads the figures over time, grouped by a dimension: the six costliest values, and the rest as one. */
export async function series(db: Kysely<Tables>, query: SeriesQuery): Promise<UsageSeries> {
  const bucket = query.bucket ?? fittingBucket(query)
  const buckets = bucketStarts(query, bucket, query.zone)
  const top = await topValues(db, query)
  const rows = await cells(db, query, { told: [query.by], sums: OF_FIGURES, starts: buckets, exact: true })
    .select(topOrNull(query.by, top).as('value'))
    .select('at')
    .select(FIGURES)
    .groupBy(['value', 'at'])
    .execute()
  const byValue = new Map<string | null, Tally[]>(top.map((value) => [value, buckets.map(emptyTally)]))
  const indexOf = new Map(buckets.map((start, index) => [start, index]))
  for (const { value, at, ...figures } of rows) {
    const own = byValue.get(value) ?? buckets.map(emptyTally)
    byValue.set(value, own)
    addFigures(own[indexOf.get(at) ?? 0] ?? emptyTally(), figures)
  }
  const total = buckets.map(emptyTally)
  for (const own of byValue.values())
    for (const [index, sum] of total.entries()) addTally(sum, own[index] ?? emptyTally())
  const nameOf = await valueNames(db, query.by, top)
  const points = (tallies: Tally[]) => tallies.map((tally, index) => toPoint(tally, buckets[index] ?? 0))
  return {
    bucket,
    buckets,
    series: [...byValue].map(([id, tallies]) => ({ id, name: id === null ? '' : nameOf(id), points: points(tallies) })),
    total: total.map((tally, index) => ({
      ...toPoint(tally, buckets[index] ?? 0),
      firstTokenP99: percentile(tally.firstTokens, 0.99),
      totalP99: percentile(tally.durations, 0.99),
    })),
  }
}

function fittingBucket({ from, to }: UsageFilter): Bucket {
  if (to - from <= MAX_HOURLY_MS) return 'hour'
  return to - from <= MAX_DAILY_MS ? 'day' : 'month'
}

/** The costliest values of a dimension, in order. */
async function topValues(db: Kysely<Tables>, query: SeriesQuery): Promise<string[]> {
  const rows = await cells(db, query, { told: [query.by], sums: ['requests', 'cost_nanos'], exact: true })
    .select((eb) => [
      DIMENSION_COLUMNS[query.by].as('value'),
      eb.fn.sum<bigint>('cost_nanos').as('cost_nanos'),
      eb.fn.sum<number>('requests').as('asked'),
    ])
    .groupBy('value')
    .orderBy('cost_nanos', 'desc')
    .orderBy('asked', 'desc')
    .orderBy('value')
    .limit(TOP)
    .execute()
  return rows.map((row) => row.value)
}

function topOrNull(by: Dimension, top: readonly string[]) {
  const column = DIMENSION_COLUMNS[by]
  if (top.length === 0) return sql<string | null>`null`
  return sql<string | null>`case when ${column} in (${sql.join(top)}) then ${column} end`
}

function toPoint(tally: Tally, at: number): UsagePoint {
  const totals = toTotals(tally)
  const { requests, attempts, switched, failed, costNanos, upstreamCostNanos } = totals
  const { input, cacheRead, cacheWrite, output, media } = totals
  const { firstTokenP50, firstTokenP95, totalP50, totalP95 } = totals
  const tokens = input + cacheRead + cacheWrite + output + media
  return {
    at,
    requests,
    attempts,
    switched,
    failed,
    tokens,
    input,
    cacheRead,
    cacheWrite,
    output,
    media,
    costNanos,
    upstreamCostNanos,
    firstTokenP50,
    firstTokenP95,
    totalP50,
    totalP95,
  }
}
