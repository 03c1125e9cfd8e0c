import type { ProtocolId } from '../core/protocol.ts'
import type { ServiceTier } from '../core/service-tier.ts'
import type { AttemptRecord, RequestEnd, RequestStatus } from '../core/records.ts'
import type { UsageSource } from '../core/usage.ts'

/** 0 or 1. */
type Flag = number
/** Epoch milliseconds, UTC. */
type Time = number

/** `Usage` in columns; `used_requests` are the pieces that are priced by the request. */
export type UsageColumns = {
  input: number
  cache_read: number
  cache_write_5m: number
  cache_write_1h: number
  output: number
  reasoning: number
  audio_in: number
  audio_out: number
  image_in: number
  image_out: number
  used_requests: number
  searches: number
}

/** Written once, when the request has settled. No foreign keys: settling must not fail because somebody deleted something. */
export type RequestRow = UsageColumns & {
  id: string
  at: Time
  user_id: string
  key_id: string
  client: string
  ip: string
  protocol_in: ProtocolId
  protocol_out: ProtocolId
  model_asked: string
  model: string | null
  model_answered: string | null
  stream: Flag
  status: RequestStatus
  ended_as: RequestEnd
  http_status: number
  error_class: string | null
  error_message: string | null
  provider_id: string | null
  endpoint_id: string | null
  credential_id: string | null
  queue_ms: number
  headers_ms: number | null
  first_token_ms: number | null
  total_ms: number
  usage_source: UsageSource
  usage_raw: string | null
  cost_nanos: bigint
  upstream_cost_nanos: bigint
  price_version: string | null
  service_tier: ServiceTier | null
  multiplier_micros: bigint
  attempts_made: number
}

/** A candidate that was asked, or skipped for a `reason`; times are milliseconds since the request arrived. */
export type AttemptRow = UsageColumns & {
  request_id: string
  n: number
  provider_id: string
  provider_name: string
  endpoint_id: string
  credential_id: string
  credential_last4: string
  decision: AttemptRecord['decision']
  reason: AttemptRecord['reason']
  /** `Hindrance` in JSON. */
  hindrance: string | null
  started_ms: number
  headers_ms: number | null
  first_token_ms: number | null
  ended_ms: number
  http_status: number | null
  error_class: string | null
  retryable: Flag
  upstream_cost_nanos: bigint
}

/** Sums of a UTC hour. The key is everything up to `credential_id`; what a request lacks is the empty string there. */
export type RollupHourRow = {
  bucket: Time
  user_id: string
  key_id: string
  model: string
  provider_id: string
  client: string
  /** Empty in the sums of all. */
  protocol: ProtocolId | ''
  status: RequestStatus
  http_status: number
  endpoint_id: string
  credential_id: string
  requests: number
  /** How often upstreams were asked, and the requests for which more than one was. */
  attempts: number
  switched: number
  input: number
  cache_read: number
  cache_write: number
  output: number
  reasoning: number
  /** Tokens of sound and pictures, read and written. */
  media: number
  cost_nanos: bigint
  upstream_cost_nanos: bigint
  /** Histograms as `core/histogram.ts` writes them. */
  first_token_hist: string
  total_hist: string
}

/**
 * Sums of `HEALTH_TICK_MS`. A row of a provider counts what it was asked, also where another one answered in the end; rows
 * whose provider is the empty string count requests as their callers saw them.
 */
export type HealthTickRow = {
  bucket: Time
  provider_id: string
  model: string
  /** What the caller spoke. */
  protocol: ProtocolId
  answered: number
  failed: number
  /** Of those that failed, the ones that were told to slow down. */
  limited: number
  /** Of those that failed, the ones after which another provider was asked. */
  passed_on: number
  /** Tokens written, and the time that took: their quotient is the speed. */
  output: number
  writing_ms: number
  first_token_hist: string
}

/** Sums of `HEALTH_TICK_MS` of one way: an endpoint of a provider, asked with one of its credentials. */
export type WayTickRow = {
  bucket: Time
  provider_id: string
  endpoint_id: string
  credential_id: string
  /** The class of a failure, the same as an attempt's, for all that were told to slow down `http_429`; empty where it was answered. */
  outcome: string
  attempts: number
  first_token_hist: string
}

/** When a key was last used from an address: the start of a UTC hour. */
export type KeyAddressRow = { key_id: string; ip: string; at: Time }

/** What an upstream billed for a day (`2026-11-20`) or a month (`2026-11`); without a model it is the empty string. */
type UpstreamBillRow = { provider_id: string; day: string; model: string; amount_nanos: bigint }

/** What settling writes, and what upstreams billed for it. */
export type RequestTables = {
  request: RequestRow
  attempt: AttemptRow
  rollup_hour: RollupHourRow
  rollup_day: RollupHourRow
  rollup_month: RollupHourRow
  rollup_hour_all: RollupHourRow
  rollup_day_all: RollupHourRow
  upstream_bill: UpstreamBillRow
  health_tick: HealthTickRow
  way_tick: WayTickRow
  key_address: KeyAddressRow
}
