import type { RequestRecord } from '../core/records.ts'
import { kindInsert } from './kind-insert.ts'
import type { Value } from './row-kinds.ts'
import type { RequestRow } from './schema-requests.ts'
import { storableWord } from './text.ts'
import { toUsage } from './usage-columns.ts'

/** Some columns of a row, with their types. */
export type ColumnsOf<Row> = Readonly<Partial<Record<keyof Row, 'text' | 'bigint'>>>

/** What most requests of a key have in common; sums, ticks, accounts and marks count on it that requests of a kind have all of it in common. */
const SHARED_BY_REQUESTS = {
  key_id: 'text',
  user_id: 'text',
  model: 'text',
  model_asked: 'text',
  model_answered: 'text',
  client: 'text',
  ip: 'text',
  protocol_in: 'text',
  protocol_out: 'text',
  stream: 'bigint',
  status: 'text',
  ended_as: 'text',
  http_status: 'bigint',
  error_class: 'text',
  error_message: 'text',
  provider_id: 'text',
  endpoint_id: 'text',
  credential_id: 'text',
  audio_in: 'bigint',
  audio_out: 'bigint',
  image_in: 'bigint',
  image_out: 'bigint',
  used_requests: 'bigint',
  searches: 'bigint',
  usage_source: 'text',
  price_version: 'text',
  service_tier: 'text',
  multiplier_micros: 'bigint',
  attempts_made: 'bigint',
} as const satisfies ColumnsOf<RequestRow>

/** What each request has of its own. */
const OWN_OF_REQUEST = {
  id: 'text',
  at: 'bigint',
  queue_ms: 'bigint',
  headers_ms: 'bigint',
  first_token_ms: 'bigint',
  total_ms: 'bigint',
  input: 'bigint',
  cache_read: 'bigint',
  cache_write_5m: 'bigint',
  cache_write_1h: 'bigint',
  output: 'bigint',
  reasoning: 'bigint',
  usage_raw: 'text',
  cost_nanos: 'bigint',
  upstream_cost_nanos: 'bigint',
} as const satisfies ColumnsOf<RequestRow>

/** What tells the kind of a request's row: the values of `SHARED_BY_REQUESTS`. */
export function sharedOfRequest(record: RequestRecord): Value[] {
  const { usage } = record
  return [
    record.keyId,
    record.userId,
    record.model,
    storableWord(record.modelAsked),
    storableWord(record.modelAnswered),
    record.client,
    record.ip,
    record.protocolIn,
    record.protocolOut,
    Number(record.stream),
    record.status,
    record.end,
    record.httpStatus,
    storableWord(record.errorClass),
    record.errorMessage?.replaceAll('\0', '\u{fffd}') ?? null,
    record.providerId,
    record.endpointId,
    record.credentialId,
    usage.audioIn,
    usage.audioOut,
    usage.imageIn,
    usage.imageOut,
    usage.requests,
    usage.searches,
    record.usageSource,
    record.priceVersion,
    record.serviceTier,
    record.multiplierMicros,
    attemptsMade(record),
  ]
}

/** The values of `OWN_OF_REQUEST`; durations are rounded to whole milliseconds, as the columns hold them. */
function ownOfRequest(record: RequestRecord): Value[] {
  const { usage } = record
  return [
    record.id,
    Math.round(record.at),
    Math.round(record.queueMs),
    whole(record.headersMs),
    whole(record.firstTokenMs),
    Math.round(record.totalMs),
    usage.input,
    usage.cacheRead,
    usage.cacheWrite5m,
    usage.cacheWrite1h,
    usage.output,
    usage.reasoning,
    record.usageRaw,
    record.costNanos,
    record.upstreamCostNanos,
  ]
}

/** Inserts requests by kind (`sharedOfRequest`), and answers how many were not stored before. */
export const requestInsert = () =>
  kindInsert<RequestRecord>({
    name: 'request',
    shared: SHARED_BY_REQUESTS,
    own: OWN_OF_REQUEST,
    ownOf: ownOfRequest,
    unless: 'id',
  })

/** A settled request as its row. */
export function toRequestRow(record: RequestRecord): RequestRow {
  const columns = [...Object.keys(OWN_OF_REQUEST), ...Object.keys(SHARED_BY_REQUESTS)]
  const values = [...ownOfRequest(record), ...sharedOfRequest(record)]
  return Object.fromEntries(columns.map((column, at) => [column, values[at]])) as RequestRow
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

/** A duration in whole milliseconds, where there is one. */
export function whole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms)
}
