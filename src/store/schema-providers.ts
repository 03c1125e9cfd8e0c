import type { BalanceProblem, Currency } from '../core/balance.ts'
import type { BillingType } from '../core/billing-type.ts'
import type { Dialect } from '../core/protocol.ts'
import type { FindingStatus } from '../core/routing.ts'

/** JSON as text; whoever reads it parses it. */
type Json = string
/** 0 or 1. */
type Flag = number
/** Epoch milliseconds, UTC. */
type Time = number

/** Only an active one is given new requests. */
export type ProviderStatus = 'active' | 'draining' | 'disabled'
/** What was found out, or that the operator has switched it off. */
export type CredentialStatus = FindingStatus | 'disabled'

/** An upstream; lower priorities are asked first, and the multiplier is what it charges, in millionths of the list price. */
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
  drain_on_abort: Flag
  /** The proxy's address with what it is told of who asks, sealed; null: none. */
  proxy_sealed: string | null
  /** The proxy's address alone. */
  proxy_shown: string | null
  /** Certificates trusted beside the system's. */
  ca_pem: string | null
  http2: Flag
  billing_type: BillingType
  /** What less than this is left of is told of; null: nothing is. */
  balance_alert_nanos: bigint | null
  note: string
  version: number
  created_at: Time
}

/** Times and the number of requests at once are null where the gateway's own hold. */
export type EndpointRow = {
  id: string
  provider_id: string
  dialect: Dialect
  base_url: string
  capabilities: Json
  connect_ms: number | null
  headers_ms: number | null
  first_token_ms: number | null
  idle_ms: number | null
  total_ms: number | null
  max_concurrency: number | null
}

/** What was told to be left of a credential's account, in billionths of the currency; null where nobody told. */
export type BalanceRow = {
  balance_nanos: bigint | null
  balance_currency: Currency | null
  balance_at: Time | null
  /** Why it was not told when it was asked last, and since when it is not; null: it was. */
  balance_problem: BalanceProblem | null
  balance_failing_since: Time | null
}

/** A secret of a provider, sealed; `allow_models` null allows every model. */
export type CredentialRow = BalanceRow & {
  id: string
  provider_id: string
  name: string
  secret_sealed: string
  last4: string
  status: CredentialStatus
  reason: string | null
  /** When a credential that rests may be asked again. */
  cooldown_until: Time | null
  allow_models: Json | null
  priority: number
  weight: number
  last_used_at: Time | null
}

/** That a provider offers a model, and what it calls it. */
export type RouteRow = { id: string; provider_id: string; model_id: string; upstream_name: string; enabled: Flag }
