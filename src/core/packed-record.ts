import type { AttemptRecord, Hindrance, RequestRecord } from './records.ts'
import { NO_USAGE, type Usage } from './usage.ts'

declare const packed: unique symbol

/**
 * A record as one line of JSON, made by `pack` alone: a text costs less to keep than its objects, and another thread takes it
 * as it is.
 */
export type PackedRecord = string & { readonly [packed]: true }

/** Values in their places, and after them what another version may have added. */
type Placed<Values extends readonly unknown[]> = readonly [...Values, ...unknown[]]

/**
 * A record as it lies in a line: its values without their names, which took two thirds of the line. Amounts are decimal strings,
 * because JSON's numbers are floats.
 */
export type PackedFields = Placed<ReturnType<typeof fieldsOf>>
type PackedAttempt = Placed<[...ReturnType<typeof attemptFields>, hindrance?: Hindrance | undefined]>
/** Null: nothing was used. */
type PackedUsage = Placed<ReturnType<typeof classesOf>> | null

/** Writes a record down. Journals on disk hold such lines, so places never change, and what is added comes last. */
export function pack(record: RequestRecord): PackedRecord {
  return JSON.stringify(fieldsOf(record)) as PackedRecord
}

/** The id of the record that was packed, which its line begins with, as a text without an escape. */
export function idIn(text: PackedRecord): string {
  const start = text.indexOf('"') + 1
  return text.slice(start, text.indexOf('"', start))
}

/** The record that was packed. */
export function unpack(text: PackedRecord): RequestRecord {
  return recordOf(JSON.parse(text) as PackedFields)
}

function fieldsOf(record: RequestRecord) {
  return [
    record.id,
    record.at,
    record.userId,
    record.keyId,
    record.client,
    record.ip,
    record.protocolIn,
    record.protocolOut,
    record.modelAsked,
    record.model,
    record.modelAnswered,
    record.stream,
    record.status,
    record.end,
    record.httpStatus,
    record.errorClass,
    record.errorMessage,
    record.providerId,
    record.endpointId,
    record.credentialId,
    record.queueMs,
    record.headersMs,
    record.firstTokenMs,
    record.totalMs,
    packedUsage(record.usage),
    record.usageSource,
    record.usageRaw,
    record.serviceTier,
    String(record.costNanos),
    String(record.upstreamCostNanos),
    record.priceVersion,
    String(record.multiplierMicros),
    record.holdNanos === undefined ? null : String(record.holdNanos),
    record.attempts.map(packedAttempt),
  ] as const
}

/** What was in the way is told of those it kept from being asked alone: of all others the line ends before it. */
function packedAttempt(attempt: AttemptRecord): PackedAttempt {
  const fields = attemptFields(attempt)
  return attempt.hindrance === undefined ? fields : [...fields, attempt.hindrance]
}

function attemptFields(attempt: AttemptRecord) {
  return [
    attempt.n,
    attempt.providerId,
    attempt.providerName,
    attempt.endpointId,
    attempt.credentialId,
    attempt.credentialLast4,
    attempt.decision,
    attempt.reason,
    attempt.startedMs,
    attempt.headersMs,
    attempt.firstTokenMs,
    attempt.endedMs,
    attempt.httpStatus,
    attempt.errorClass,
    attempt.retryable,
    packedUsage(attempt.usage),
    String(attempt.upstreamCostNanos),
  ] as const
}

function packedUsage(usage: Usage): PackedUsage {
  return usage === NO_USAGE ? null : classesOf(usage)
}

function classesOf(usage: Usage) {
  return [
    usage.input,
    usage.cacheRead,
    usage.cacheWrite5m,
    usage.cacheWrite1h,
    usage.output,
    usage.reasoning,
    usage.audioIn,
    usage.audioOut,
    usage.imageIn,
    usage.imageOut,
    usage.requests,
    usage.searches,
  ] as const
}

/** The record whose values these are. */
export function recordOf(fields: PackedFields): RequestRecord {
  const holdNanos = fields[32]
  const record: RequestRecord = {
    id: fields[0],
    at: fields[1],
    userId: fields[2],
    keyId: fields[3],
    client: fields[4],
    ip: fields[5],
    protocolIn: fields[6],
    protocolOut: fields[7],
    modelAsked: fields[8],
    model: fields[9],
    modelAnswered: fields[10],
    stream: fields[11],
    status: fields[12],
    end: fields[13],
    httpStatus: fields[14],
    errorClass: fields[15],
    errorMessage: fields[16],
    providerId: fields[17],
    endpointId: fields[18],
    credentialId: fields[19],
    queueMs: fields[20],
    headersMs: fields[21],
    firstTokenMs: fields[22],
    totalMs: fields[23],
    usage: usageOf(fields[24]),
    usageSource: fields[25],
    usageRaw: fields[26],
    serviceTier: fields[27],
    costNanos: BigInt(fields[28]),
    upstreamCostNanos: BigInt(fields[29]),
    priceVersion: fields[30],
    multiplierMicros: BigInt(fields[31]),
    attempts: fields[33].map(attemptOf),
  }
  if (holdNanos !== null) record.holdNanos = BigInt(holdNanos)
  return record
}

function attemptOf(fields: PackedAttempt): AttemptRecord {
  const hindrance = fields[17]
  const attempt: AttemptRecord = {
    n: fields[0],
    providerId: fields[1],
    providerName: fields[2],
    endpointId: fields[3],
    credentialId: fields[4],
    credentialLast4: fields[5],
    decision: fields[6],
    reason: fields[7],
    startedMs: fields[8],
    headersMs: fields[9],
    firstTokenMs: fields[10],
    endedMs: fields[11],
    httpStatus: fields[12],
    errorClass: fields[13],
    retryable: fields[14],
    usage: usageOf(fields[15]),
    upstreamCostNanos: BigInt(fields[16]),
  }
  if (hindrance !== undefined) attempt.hindrance = hindrance
  return attempt
}

function usageOf(fields: PackedUsage): Usage {
  if (fields === null) return NO_USAGE
  return {
    input: fields[0],
    cacheRead: fields[1],
    cacheWrite5m: fields[2],
    cacheWrite1h: fields[3],
    output: fields[4],
    reasoning: fields[5],
    audioIn: fields[6],
    audioOut: fields[7],
    imageIn: fields[8],
    imageOut: fields[9],
    requests: fields[10],
    searches: fields[11],
  }
}
