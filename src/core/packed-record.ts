import type { AttemptRecord, RequestRecord } from './records.ts'

declare const packed: unique symbol

/**
 * A record as one line of JSON, made by `pack` alone: a text costs less to keep than its objects, and another thread takes it
 * as it is.
 */
export type PackedRecord = string & { readonly [packed]: true }

/** Amounts are decimal strings, because JSON's numbers are floats. */
export function pack(record: RequestRecord): PackedRecord {
  return JSON.stringify({
    ...record,
    costNanos: String(record.costNanos),
    upstreamCostNanos: String(record.upstreamCostNanos),
    multiplierMicros: String(record.multiplierMicros),
    ...(record.holdNanos !== undefined && { holdNanos: String(record.holdNanos) }),
    attempts: record.attempts.map((attempt) => ({ ...attempt, upstreamCostNanos: String(attempt.upstreamCostNanos) })),
  }) as PackedRecord
}

const AMOUNTS = ['costNanos', 'upstreamCostNanos', 'multiplierMicros', 'holdNanos'] as const

/** The record that was packed. */
export function unpack(text: PackedRecord): RequestRecord {
  const record = JSON.parse(text) as RequestRecord
  for (const name of AMOUNTS) if (record[name] !== undefined) record[name] = BigInt(record[name])
  for (const attempt of record.attempts as AttemptRecord[])
    attempt.upstreamCostNanos = BigInt(attempt.upstreamCostNanos)
  return record
}
