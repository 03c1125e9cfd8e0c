import type { UsageTotals } from '../store/tally.ts'
import type { UsageGroup } from '../store/usage-breakdown.ts'
import type { UsageErrorGroup } from '../store/usage-errors.ts'
import type { UsageHeatmap } from '../store/usage-heatmap.ts'
import type { UsagePoint, UsageSeries } from '../store/usage-series.ts'
import type { BreakdownRow, Dimension, ErrorGroup, Heatmap, Series, SeriesPoint, Totals } from '../contract/usage.ts'
import { type Bucket, EVEN_MS } from '../core/buckets.ts'
import { retold } from '../core/errors.ts'
import { formatUsd } from '../core/money.ts'
import { DAY_MS, HOUR_MS, iso } from '../core/time.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { invalid } from './errors.ts'
import { everybody, type Filters, filterOf, ownScope, requireDimension, type Scope } from './scope.ts'

type UsageHandlers = Pick<
  Handlers,
  | 'usageSummary'
  | 'usageSeries'
  | 'usageBreakdown'
  | 'usageHeatmap'
  | 'usageErrors'
  | 'adminUsageSummary'
  | 'adminUsageSeries'
  | 'adminUsageBreakdown'
  | 'adminUsageHeatmap'
  | 'adminUsageErrors'
>

/** Figures of the own traffic, and of everybody's for administrators. */
export function usageHandlers(deps: Deps): UsageHandlers {
  const read = readers(deps)
  return {
    usageSummary: (call) => read.summary(call.query, ownScope(call, deps)),
    usageSeries: (call) => read.series(call.query, ownScope(call, deps)),
    usageBreakdown: (call) => read.breakdown(call.query, ownScope(call, deps)),
    usageHeatmap: (call) => read.heatmap(call.query, ownScope(call, deps)),
    usageErrors: (call) => read.errors(call.query, ownScope(call, deps)),
    adminUsageSummary: (call) => read.summary(call.query, everybody(call)),
    adminUsageSeries: (call) => read.series(call.query, everybody(call)),
    adminUsageBreakdown: (call) => read.breakdown(call.query, everybody(call)),
    adminUsageHeatmap: (call) => read.heatmap(call.query, everybody(call)),
    adminUsageErrors: (call) => read.errors(call.query, everybody(call)),
  }
}

type SeriesQuery = Filters & { by: Dimension; bucket?: Bucket | undefined }
type BreakdownQuery = Filters & { by: Dimension }

function readers({ store }: Deps) {
  return {
    summary: async (query: Filters, scope: Scope) => {
      const { current, previous } = await store.usage.summary(filterOf(query, scope))
      return { current: totalsOf(current, scope), previous: totalsOf(previous, scope) }
    },
    series: async (query: SeriesQuery, scope: Scope): Promise<Series> => {
      requireDimension(query.by, scope)
      const filter = filterOf(query, scope)
      requireFewBuckets(filter.to - filter.from, query.bucket)
      const { by, bucket, tz: zone } = query
      return seriesOf(await store.usage.series({ ...filter, by, zone, bucket }), scope)
    },
    breakdown: async (query: BreakdownQuery, scope: Scope): Promise<{ items: BreakdownRow[]; next: null }> => {
      requireDimension(query.by, scope)
      const groups = await store.usage.breakdown({ ...filterOf(query, scope), by: query.by })
      // Of a hedge that lost, its provider was paid: which is the operator's to know.
      const shown = scope.userId === null ? groups : groups.filter(({ current }) => current.requests > 0)
      return { items: shown.map((group) => groupOf(group, scope)), next: null }
    },
    heatmap: async (query: Filters, scope: Scope) =>
      heatmapOf(await store.usage.heatmap({ ...filterOf(query, scope), zone: query.tz })),
    errors: async (query: Filters, scope: Scope) => {
      const groups = await store.usage.errors(filterOf(query, scope))
      return { items: groups.map((group) => errorOf(group, scope)), next: null }
    },
  }
}

