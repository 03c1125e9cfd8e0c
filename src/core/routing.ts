/** How the candidates of a model are put in order inside what the operator's priorities and the caller's dialect decide. */
export const STRATEGIES = ['priority', 'weighted', 'lowest_cost', 'lowest_latency'] as const
/** As rows of `model` name it. */
export type Strategy = (typeof STRATEGIES)[number]

/** What a model is routed by when nobody chose. */
export const DEFAULT_STRATEGY: Strategy = 'priority'

/** For how many minutes after its last turn a conversation may be kept with who answered it. */
export const AFFINITY_MINUTES = { min: 0, max: 1440 } as const

/** How many times one request may be sent to upstreams at most. */
export const MAX_ATTEMPTS = { min: 1, max: 10 } as const

/** What put a candidate behind the one before it, the first that differs; `equal`: nothing did, so that chance decides. */
export const ORDER_REASONS = [
  'priority',
  'credential_priority',
  'affinity',
  'protocol',
  'cost',
  'latency',
  'weight',
  'equal',
] as const
/** One of them. */
export type OrderReason = (typeof ORDER_REASONS)[number]

/** What the gateway can find out about a credential; `disabled` is the operator's word alone. */
export const FINDINGS = ['active', 'cooling', 'invalid', 'exhausted'] as const
/** As rows of `credential` name it. */
export type FindingStatus = (typeof FINDINGS)[number]

/**
 * What an upstream's word for a failure means: the caller's own mistake, a request that asks for more at once than this account
 * is given, a fault of the endpoint, a model that is not there by the name its route has, too many requests for a model, or something
 * about our credential, too many requests for all of it among that.
 */
export type FailureMeaning =
  | 'callers'
  | 'too_much'
  | 'failing'
  | 'absent'
  | 'limited'
  | Exclude<FindingStatus, 'active'>

/** What was found out about a credential, as it is kept over a restart; `until` is epoch milliseconds. */
export type Finding = { status: FindingStatus; reason: string | null; until: number | null }

/** Whether an endpoint is asked: as usual, not at all, or by one probe. */
export const BREAKER_STATES = ['closed', 'open', 'half_open'] as const
/** Kept in memory alone: after a restart every breaker is closed. */
export type BreakerState = (typeof BREAKER_STATES)[number]

/** A model that rests at a credential which goes on with others: its name at the upstream, and until when in epoch milliseconds. */
export type LimitedModel = { model: string; until: number }

/**
 * What is known of a credential now; `limit` is the number of requests it may have under way, null for any, `perMinute` how often it
 * was asked within the last minute, and `limited` the models that rest alone.
 */
export type CredentialHealth = Finding & {
  inFlight: number
  limit: number | null
  perMinute: number
  limited: readonly LimitedModel[]
}

/** What is known of an endpoint now; `until` is when its breaker lets a probe through, in epoch milliseconds, and `parts` what of it rests while it does not. */
export type EndpointHealth = { breaker: BreakerState; until: number | null; inFlight: number; parts: RestingPart[] }

/** A model of an endpoint, by the name it has there, that rests by itself; `userId`: for this caller alone. */
export type RestingPart = { model: string; userId: string | null; breaker: BreakerState; until: number | null }

/** The breaker that keeps requests from an endpoint: its own, or else that of a model, by its name there, or of what one user asks of that. */
export function breakerFor(
  health: Pick<EndpointHealth, 'breaker' | 'parts'> | undefined,
  model?: string,
  asker?: string,
): BreakerState {
  if (!health || health.breaker !== 'closed') return health?.breaker ?? 'closed'
  const own = health.parts.find((part) => part.model === model && (part.userId === null || part.userId === asker))
  return own?.breaker ?? 'closed'
}

/** What of a provider rests when it does badly: one of its credentials, or one of its endpoints. */
export type ProviderPart = { kind: 'credential' | 'endpoint'; id: string }

/** How long an upstream may take, in milliseconds: to be connected to, for its headers, its first content, between two pieces, and over all. */
export type Timeouts = { connectMs: number; headersMs: number; firstTokenMs: number; idleMs: number; totalMs: number }

/** What holds where the operator said nothing: a reasoning model may think for ten minutes before its first word. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 5_000,
  headersMs: 600_000,
  firstTokenMs: 600_000,
  idleMs: 120_000,
  totalMs: 3_600_000,
}
