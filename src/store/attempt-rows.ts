import type { AttemptRecord } from '../core/records.ts'
import { readHindrance, writeHindrance } from './json.ts'
import { kindInsert } from './kind-insert.ts'
import { type ColumnsOf, whole } from './request-rows.ts'
import type { Value } from './row-kinds.ts'
import type { AttemptRow } from './schema-requests.ts'
import { storableWord } from './text.ts'
import { toUsage } from './usage-columns.ts'

/** What most attempts with a credential have in common. */
const SHARED_BY_ATTEMPTS = {
  credential_id: 'text',
  endpoint_id: 'text',
  provider_id: 'text',
  provider_name: 'text',
  credential_last4: 'text',
  n: 'bigint',
  decision: 'text',
  reason: 'text',
  hindrance: 'text',
  http_status: 'bigint',
  error_class: 'text',
  retryable: 'bigint',
  audio_in: 'bigint',
  audio_out: 'bigint',
  image_in: 'bigint',
  image_out: 'bigint',
  used_requests: 'bigint',
  searches: 'bigint',
} as const satisfies ColumnsOf<AttemptRow>

/** What each attempt has of its own. */
const OWN_OF_ATTEMPT = {
  request_id: 'text',
  started_ms: 'bigint',
  headers_ms: 'bigint',
  first_token_ms: 'bigint',
  ended_ms: 'bigint',
  input: 'bigint',
  cache_read: 'bigint',
  cache_write_5m: 'bigint',
  cache_write_1h: 'bigint',
  output: 'bigint',
  reasoning: 'bigint',
  upstream_cost_nanos: 'bigint',
} as const satisfies ColumnsOf<AttemptRow>

/** An attempt, and the request it belongs to. */
type AttemptOf = { requestId: string; attempt: AttemptRecord }

/** What tells the kind of an attempt's row: the values of `SHARED_BY_ATTEMPTS`. */
export function sharedOfAttempt({ attempt }: AttemptOf): Value[] {
  const { usage } = attempt
  return [
    attempt.credentialId,
    attempt.endpointId,
    attempt.providerId,
    attempt.providerName,
    attempt.credentialLast4,
    attempt.n,
    attempt.decision,
    attempt.reason,
    writeHindrance(attempt.hindrance),
    attempt.httpStatus,
    storableWord(attempt.errorClass),
    Number(attempt.retryable),
    usage.audioIn,
    usage.audioOut,
    usage.imageIn,
    usage.imageOut,
    usage.requests,
    usage.searches,
  ]
}

/** The values of `OWN_OF_ATTEMPT`. */
function ownOfAttempt({ requestId, attempt }: AttemptOf): Value[] {
  const { usage } = attempt
  return [
    requestId,
    Math.round(attempt.startedMs),
    whole(attempt.headersMs),
    whole(attempt.firstTokenMs),
    Math.round(attempt.endedMs),
    usage.input,
    usage.cacheRead,
    usage.cacheWrite5m,
    usage.cacheWrite1h,
    usage.output,
    usage.reasoning,
    attempt.upstreamCostNanos,
  ]
}

/** Inserts attempts by kind (`sharedOfAttempt`). */
export const attemptInsert = () =>
  kindInsert<AttemptOf>({ name: 'attempt', shared: SHARED_BY_ATTEMPTS, own: OWN_OF_ATTEMPT, ownOf: ownOfAttempt })

/** An attempt as its row says. */
export function toAttempt(row: AttemptRow): AttemptRecord {
  const attempt: AttemptRecord = {
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
  if (row.hindrance !== null) attempt.hindrance = readHindrance(row.hindrance)
  return attempt
}
