import type { MODEL_KINDS } from '../contract/models.ts'
import type { Dialect, ProtocolId } from '../core/protocol.ts'
import type { AttemptRecord, RequestEnd, RequestStatus } from '../core/records.ts'
import type { UsageSource } from '../core/usage.ts'

/** JSON as text; whoever reads it parses it. */
type Json = string
/** 0 or 1. */
type Flag = number
/** Epoch milliseconds, UTC. */
type Time = number

export type ProviderStatus = 'active' | 'draining' | 'disabled'
export type CredentialStatus = 'active' | 'cooling' | 'invalid' | 'exhausted' | 'disabled'
export type RevokeReason = 'logout' | 'rotated' | 'reuse' | 'admin' | 'password'

export type UserRow = {
  id: string
  email: string
  /** The e-mail in lower case: what is unique and looked up by. */
  email_key: string
  name: string
  role: 'admin' | 'user'
  status: 'active' | 'disabled'
  password_hash: string
  must_change_password: Flag
  locale: 'zh-CN' | 'en' | null
  timezone: string | null
  billing: 'prepaid' | 'unlimited'
  note: string
  preferences: Json
  created_at: Time
  last_login_at: Time | null
}

export type SessionRow = {
  id: string
  family: string
  user_id: string
  access_hash: string
  refresh_hash: string
  user_agent: string
  ip: string
  created_at: Time
  last_seen_at: Time
  access_expires_at: Time
  refresh_expires_at: Time
  revoked_at: Time | null
  revoke_reason: RevokeReason | null
}

export type ApiKeyRow = {
  id: string
  user_id: string
  name: string
  note: string
  hash: string
  prefix: string
  last4: string
  status: 'active' | 'disabled' | 'revoked'
  expires_at: Time | null
  allow_models: Json | null
  allow_ips: Json | null
  created_at: Time
  last_used_at: Time | null
  last_used_ip: string | null
  last_used_client: string | null
}

export type ProviderRow = {
  id: string
  slug: string
  name: string
  preset: string
  /** A deleted provider keeps its row, so that old requests keep its name. */
  status: ProviderStatus | 'deleted'
  priority: number
  weight: number
  multiplier_micros: bigint
  allow_private: Flag
  note: string
  version: number
  created_at: Time
}

export type EndpointRow = { id: string; provider_id: string; dialect: Dialect; base_url: string; capabilities: Json }

export type CredentialRow = {
  id: string
  provider_id: string
  name: string
  secret_sealed: string
  last4: string
  status: CredentialStatus
  reason: string | null
  priority: number
  weight: number
  last_used_at: Time | null
}

export type RouteRow = { id: string; provider_id: string; model_id: string; upstream_name: string; enabled: Flag }

export type ModelRow = {
  id: string
  display_name: string
  vendor: string
  kind: (typeof MODEL_KINDS)[number]
  context: number | null
  max_output: number | null
  abilities: Json
  enabled: Flag
  /** The price of now; versions themselves outlive their model. */
  price_version: string | null
  created_at: Time
}

/** Every name a model answers to, its id among them: one table makes them unique across models. */
type ModelNameRow = { name: string; model_id: string }

type PriceVersionRow = { id: string; model_id: string; effective_from: Time }

/** `above_tokens` 0 is the base price. */
export type PriceRow = { version: string; component: string; above_tokens: number; rate_nanos: bigint }

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
  multiplier_micros: bigint
  attempts_made: number
}

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
  started_ms: number
  headers_ms: number | null
  first_token_ms: number | null
  ended_ms: number
  http_status: number | null
  error_class: string | null
  retryable: Flag
  upstream_cost_nanos: bigint
}

/** Sums of a UTC hour. The key is everything up to `http_status`; what a request lacks is the empty string there. */
export type RollupHourRow = {
  bucket: Time
  user_id: string
  key_id: string
  model: string
  provider_id: string
  client: string
  protocol: ProtocolId
  status: RequestStatus
  http_status: number
  requests: number
  input: number
  cache_read: number
  cache_write: number
  output: number
  reasoning: number
  cost_nanos: bigint
  upstream_cost_nanos: bigint
  /** Histograms as `core/histogram.ts` writes them. */
  first_token_hist: string
  total_hist: string
}

/** How far the rows have got with the journal of a node. */
type JournalPositionRow = { node: string; segment: number; byte_offset: number }

type SettingRow = { key: string; value: Json; version: number }

type ActivityRow = {
  id: string
  at: Time
  user_id: string
  kind: string
  details: Json
  ip: string
  user_agent: string
}

type AuditRow = {
  id: string
  at: Time
  actor_id: string | null
  action: string
  target_kind: string
  target_id: string | null
  before: Json | null
  after: Json | null
  ip: string
  client: string
  request_id: string
  outcome: 'done' | 'refused'
}

/**
 * Every table. A column that ends in `_nanos` or `_micros` is a bigint, every other integer a number, on both engines
 * (`columns.ts` sees to it).
 */
export type Tables = {
  user: UserRow
  session: SessionRow
  api_key: ApiKeyRow
  provider: ProviderRow
  endpoint: EndpointRow
  credential: CredentialRow
  route: RouteRow
  model: ModelRow
  model_name: ModelNameRow
  price_version: PriceVersionRow
  price: PriceRow
  request: RequestRow
  attempt: AttemptRow
  rollup_hour: RollupHourRow
  journal_position: JournalPositionRow
  setting: SettingRow
  activity: ActivityRow
  audit: AuditRow
}
