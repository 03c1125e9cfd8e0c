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
  costNanos: Nanos
  upstreamCostNanos: Nanos
  firstTokenP50: number | null
  firstTokenP95: number | null
  totalP50: number | null
  totalP95: number | null
}

/** What figures are made of. */
export const OF_FIGURES = [
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
  'cost_nanos',
  'upstream_cost_nanos',
  'first_token_hist',
  'answered_hist',
] as const satisfies readonly SumColumn[]

/** What is summed of the cells of a group, which have `OF_FIGURES`; histograms come joined, and are added up where they are read. */
export const FIGURES = [
  sql<number>`coalesce(sum(requests), 0)`.as('requests'),
  sql<number>`coalesce(sum(attempts), 0)`.as('attempts'),
  sql<number>`coalesce(sum(switched), 0)`.as('switched'),
  sql<number>`coalesce(sum(succeeded), 0)`.as('succeeded'),
  sql<number>`coalesce(sum(failed), 0)`.as('failed'),
  sql<number>`coalesce(sum(cancelled), 0)`.as('cancelled'),
  sql<number>`coalesce(sum(input), 0)`.as('input'),
  sql<number>`coalesce(sum(cache_read), 0)`.as('cache_read'),
  sql<number>`coalesce(sum(cache_write), 0)`.as('cache_write'),
  sql<number>`coalesce(sum(output), 0)`.as('output'),
  sql<number>`coalesce(sum(reasoning), 0)`.as('reasoning'),
  sql<bigint>`coalesce(sum(cost_nanos), 0)`.as('cost_nanos'),
  sql<bigint>`coalesce(sum(upstream_cost_nanos), 0)`.as('upstream_cost_nanos'),
  sql<string>`coalesce(string_agg(first_token_hist, ','), '')`.as('first_token_hists'),
  sql<string>`coalesce(string_agg(answered_hist, ','), '')`.as('total_hists'),
] as const

/** The equally long period before. */
export function periodBefore<F extends UsageFilter>(filter: F): F {
  return { ...filter, from: 2 * filter.from - filter.to, to: filter.from }
}

/** A row of `FIGURES`. */
export type FiguresRow = {
  requests: number
  attempts: number
  switched: number
  succeeded: number
  failed: number
  cancelled: number
  input: number
  cache_read: number
  cache_write: number
  output: number
  reasoning: number
  cost_nanos: bigint
  upstream_cost_nanos: bigint
  first_token_hists: string
  total_hists: string
}

type Sums = Omit<FiguresRow, 'first_token_hists' | 'total_hists'>

/** Figures that can still be added to: percentiles are only taken at the end. */
export type Tally = Sums & { firstTokens: Histogram; durations: Histogram }

/** A tally of nothing, to be added to. */
export function emptyTally(): Tally {
  return {
    requests: 0,
    attempts: 0,
    switched: 0,
    succeeded: 0,
    failed: 0,
    cancelled: 0,
    input: 0,
    cache_read: 0,
    cache_write: 0,
    output: 0,
    reasoning: 0,
    cost_nanos: 0n,
    upstream_cost_nanos: 0n,
    firstTokens: new Map(),
    durations: new Map(),
  }
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
  sum.requests += more.requests
  sum.attempts += more.attempts
  sum.switched += more.switched
  sum.succeeded += more.succeeded
  sum.failed += more.failed
  sum.cancelled += more.cancelled
  sum.input += more.input
  sum.cache_read += more.cache_read
  sum.cache_write += more.cache_write
  sum.output += more.output
  sum.reasoning += more.reasoning
  sum.cost_nanos += more.cost_nanos
  sum.upstream_cost_nanos += more.upstream_cost_nanos
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
    costNanos: tally.cost_nanos,
    upstreamCostNanos: tally.upstream_cost_nanos,
    firstTokenP50: percentile(tally.firstTokens, 0.5),
    firstTokenP95: percentile(tally.firstTokens, 0.95),
    totalP50: percentile(tally.durations, 0.5),
    totalP95: percentile(tally.durations, 0.95),
  }
}
