import type { PaidDay } from '../core/balance-forecast.ts'
import type { Clock } from '../core/time.ts'
import type { ClientUse } from './client-use.ts'
import type { Database } from './database.ts'
import type { UsageGroup } from './usage-breakdown.ts'
import type { Cohort } from './usage-cohorts.ts'
import type { UsageComposition } from './usage-composition.ts'
import type { UsageErrorGroup } from './usage-errors.ts'
import type { UsageFilter } from './usage-filter.ts'
import type { UsageHeatmap } from './usage-heatmap.ts'
import type { SubjectKind, SubjectSpans } from './usage-days.ts'
import type { SeriesQuery, UsageSeries } from './usage-series.ts'
import type { UsageSummary } from './usage-summary.ts'
import type { StatementLine, StatementQuery } from './statement.ts'
import type { Dimension } from '../contract/usage.ts'
import type { Span } from './zone.ts'

/**
 * Read from the sums of days and hours, and within an hour from rows as long as these are kept. What is no summary, series or breakdown
 * knows no less than hours: its period is widened to whole UTC ones. Errors are read from rows alone.
 */
export type UsageStore = {
  /** The period, and the equally long one before it. */
  summary(filter: UsageFilter): Promise<UsageSummary>
  series(query: SeriesQuery): Promise<UsageSeries>
  /** Costliest first. */
  breakdown(filter: UsageFilter & { by: Dimension }): Promise<UsageGroup[]>
  heatmap(filter: UsageFilter & { zone: string }): Promise<UsageHeatmap>
  /** What was charged, and for what. */
  composition(filter: UsageFilter): Promise<UsageComposition>
  /** Most frequent first. */
  errors(filter: UsageFilter): Promise<UsageErrorGroup[]>
  /** The same figures in several spans, for each subject. */
  ofSpans(spans: readonly Span[], by: readonly SubjectKind[]): Promise<SubjectSpans[]>
  /** What each user had of each model: by month, then the costliest first. */
  statement(query: StatementQuery): Promise<StatementLine[]>
  /** What was paid with each credential on each UTC day from the one of a time to today; days of nothing are not there. */
  paidSince(from: number): Promise<PaidDay[]>
  /** How many users used each client, the most first. */
  clients(filter: UsageFilter): Promise<ClientUse[]>
  /** Who came, stayed and left in each of the periods but the first, which the second is held against. */
  cohorts(spans: readonly Span[]): Promise<Cohort[]>
}

/** Asks for everything as reports; the clock says which days have come yet. */
export function usageIn({ report }: Database, clock: Clock): UsageStore {
  return {
    summary: (filter) => report('summary', filter),
    series: (query) => report('series', query),
    breakdown: (query) => report('breakdown', query),
    heatmap: (query) => report('heatmap', { ...query, now: clock.now() }),
    composition: (filter) => report('composition', filter),
    errors: (filter) => report('errors', filter),
    ofSpans: (spans, by) => report('usageOfSpans', { spans, by }),
    statement: (query) => report('statement', query),
    paidSince: (from) => report('paidDays', { from, to: clock.now() }),
    clients: (filter) => report('clientUse', filter),
    cohorts: (spans) => report('cohorts', spans),
  }
}
