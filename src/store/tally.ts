import { type Histogram, mergeInto, percentile, readHistogram } from '../core/histogram.ts'
import type { Nanos } from '../core/money.ts'
import { sql } from 'kysely'
import type { SumColumn } from './cells.ts'
import type { UsageFilter } from './usage-filter.ts'

/** Sums and percentiles over a set of requests; latencies in milliseconds, null when nothing was measured. */
export type UsageTotals = {
  requests: number
  /** How often upstreams were asked. */
  attempts: number
  /** Requests for which more than one upstream was asked. */
  switched: number
  succeeded: number
  /** Failed or refused. */
  failed: number
  cancelled: number
  input: number
  cacheRead: number
  cacheWrite: number
  output: number
  reasoning: number
  /** Tokens of sound and pictures, read and made. */
  media: number
  costNanos: Nanos
  upstreamCostNanos: Nanos
  firstTokenP50: number | null
  firstTokenP95: number | null
  totalP50: number | null
  totalP95: number | null
}

const COUNTS = [
  'requests',
  'attempts',
  'switched',
  'succeeded',
  'failed',
  'cancelled',
  'input',
  'cache_read',
  'cache_write',
  'output',
  'reasoning',
  'media',
] as const satisfies readonly SumColumn[]
const AMOUNTS = ['cost_nanos', 'upstream_cost_nanos'] as const satisfies readonly SumColumn[]

/** What figures are made of. */
export const OF_FIGURES = [...COUNTS, ...AMOUNTS, 'first_token_hist', 'answered_hist'] as const

/** What is summed of the cells of a group, which have `OF_FIGURES`; histograms come joined, and are added up where they are read. */
export const FIGURES = [
  ...COUNTS.map((column) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column)),
  ...AMOUNTS.map((column) => sql<bigint>`coalesce(sum(${sql.ref(column)}), 0)`.as(column)),
  sql<string>`coalesce(string_agg(first_token_hist, ','), '')`.as('first_token_hists'),
  sql<string>`coalesce(string_agg(answered_hist, ','), '')`.as('total_hists'),
] as const

/** The equally long period before. */
export function periodBefore<F extends UsageFilter>(filter: F): F {
  return { ...filter, from: 2 * filter.from - filter.to, to: filter.from }
}

type Sums = Record<(typeof COUNTS)[number], number> & Record<(typeof AMOUNTS)[number], bigint>

/** A row of `FIGURES`. */
export type FiguresRow = Sums & { first_token_hists: string; total_hists: string }

/** Figures that can still be added to: percentiles are only taken at the end. */
export type Tally = Sums & { firstTokens: Histogram; durations: Histogram }

/** A tally of nothing, to be added to. */
export function emptyTally(): Tally {
  const none = [...COUNTS.map((column) => [column, 0]), ...AMOUNTS.map((column) => [column, 0n])]
  return { ...(Object.fromEntries(none) as Sums), firstTokens: new Map(), durations: new Map() }
}

/** A row as a tally that can be added to. */
export function toTally(row: FiguresRow): Tally {
  const tally = emptyTally()
  addFigures(tally, row)
  return tally
}

/** Adds a row to a tally. */
export function addFigures(sum: Tally, row: FiguresRow): void {
  addSums(sum, row)
  readHistogram(row.first_token_hists, sum.firstTokens)
  readHistogram(row.total_hists, sum.durations)
}

/** Adds a tally to a tally. */
export function addTally(sum: Tally, more: Tally): void {
  addSums(sum, more)
  mergeInto(sum.firstTokens, more.firstTokens)
  mergeInto(sum.durations, more.durations)
}

function addSums(sum: Sums, more: Sums): void {
  for (const column of COUNTS) sum[column] += more[column]
  for (const column of AMOUNTS) sum[column] += more[column]
}

/** What a tally comes to, once its percentiles are taken. */
export function toTotals(tally: Tally): UsageTotals {
  return {
    requests: tally.requests,
    attempts: tally.attempts,
    switched: tally.switched,
    succeeded: tally.succeeded,
    failed: tally.failed,
    cancelled: tally.cancelled,
    input: tally.input,
    cacheRead: tally.cache_read,
    cacheWrite: tally.cache_write,
    output: tally.output,
    reasoning: tally.reasoning,
    media: tally.media,
    costNanos: tally.cost_nanos,
    upstreamCostNanos: tally.upstream_cost_nanos,
    firstTokenP50: percentile(tally.firstTokens, 0.5),
    firstTokenP95: percentile(tally.firstTokens, 0.95),
    totalP50: percentile(tally.durations, 0.5),
    totalP95: percentile(tally.durations, 0.95),
  }
}
