import { z } from 'zod'
import { parseJson } from '../../core/json.ts'
import { type PackedFields, recordOf } from '../../core/packed-record.ts'
import type { AttemptRecord, RequestRecord } from '../../core/records.ts'
import type { Usage } from '../../core/usage.ts'

/** The record a line of JSON on disk holds, which any version of this program may have written; null when it is none. */
export function recordFromJson(json: string): RequestRecord | null {
  const found = parseJson(json)
  if (!Array.isArray(found)) return namedRecord.safeParse(found).data ?? null
  const fields = packedFields.safeParse(found).data
  return fields ? recordOf(fields) : null
}

/** A word of one of our closed sets, kept as it is: a row must not be lost because another version knows another word. */
const word = <T extends string>() => z.custom<T>((value) => typeof value === 'string')
const digits = z.string().regex(/^-?\d{1,30}$/)
const amount = digits.transform(BigInt)
const ms = z.number().nullable()
const text = z.string().nullable()

const n = z.number()
const id = z.string()

const packedUsage = z.tuple([n, n, n, n, n, n, n, n, n, n, n, n], z.unknown()).nullable()

const hindrance = z.union([z.object({ leftMs: n, by: z.string().optional() }), z.object({ inFlight: n, limit: n })])

const packedAttempt = z.tuple(
  [
    n,
    id,
    z.string(),
    id,
    id,
    z.string(),
    word<AttemptRecord['decision']>(),
    word<NonNullable<AttemptRecord['reason']>>().nullable(),
    n,
    ms,
    ms,
    n,
    n.nullable(),
    text,
    z.boolean(),
    packedUsage,
    digits,
    // What another version may say of it is no reason to lose the row.
    hindrance.optional().catch(undefined),
  ],
  z.unknown(),
)

/** Lines as they are written now. What is added comes last and needs a default, or lines written before it are lost. */
const packedFields: z.ZodType<PackedFields> = z.tuple(
  [
    id,
    n,
    id,
    id,
    z.string(),
    z.string(),
    word<RequestRecord['protocolIn']>(),
    word<RequestRecord['protocolOut']>(),
    z.string(),
    text,
    text,
    z.boolean(),
    word<RequestRecord['status']>(),
    word<RequestRecord['end']>(),
    n,
    text,
    text,
    text,
    text,
    text,
    n,
    ms,
    ms,
    n,
    packedUsage,
    word<RequestRecord['usageSource']>(),
    text,
    word<NonNullable<RequestRecord['serviceTier']>>().nullable(),
    digits,
    digits,
    text,
    digits,
    digits.nullable(),
    z.array(packedAttempt),
  ],
  z.unknown(),
)

const usage: z.ZodType<Usage> = z.object({
  input: z.number(),
  cacheRead: z.number(),
  cacheWrite5m: z.number(),
  cacheWrite1h: z.number(),
  output: z.number(),
  reasoning: z.number(),
  audioIn: z.number(),
  audioOut: z.number(),
  imageIn: z.number(),
  imageOut: z.number(),
  requests: z.number(),
  searches: z.number(),
})

const attemptRecord: z.ZodType<AttemptRecord> = z.object({
  n: z.number(),
  providerId: z.string(),
  providerName: z.string(),
  endpointId: z.string(),
  credentialId: z.string(),
  credentialLast4: z.string(),
  decision: word<AttemptRecord['decision']>(),
  reason: word<NonNullable<AttemptRecord['reason']>>().nullable(),
  startedMs: z.number(),
  headersMs: ms,
  firstTokenMs: ms,
  endedMs: z.number(),
  httpStatus: z.number().nullable(),
  errorClass: text,
  retryable: z.boolean(),
  usage,
  upstreamCostNanos: amount,
})

/** Lines as they were written at first, with a name before each value. */
const namedRecord: z.ZodType<RequestRecord> = z.object({
  id: z.string(),
  at: z.number(),
  userId: z.string(),
  keyId: z.string(),
  client: z.string(),
  ip: z.string(),
  protocolIn: word<RequestRecord['protocolIn']>(),
  protocolOut: word<RequestRecord['protocolOut']>(),
  modelAsked: z.string(),
  model: text,
  modelAnswered: text,
  stream: z.boolean(),
  status: word<RequestRecord['status']>(),
  end: word<RequestRecord['end']>(),
  httpStatus: z.number(),
  errorClass: text,
  errorMessage: text,
  providerId: text,
  endpointId: text,
  credentialId: text,
  queueMs: z.number(),
  headersMs: ms,
  firstTokenMs: ms,
  totalMs: z.number(),
  usage,
  usageSource: word<RequestRecord['usageSource']>(),
  usageRaw: text,
  costNanos: amount,
  upstreamCostNanos: amount,
  priceVersion: text,
  multiplierMicros: amount,
  holdNanos: amount.optional(),
  serviceTier: word<NonNullable<RequestRecord['serviceTier']>>().nullable().default(null),
  attempts: z.array(attemptRecord),
})
