import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { cells } from './cells.ts'
import { FIGURES, periodBefore, toTally, toTotals, type UsageTotals } from './tally.ts'
import { breakdown, type UsageGroup } from './usage-breakdown.ts'
import { type Cohort, cohorts } from './usage-cohorts.ts'
import { errors, type UsageErrorGroup } from './usage-errors.ts'
import type { UsageFilter } from './usage-filter.ts'
import { heatmap, type UsageHeatmap } from './usage-heatmap.ts'
import { type SubjectKind, type SubjectSpans, usageOfSpans } from './usage-days.ts'
import { series, type SeriesQuery, type UsageSeries } from './usage-series.ts'
import type { Dimension } from '../contract/usage.ts'
import type { Span } from './zone.ts'

export type { UsageTotals } from './tally.ts'
export type { UsageGroup } from './usage-breakdown.ts'
export type { UsageErrorGroup } from './usage-errors.ts'
export type { UsageFilter } from './usage-filter.ts'
export type { UsageHeatmap } from './usage-heatmap.ts'
export type { Bucket } from './zone.ts'
export type { SeriesQuery, UsagePoint, UsageSeries } from './usage-series.ts'

/** Everything but `errors` is read from the sums of days and hours, so a period is widened to whole UTC hours. */
export type UsageStore = {
  /** The period, and the equally long one before it. */
  summary(filter: UsageFilter): Promise<{ current: UsageTotals; previous: UsageTotals }>
  series(query: SeriesQuery): Promise<UsageSeries>
  /** Costliest first. */
  breakdown(filter: UsageFilter & { by: Dimension }): Promise<UsageGroup[]>
  heatmap(filter: UsageFilter & { zone: string }): Promise<UsageHeatmap>
  /** Most frequent first. */
  errors(filter: UsageFilter): Promise<UsageErrorGroup[]>
  /** The same figures in several spans, for each subject. */
  ofSpans(spans: readonly Span[], by: readonly SubjectKind[]): Promise<SubjectSpans[]>
  /** Who came, stayed and left in each of the periods but the first, which the second is held against. */
  cohorts(spans: readonly Span[]): Promise<Cohort[]>
}

export function usageIn(db: Database, clock: Clock): UsageStore {
  const totals = async (filter: UsageFilter) =>
    toTotals(
      toTally(
        await cells(db.reports, filter, { told: ['status'] })
          .select(FIGURES)
          .executeTakeFirstOrThrow(),
      ),
    )
  return {
    summary: async (filter) => ({ current: await totals(filter), previous: await totals(periodBefore(filter)) }),
    series: (query) => series(db.reports, query),
    breakdown: (query) => breakdown(db.reports, query),
    heatmap: (query) => heatmap(db.reports, query, clock.now()),
    errors: (filter) => errors(db.reports, filter),
    ofSpans: (spans, by) => usageOfSpans(db.reports, spans, by),
    cohorts: (spans) => cohorts(db.reports, spans),
  }
}
