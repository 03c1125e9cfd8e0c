import type { Nanos } from './money.ts'
import type { ServiceTier } from './service-tier.ts'
import type { ProtocolId } from './protocol.ts'
import type { Usage, UsageSource } from './usage.ts'

/** `cancelled`: the caller left; `refused`: no upstream was asked; `running` is told live and never stored. */
export const REQUEST_STATUSES = ['running', 'succeeded', 'failed', 'cancelled', 'refused'] as const
/** As rows of `request` and the sums name it. */
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** How a request ended, in one word. */
export const REQUEST_ENDS = [
  'complete',
  'caller_gone',
  'upstream_truncated',
  'first_token_timeout',
  'idle_timeout',
  'total_timeout',
  'upstream_error',
  'gateway_error',
  'limit',
] as const
/** As rows of `request` name it. */
export type RequestEnd = (typeof REQUEST_ENDS)[number]

/** Why a candidate was not asked. */
export const SKIP_REASONS = [
  'disabled',
  'forbidden',
  'model',
  'format',
  'capability',
  'cooling',
  'limited',
  'invalid',
  'exhausted',
  'absent',
  'breaker',
  'breaker_model',
  'breaker_caller',
  'concurrency',
  'rate',
] as const
/** As rows of `attempt` name it. */
export type SkipReason = (typeof SKIP_REASONS)[number]

/**
 * What kept a candidate from being asked, in numbers: how long it still rested, and the model's name at the upstream that was refused where
 * that is another one with the same limit; or how many requests were under way of how many that may be.
 */
export type Hindrance = { leftMs: number; by?: string | undefined } | { inFlight: number; limit: number }

/** Ends of an attempt that its upstream has no part in: the caller left, the gateway cut it off, or another was faster. */
export const CALLED_OFF = ['caller_gone', 'cut_off', 'hedged'] as const

/** One candidate of a request: asked, or skipped and why. Times are milliseconds since the request arrived. */
export type AttemptRecord = {
  n: number
  providerId: string
  providerName: string
  endpointId: string
  credentialId: string
  credentialLast4: string
  decision: 'chosen' | 'skipped'
  reason: SkipReason | null
  /** Absent where nothing was in the way, or where it has no number. */
  hindrance?: Hindrance | undefined
  startedMs: number
  headersMs: number | null
  firstTokenMs: number | null
  endedMs: number
  httpStatus: number | null
  errorClass: string | null
  retryable: boolean
  usage: Usage
  upstreamCostNanos: Nanos
}

/** One settled request: what was asked, who answered, what was used and what it costs. */
export type RequestRecord = {
  id: string
  /** Epoch milliseconds of arrival. */
  at: number
  userId: string
  keyId: string
  client: string
  ip: string
  protocolIn: ProtocolId
  protocolOut: ProtocolId
  modelAsked: string
  /** The catalogue's name of the resolved model; null when there is none. */
  model: string | null
  modelAnswered: string | null
  stream: boolean
  status: RequestStatus
  end: RequestEnd
  httpStatus: number
  errorClass: string | null
  /** A sentence fit for the caller; null when the request succeeded. */
  errorMessage: string | null
  providerId: string | null
  endpointId: string | null
  credentialId: string | null
  queueMs: number
  headersMs: number | null
  firstTokenMs: number | null
  totalMs: number
  usage: Usage
  usageSource: UsageSource
  /** The upstream's own usage JSON, verbatim, at most 4 KiB. */
  usageRaw: string | null
  /** The service tier the upstream says it used, where it is not the standard one: the price of another may apply. */
  serviceTier: ServiceTier | null
  costNanos: Nanos
  upstreamCostNanos: Nanos
  priceVersion: string | null
  multiplierMicros: bigint
  /** What is set aside for it; absent once it is settled. */
  holdNanos?: Nanos | undefined
  attempts: readonly AttemptRecord[]
}

/** How far the database has got with the journal of a node: everything before this byte of this segment is in it. */
export type JournalPosition = { node: string; segment: number; offset: number }
