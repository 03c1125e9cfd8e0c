import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import type { AttemptRow, RequestRow, UsageColumns } from './schema-requests.ts'
import { storableWord } from './text.ts'
import { toUsage, toUsageColumns } from './usage-columns.ts'

/** Most of what can be used is not, and most of what can go wrong does not. */
const USUAL_USAGE = {
  cache_write_5m: 0,
  cache_write_1h: 0,
  audio_in: 0,
  audio_out: 0,
  image_in: 0,
  image_out: 0,
  searches: 0,
} as const satisfies Partial<UsageColumns>

/** What rows of requests usually have in the columns they could do without. */
export const USUAL_REQUEST: Partial<RequestRow> = {
  ...USUAL_USAGE,
  error_class: null,
  error_message: null,
  service_tier: null,
}

/** The same of rows of attempts. */
export const USUAL_ATTEMPT: Partial<AttemptRow> = { ...USUAL_USAGE, reason: null, error_class: null, retryable: 0 }

/** A settled request as its row; durations are rounded to whole milliseconds, as the columns hold them. */
export function toRequestRow(record: RequestRecord): RequestRow {
  return {
    id: record.id,
    at: Math.round(record.at),
    user_id: record.userId,
    key_id: record.keyId,
    client: record.client,
    ip: record.ip,
    protocol_in: record.protocolIn,
    protocol_out: record.protocolOut,
    model_asked: storableWord(record.modelAsked),
    model: record.model,
    model_answered: storableWord(record.modelAnswered),
    stream: Number(record.stream),
    status: record.status,
    ended_as: record.end,
    http_status: record.httpStatus,
    error_class: storableWord(record.errorClass),
    error_message: record.errorMessage?.replaceAll('\0', '\u{fffd}') ?? null,
    provider_id: record.providerId,
    endpoint_id: record.endpointId,
    credential_id: record.credentialId,
    queue_ms: Math.round(record.queueMs),
    headers_ms: whole(record.headersMs),
    first_token_ms: whole(record.firstTokenMs),
    total_ms: Math.round(record.totalMs),
    ...toUsageColumns(record.usage),
    usage_source: record.usageSource,
    usage_raw: record.usageRaw,
    cost_nanos: record.costNanos,
    upstream_cost_nanos: record.upstreamCostNanos,
    price_version: record.priceVersion,
    service_tier: record.serviceTier,
    multiplier_micros: record.multiplierMicros,
    attempts_made: attemptsMade(record),
  }
}

/** How many upstreams were asked. */
export function attemptsMade({ attempts }: Pick<RequestRecord, 'attempts'>): number {
  let made = 0
  for (const { decision } of attempts) if (decision === 'chosen') made += 1
  return made
}

/** A request as its row says, without its attempts. */
export function toRequest(row: RequestRow): Omit<RequestRecord, 'attempts'> {
  return {
    id: row.id,
    at: row.at,
    userId: row.user_id,
    keyId: row.key_id,
    client: row.client,
    ip: row.ip,
    protocolIn: row.protocol_in,
    protocolOut: row.protocol_out,
    modelAsked: row.model_asked,
    model: row.model,
    modelAnswered: row.model_answered,
    stream: row.stream === 1,
    status: row.status,
    end: row.ended_as,
    httpStatus: row.http_status,
    errorClass: row.error_class,
    errorMessage: row.error_message,
    providerId: row.provider_id,
    endpointId: row.endpoint_id,
    credentialId: row.credential_id,
    queueMs: row.queue_ms,
    headersMs: row.headers_ms,
    firstTokenMs: row.first_token_ms,
    totalMs: row.total_ms,
    usage: toUsage(row),
    usageSource: row.usage_source,
    usageRaw: row.usage_raw,
    costNanos: row.cost_nanos,
    upstreamCostNanos: row.upstream_cost_nanos,
    priceVersion: row.price_version,
    serviceTier: row.service_tier,
    multiplierMicros: row.multiplier_micros,
  }
}

/** One attempt of a request as its row. */
export function toAttemptRow(requestId: string, attempt: AttemptRecord): AttemptRow {
  return {
    request_id: requestId,
    n: attempt.n,
    provider_id: attempt.providerId,
    provider_name: attempt.providerName,
    endpoint_id: attempt.endpointId,
    credential_id: attempt.credentialId,
    credential_last4: attempt.credentialLast4,
    decision: attempt.decision,
    reason: attempt.reason,
    started_ms: Math.round(attempt.startedMs),
    headers_ms: whole(attempt.headersMs),
    first_token_ms: whole(attempt.firstTokenMs),
    ended_ms: Math.round(attempt.endedMs),
    http_status: attempt.httpStatus,
    error_class: storableWord(attempt.errorClass),
    retryable: Number(attempt.retryable),
    ...toUsageColumns(attempt.usage),
    upstream_cost_nanos: attempt.upstreamCostNanos,
  }
}

/** An attempt as its row says. */
export function toAttempt(row: AttemptRow): AttemptRecord {
  return {
    n: row.n,
    providerId: row.provider_id,
    providerName: row.provider_name,
    endpointId: row.endpoint_id,
    credentialId: row.credential_id,
    credentialLast4: row.credential_last4,
    decision: row.decision,
    reason: row.reason,
    startedMs: row.started_ms,
    headersMs: row.headers_ms,
    firstTokenMs: row.first_token_ms,
    endedMs: row.ended_ms,
    httpStatus: row.http_status,
    errorClass: row.error_class,
    retryable: row.retryable === 1,
    usage: toUsage(row),
    upstreamCostNanos: row.upstream_cost_nanos,
  }
}

function whole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms)
}
