import { z } from 'zod'
import { BUCKETS } from '../core/buckets.ts'
import { REQUEST_ENDS, REQUEST_STATUSES } from '../core/records.ts'
import { billLine } from './bill-line.ts'
import { count, exported, factor, listOf, load, manyOf, named, page, pageOf, serviceTier, time, usd } from './common.ts'
import { endpoint } from './endpoint.ts'
import { EXPORT_COLUMNS } from './export-columns.ts'
import { protocolId } from './protocol-id.ts'
import { filters, floors, kinds, q } from './usage-filters.ts'

/** What figures can be grouped by; `user`, `endpoint` and `credential` only under /api/admin, `provider` also where the setting `relay.tell_provider` is on. */
export const DIMENSIONS = ['model', 'key', 'provider', 'client', 'status', 'user', 'endpoint', 'credential'] as const
export type Dimension = (typeof DIMENSIONS)[number]

const figures = {
  requests: count,
  /** How often upstreams were asked; 0 in sums that were made before this was counted. */
  attempts: count,
  /** Requests for which more than one upstream was asked. */
  switched: count,
  failed: count,
  input: count,
  cache_read: count,
  cache_write: count,
  output: count,
  /** Tokens of sound and pictures, read and made. */
  media: count,
  cost: usd,
  /** Only under /api/admin: what the upstreams charge. */
  upstream_cost: usd.nullable(),
  first_token_p50: z.number().nullable(),
  first_token_p95: z.number().nullable(),
  total_p50: z.number().nullable(),
  total_p95: z.number().nullable(),
}

/** Sums and percentiles over a set of requests. Latencies in milliseconds, null when nothing was measured. */
const totals = z.strictObject({ ...figures, succeeded: count, cancelled: count, reasoning: count })
export type Totals = z.infer<typeof totals>

const summary = z.strictObject({ current: totals, previous: totals })
/** `tokens` is everything read and written: `input`, both of the cache, `output` and `media`. */
const bucketPoint = z.strictObject({ at: time, ...figures, tokens: count })
/** The figures of one bucket. */
export type SeriesPoint = z.infer<typeof bucketPoint>
const series = z.strictObject({
  bucket: z.enum(BUCKETS),
  /** Starts of the buckets, in order; every series has one point for each. */
  buckets: z.array(time),
  /** Ranked by cost; the seventh and later are one series whose `id` is null. */
  series: z.array(z.strictObject({ id: z.string().nullable(), name: z.string(), points: z.array(bucketPoint) })),
  /** All series together, of which the slowest hundredth is told too. */
  total: z.array(
    z.strictObject({
      ...bucketPoint.shape,
      first_token_p99: z.number().nullable(),
      total_p99: z.number().nullable(),
    }),
  ),
})
/** Figures over time; a bucket without requests is there too, and is zero. */
export type Series = z.infer<typeof series>

/** Values a breakdown names at most. Enough for every table a person reads; clients and models asked for are the callers' words. */
export const MOST_GROUPS = 1000

const breakdown = listOf(z.strictObject({ id: z.string(), name: z.string(), current: totals, previous_cost: usd }))
/** One value of a dimension; `previous_cost` is that of the equally long period before. */
export type BreakdownRow = z.infer<typeof breakdown>['items'][number]

const heatmap = z.strictObject({
  days: z.array(z.strictObject({ date: z.iso.date(), requests: count, cost: usd })),
  /** Requests by weekday (0 is Monday) and hour in the zone asked for. */
  hours: z.array(z.array(count).length(24)).length(7),
  current_streak: count,
  longest_streak: count,
  active_days: count,
})
/** `days` is the year that ends with the period, `hours` is of the period alone; a streak is days in a row with requests. */
export type Heatmap = z.infer<typeof heatmap>

const errorGroups = listOf(
  z.strictObject({
    http_status: z.int(),
    error: z.string(),
    message: z.string().nullable(),
    count,
    top_model: z.string().nullable(),
    top_provider: named.nullable(),
    last_at: time,
    sample_id: z.string(),
  }),
)
/** Failures of one status and class: message and sample are of the newest, `top_model` and `top_provider` failed most; null where none was named or asked, a provider also where users are not told of it. */
export type ErrorGroup = z.infer<typeof errorGroups>['items'][number]

const requestUsage = z.strictObject({
  input: count,
  cache_read: count,
  cache_write_5m: count,
  cache_write_1h: count,
  output: count,
  reasoning: count,
  audio_in: count,
  audio_out: count,
  image_in: count,
  image_out: count,
  searches: count,
})

const requestFields = {
  id: z.string(),
  at: time,
  status: z.enum(REQUEST_STATUSES),
  end: z.enum(REQUEST_ENDS),
  http_status: z.int(),
  error: z.strictObject({ class: z.string(), message: z.string().nullable() }).nullable(),
  key: named,
  /** Only under /api/admin. */
  user: named.nullable(),
  /** For users only where the setting `relay.tell_provider` is on. */
  provider: named.nullable(),
  client: z.string(),
  ip: z.string(),
  protocol: protocolId,
  stream: z.boolean(),
  model: z.string().nullable(),
  model_asked: z.string(),
  usage: requestUsage,
  usage_source: z.enum(['upstream', 'clamped', 'drained', 'partial', 'estimated', 'none']),
  cost: usd,
  upstream_cost: usd.nullable(),
  first_token_ms: z.number().nullable(),
  total_ms: z.number(),
  tokens_per_second: z.number().nullable(),
  /** How many upstreams were asked. */
  attempts_made: count,
}