const MAX_BUCKETS = 2000
/** Finer than hours rows are read, not sums. */
const MAX_FINE_BUCKETS = 400
const BUCKET_MS: Readonly<Partial<Record<Bucket, number>>> = { ...EVEN_MS, day: DAY_MS }
const MONTH_MS = 28 * DAY_MS

/** No chart shows more points than these, and a year of hours for every model would only cost memory. */
function requireFewBuckets(periodMs: number, bucket: Bucket | undefined): void {
  // Left to choose, the store takes months for every period long enough to matter here.
  const ms = BUCKET_MS[bucket ?? 'month'] ?? MONTH_MS
  if (periodMs / ms <= (ms < HOUR_MS ? MAX_FINE_BUCKETS : MAX_BUCKETS)) return
  throw invalid({ bucket: { zh: '粒度对这段时间来说过细', en: 'The granularity is too fine for this period' } })
}

function totalsOf(row: UsageTotals, scope: Scope): Totals {
  return {
    requests: row.requests,
    attempts: row.attempts,
    switched: row.switched,
    succeeded: row.succeeded,
    failed: row.failed,
    cancelled: row.cancelled,
    input: row.input,
    cache_read: row.cacheRead,
    cache_write: row.cacheWrite,
    output: row.output,
    reasoning: row.reasoning,
    media: row.media,
    cost: formatUsd(row.costNanos),
    first_token_p50: row.firstTokenP50,
    first_token_p95: row.firstTokenP95,
    total_p50: row.totalP50,
    total_p95: row.totalP95,
    upstream_cost: upstreamCostOf(row, scope),
  }
}

function upstreamCostOf(row: Pick<UsageTotals, 'upstreamCostNanos'>, { userId }: Scope): string | null {
  return userId === null ? formatUsd(row.upstreamCostNanos) : null
}

function pointOf(point: UsagePoint, scope: Scope): SeriesPoint {
  return {
    at: iso(point.at),
    requests: point.requests,
    attempts: point.attempts,
    switched: point.switched,
    failed: point.failed,
    tokens: point.tokens,
    input: point.input,
    cache_read: point.cacheRead,
    cache_write: point.cacheWrite,
    output: point.output,
    media: point.media,
    cost: formatUsd(point.costNanos),
    upstream_cost: upstreamCostOf(point, scope),
    first_token_p50: point.firstTokenP50,
    first_token_p95: point.firstTokenP95,
    total_p50: point.totalP50,
    total_p95: point.totalP95,
  }
}

function seriesOf(series: UsageSeries, scope: Scope): Series {
  const shown = (points: readonly UsagePoint[]) => points.map((point) => pointOf(point, scope))
  return {
    bucket: series.bucket,
    buckets: series.buckets.map(iso),
    series: series.series.map(({ id, name, points }) => ({ id, name, points: shown(points) })),
    total: series.total.map((point) => ({
      ...pointOf(point, scope),
      first_token_p99: point.firstTokenP99,
      total_p99: point.totalP99,
    })),
  }
}

function groupOf(group: UsageGroup, scope: Scope): BreakdownRow {
  return {
    id: group.id,
    name: group.name,
    current: totalsOf(group.current, scope),
    previous_cost: formatUsd(group.previousCostNanos),
  }
}

function heatmapOf(heatmap: UsageHeatmap): Heatmap {
  return {
    days: heatmap.days.map(({ date, requests, costNanos }) => ({ date, requests, cost: formatUsd(costNanos) })),
    hours: heatmap.hours,
    current_streak: heatmap.currentStreak,
    longest_streak: heatmap.longestStreak,
    active_days: heatmap.activeDays,
  }
}

function errorOf(group: UsageErrorGroup, { locale, tellsProvider }: Scope): ErrorGroup {
  return {
    http_status: group.httpStatus,
    error: group.errorClass,
    message: retold(group.errorClass, group.message, locale),
    count: group.count,
    top_model: group.topModel,
    top_provider: tellsProvider ? group.topProvider : null,
    last_at: iso(group.lastAt),
    sample_id: group.sampleId,
  }
}
