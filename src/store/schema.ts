import type { MODEL_KINDS } from '../contract/models.ts'
import type { EntryKind } from '../core/entries.ts'
import type { Limit } from '../core/limits.ts'
import type { PriceSource } from '../core/price.ts'
import type { ServiceTier } from '../core/service-tier.ts'
import type { Strategy } from '../core/routing.ts'
import type {
  ActivityRow,
  AlertRow,
  AuditHeadRow,
  AuditRow,
  AnnouncementReadRow,
  AnnouncementRow,
  ChannelRow,
  JobRow,
  JournalPositionRow,
  NoticeRow,
  SettingRow,
} from './schema-operations.ts'
import type { PinnedRow } from './schema-pinned.ts'
import type { CredentialRow, EndpointRow, ProviderRow, RouteRow } from './schema-providers.ts'
import type { RequestTables } from './schema-requests.ts'
import type { AnsweredChallengeRow, PasskeyRow, RecoveryCodeRow, SessionRow, TotpRow } from './schema-sign-in.ts'

/** JSON as text; whoever reads it parses it. */
type Json = string
/** 0 or 1. */
type Flag = number
/** Epoch milliseconds, UTC. */
type Time = number

/** An account; locale and zone are null until its owner has chosen one. */
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
  group_id: string | null
  /** What the account may use, null where that is everything; of models all but those of `deny_models`. */
  allow_models: Json | null
  deny_models: Json | null
  allow_providers: Json | null
  allow_ips: Json | null
  /** A deleted user keeps the row, disabled, without password, settings or an e-mail to find it by, so that requests and money keep the name. */
  deleted_at: Time | null
  /** Bumped with each change of what administrators see and set, as is that of a key and of a model. */
  version: number
}

/** Users with terms in common; `allow_models` null allows every model. */
export type GroupRow = {
  id: string
  name: string
  multiplier_micros: bigint
  allow_models: Json | null
  note: string
  /** New users join the one group that has this. */
  is_default: Flag
  version: number
  created_at: Time
}

/** A key, whose secret is kept as an HMAC; what it allows is null where it allows all. */
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
  /** Null also where it is not known: what was used before this was kept. */
  last_used_model: string | null
  /** The administrator who made it; null when its owner did. */
  created_by: string | null
  tags: Json
  /** The secret before the present one, and until when it is still accepted. */
  old_hash: string | null
  overlap_until: Time | null
  /** The administrator who disabled it; null when its owner did, or nobody. */
  disabled_by: string | null
  version: number
}

/** A model of the catalogue; `context` and `max_output` are tokens, null where they are not known. */
export type ModelRow = {
  id: string
  display_name: string
  vendor: string
  kind: (typeof MODEL_KINDS)[number]
  context: number | null
  max_output: number | null
  abilities: Json
  enabled: Flag
  /** Null where the gateway's own holds, as with the two times. */
  strategy: Strategy | null
  first_token_ms: number | null
  idle_ms: number | null
  created_at: Time
  /** A price that is set counts as a change. */
  version: number
}

/** Every name a model answers to, its id among them: one table makes them unique across models. */
type ModelNameRow = { name: string; model_id: string }

/**
 * A price of a model from a time on, until the next one's; one without rates takes the price away. Versions outlive their model.
 * `source_name` is the price list it was taken from, with its date; `hours` null: its rates hold at every hour.
 */
export type PriceVersionRow = {
  id: string
  model_id: string
  effective_from: Time
  source: PriceSource
  source_name: string | null
  hours: Json | null
}

/** `above_tokens` 0 is the base price, `service` the empty string the standard tier. */
export type PriceRow = {
  version: string
  service: ServiceTier | ''
  component: string
  above_tokens: number
  rate_nanos: bigint
}

/** Old requests of a model in a span, as far as they had settled at `as_of`, were charged anew by a version. */
export type RepricingRow = {
  id: string
  model_id: string
  from_at: Time
  to_at: Time
  as_of: Time
  version: string
}

/** One for each subject, metric and window; `max_amount` is nano-dollars for cost, else pieces. */
export type LimitRow = {
  id: string
  subject: Limit['subject']
  subject_id: string
  metric: Limit['metric']
  window: Limit['window']
  max_amount: bigint
  mode: Limit['mode']
  action: Limit['action']
}

/** A user left a group, null: they had been in none. */
type GroupMoveRow = { id: string; user_id: string; at: Time; from_group: string | null }

/** `credit_nanos` is the sum of a user's entries, `spent_nanos` of what their requests cost. */
export type AccountRow = { user_id: string; credit_nanos: bigint; spent_nanos: bigint }

/** Never changed or deleted; `amount_nanos` is money in when positive, and `actor_id` null is the server itself. */
export type EntryRow = {
  id: string
  user_id: string
  kind: EntryKind
  amount_nanos: bigint
  actor_id: string | null
  reason: string
  idempotency_key: string
  at: Time
  request_id: string | null
}

/**
 * Every table. A column that ends in `_nanos`, `_micros` or `_amount` is a bigint, every other integer a number, on both engines
 * (`columns.ts` sees to it).
 */
export type Tables = RequestTables & {
  user: UserRow
  session: SessionRow
  totp: TotpRow
  recovery_code: RecoveryCodeRow
  passkey: PasskeyRow
  answered_challenge: AnsweredChallengeRow
  group: GroupRow
  group_move: GroupMoveRow
  api_key: ApiKeyRow
  provider: ProviderRow
  endpoint: EndpointRow
  credential: CredentialRow
  route: RouteRow
  model: ModelRow
  model_name: ModelNameRow
  price_version: PriceVersionRow
  price: PriceRow
  repricing: RepricingRow
  journal_position: JournalPositionRow
  limit: LimitRow
  account: AccountRow
  entry: EntryRow
  pinned: PinnedRow
  setting: SettingRow
  activity: ActivityRow
  announcement: AnnouncementRow
  announcement_read: AnnouncementReadRow
  audit: AuditRow
  audit_head: AuditHeadRow
  channel: ChannelRow
  alert: AlertRow
  job: JobRow
  notice: NoticeRow
}