const requestRow = z.strictObject(requestFields)
/** A request as lists show it: durations in milliseconds, null where nothing was measured, and money in USD. */
export type RequestRow = z.infer<typeof requestRow>

/** The names of the events of a live feed: a request that has begun or ended, and that some were not told. */
const LIVE_EVENTS = ['request', 'missed'] as const
export type LiveEvent = (typeof LIVE_EVENTS)[number]

const attempt = z.strictObject({
  n: count,
  provider: z.string(),
  protocol: protocolId,
  /** What the credential is called today; null where it is gone, and for users. */
  credential: z.string().nullable(),
  credential_last4: z.string().nullable(),
  decision: z.enum(['chosen', 'skipped']),
  reason: z.string().nullable(),
  /** Why it was skipped in numbers, for administrators: how long it still rested, or what was full. */
  left_ms: z.number().nullable(),
  /** The name whose 429 it rested for at its upstream, where that is another one with the same limit. */
  limited_by: z.string().nullable(),
  full: load.nullable(),
  started_ms: z.number(),
  headers_ms: z.number().nullable(),
  first_token_ms: z.number().nullable(),
  ended_ms: z.number(),
  http_status: z.int().nullable(),
  error: z.string().nullable(),
  /** Whether another could be asked after it failed. */
  retryable: z.boolean(),
  upstream_cost: usd.nullable(),
})

const requestDetail = z.strictObject({
  ...requestFields,
  bill: z.array(billLine),
  /** The sum of the lines before the multiplier and the rounding. */
  subtotal: usd,
  multiplier: factor,
  /** The input tokens of the tier that applied; null on the base price. */
  tier_above: count.nullable(),
  /** Only under /api/admin: by which of the model's prices it was charged, as `adminListPrices` has it; null where it had none. */
  price_version: z.string().nullable(),
  /** The service tier that was used; `priced` is false where the price names none, so that the standard one held. Absent: standard. */
  service_tier: z.strictObject({ tier: serviceTier, priced: z.boolean() }).optional(),
  /** What the upstream called the model that answered; null where it did not say, and for users. */
  model_answered: z.string().nullable(),
  attempts: z.array(attempt),
})
/** A request with how its cost came about, and every upstream that was asked or passed over, in order. */
export type RequestDetail = z.infer<typeof requestDetail>

/** The calls that take requests out, at once or as they come. */
function outEndpoints<const Base extends '/api/usage' | '/api/admin/usage'>(base: Base, who: 'user' | 'admin') {
  return {
    export: endpoint({
      method: 'GET',
      path: `${base}/export`,
      who,
      summary: 'Requests as a file, newest first: CSV for spreadsheets, or JSON.',
      query: z.strictObject({ ...filters, ...floors, q, ...exported, column: manyOf(EXPORT_COLUMNS).optional() }),
      answer: z.string(),
      file: true,
    }),
    live: endpoint({
      method: 'GET',
      path: `${base}/live`,
      who,
      summary:
        'Requests as server-sent events while they begin and end; of one that runs, how it ends is not told yet.',
      query: z.strictObject({ ...kinds, ...floors, q }),
      answer: requestRow,
      stream: true,
    }),
  } as const
}

/** The analytics calls exist twice: for the own traffic, and under /api/admin for everybody's. */
function usageEndpoints<const Base extends '/api/usage' | '/api/admin/usage'>(base: Base, who: 'user' | 'admin') {
  return {
    summary: endpoint({
      method: 'GET',
      path: `${base}/summary`,
      who,
      summary: 'Totals of a period and of the equally long one before it.',
      query: z.strictObject(filters),
      answer: summary,
    }),
    series: endpoint({
      method: 'GET',
      path: `${base}/series`,
      who,
      summary: 'Figures over time, grouped by a dimension.',
      query: z.strictObject({
        ...filters,
        by: z.enum(DIMENSIONS).default('model'),
        bucket: z.enum(BUCKETS).optional(),
      }),
      answer: series,
    }),
    breakdown: endpoint({
      method: 'GET',
      path: `${base}/breakdown`,
      who,
      summary: 'Totals for each value of a dimension, costliest first, a thousand at most.',
      query: z.strictObject({ ...filters, by: z.enum(DIMENSIONS).default('model') }),
      answer: breakdown,
    }),
    heatmap: endpoint({
      method: 'GET',
      path: `${base}/heatmap`,
      who,
      summary: 'A year of days, and weekday by hour over the period.',
      query: z.strictObject(filters),
      answer: heatmap,
    }),
    errors: endpoint({
      method: 'GET',
      path: `${base}/errors`,
      who,
      summary: 'Failures grouped by status and class, most frequent first.',
      query: z.strictObject(filters),
      answer: errorGroups,
    }),
    requests: endpoint({
      method: 'GET',
      path: `${base}/requests`,
      who,
      summary: 'Requests, newest first, paged by key.',
      query: z.strictObject({ ...filters, ...floors, q, ...page }),
      answer: pageOf(requestRow),
    }),
    request: endpoint({
      method: 'GET',
      path: `${base}/requests/{id}`,
      who,
      summary: 'One request with its bill and its attempts.',
      answer: requestDetail,
    }),
    ...outEndpoints(base, who),
  } as const
}

/** The analytics of the own traffic, and of everybody's. */
export const usage = usageEndpoints('/api/usage', 'user')
export const adminUsage = usageEndpoints('/api/admin/usage', 'admin')
