import { costNanos } from '../catalog/cost.ts'
import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { Micros, Nanos } from '../core/money.ts'
import { type Price, priceAt } from '../core/price.ts'
import type { ServiceTier } from '../core/service-tier.ts'
import type { ProtocolId } from '../core/protocol.ts'
import type { AttemptRecord, RequestEnd, RequestRecord, RequestStatus } from '../core/records.ts'
import type { TextGauge } from '../core/text-gauge.ts'
import { isImpossible, NO_USAGE, readsAny, type Usage, type UsageSource } from '../core/usage.ts'
import type { Figures } from './tokenizer/estimator.ts'

/** What is known of a request when it is admitted. */
export type Admitted = Pick<
  RequestRecord,
  'id' | 'at' | 'userId' | 'keyId' | 'client' | 'ip' | 'protocolIn' | 'modelAsked' | 'stream' | 'multiplierMicros'
> & {
  /** Its tokens by rule, for as long as nothing better is known. */
  inputTokens: number
}

/** How a request ended, as the relay saw it. */
export type Outcome = {
  end: RequestEnd
  httpStatus: number
  errorClass: string | null
  errorMessage: string | null
  /** What an upstream delivered; null when nothing reached the caller. */
  delivered: Delivered | null
  /** The caller had left, and the rest of what was delivered was read without them. */
  drained?: boolean
  /** Tokens as they were counted where the upstream tells none; absent: they are figured by rule. */
  figures?: Figures | undefined
}

/** What was read of an answer; `terminal` when the upstream had said that nothing more would come. */
export type Delivered = {
  usage: Usage | null
  usageRaw: string | null
  model: string | null
  serviceTier?: ServiceTier | null
  pieces: number
  text?: TextGauge
  /** Tokens of the sound that came, where usage may not tell them; absent: none came. */
  soundTokens?: number
  /** Tokens of the pictures that came, where usage may not tell them; absent: none came. */
  imageTokens?: number
  /** Searches whose finds came, where usage may not tell them; absent: none did. */
  searches?: number
  terminal: boolean
  /** The usage is figured from the request, not told by the upstream. */
  estimated?: boolean
  /** What the upstream told cannot be, and was cut down to what can. */
  clamped?: true
}

/** The candidate that answered last, and what asking each one gave. */
export type Trail = {
  model: ModelEntry | null
  target: TargetEntry | null
  /** The protocol that candidate was asked in; absent: the caller's own. */
  spoken?: ProtocolId | undefined
  attempts: readonly AttemptRecord[]
}

/** The row of a settled request: usage by the table "end of a request" of docs/money.md, priced by the version in force when it came. */
export function settledRecord(admitted: Admitted, trail: Trail, outcome: Outcome, totalMs: number): RequestRecord {
  const { model, target, attempts } = trail
  const { delivered } = outcome
  const asked = askedOf(attempts)
  const { usage, source } = usageOf(outcome, admitted.inputTokens)
  const price = model && priceAt(model, admitted.at)
  const costs = costsOf(usage, { price, target, multiplierMicros: admitted.multiplierMicros, delivered })
  // Whoever answered is paid for what was delivered; any other attempt has a cost of its own.
  const answers = delivered ? asked.last : null
  return {
    id: admitted.id,
    at: admitted.at,
    userId: admitted.userId,
    keyId: admitted.keyId,
    client: admitted.client,
    ip: admitted.ip,
    protocolIn: admitted.protocolIn,
    protocolOut: trail.spoken ?? admitted.protocolIn,
    modelAsked: admitted.modelAsked,
    model: model?.id ?? null,
    modelAnswered: delivered?.model ?? null,
    stream: admitted.stream,
    status: statusOf(outcome.end, asked.last !== null),
    end: outcome.end,
    httpStatus: outcome.httpStatus,
    errorClass: outcome.errorClass,
    errorMessage: outcome.errorMessage,
    providerId: target?.provider.id ?? null,
    endpointId: target?.endpoint.id ?? null,
    credentialId: target?.credential.id ?? null,
    queueMs: Math.min(totalMs, asked.firstMs),
    headersMs: asked.last?.headersMs ?? null,
    firstTokenMs: asked.last?.firstTokenMs ?? null,
    totalMs,
    usage,
    usageSource: source,
    usageRaw: delivered?.usageRaw ?? null,
    serviceTier: delivered?.serviceTier ?? null,
    costNanos: costs.nanos,
    upstreamCostNanos: asked.nanos + (answers ? costs.upstreamNanos - answers.upstreamCostNanos : 0n),
    priceVersion: price?.version ?? null,
    multiplierMicros: admitted.multiplierMicros,
    attempts: attempts.map((one) =>
      one === answers ? { ...one, usage, upstreamCostNanos: costs.upstreamNanos } : one,
    ),
  }
}

/** Of the candidates that were asked the last one and when the first was, and what all of them cost by themselves. */
function askedOf(attempts: readonly AttemptRecord[]): { last: AttemptRecord | null; firstMs: number; nanos: Nanos } {
  let last: AttemptRecord | null = null
  let firstMs = Infinity
  let nanos = 0n
  for (const one of attempts) {
    if (one.upstreamCostNanos !== 0n) nanos += one.upstreamCostNanos
    if (one.decision !== 'chosen') continue
    last = one
    firstMs = Math.min(firstMs, one.startedMs)
  }
  return { last, firstMs, nanos }
}

type Priced = Pick<Outcome, 'delivered'> & Pick<Trail, 'target'> & { price: Price | null; multiplierMicros: Micros }

/** What a usage costs the caller, and what whoever answered asks for it. */
function costsOf(usage: Usage, { price, target, multiplierMicros, delivered }: Priced) {
  if (!price || usage === NO_USAGE) return { nanos: 0n, upstreamNanos: 0n }
  const tier = delivered?.serviceTier ?? null
  const nanos = costNanos(usage, price, multiplierMicros, tier)
  const theirs = target?.provider.multiplierMicros
  if (theirs === undefined) return { nanos, upstreamNanos: 0n }
  return { nanos, upstreamNanos: theirs === multiplierMicros ? nanos : costNanos(usage, price, theirs, tier) }
}

const STOPPED = new GatewayError('gateway_stopped')
const CUT: Omit<Outcome, 'delivered'> = {
  end: 'gateway_error',
  httpStatus: STOPPED.status,
  errorClass: STOPPED.code,
  errorMessage: STOPPED.message,
}

/** What a request that is still open has used, and its price: as in the row if the process died now, which costs more to make. */
export function usedSoFar(
  { at, inputTokens, multiplierMicros }: Admitted,
  model: ModelEntry | null,
  delivered: Delivered,
): Pick<RequestRecord, 'usage' | 'costNanos'> {
  const { usage } = usageOf({ ...CUT, delivered }, inputTokens)
  const price = model && priceAt(model, at)
  return { usage, costNanos: price ? costNanos(usage, price, multiplierMicros, delivered.serviceTier ?? null) : 0n }
}

/** The row of a request that is still open, as it is to be if the process dies: what was delivered so far is charged. */
export function interruptedRecord(
  admitted: Admitted,
  trail: Trail,
  delivered: Delivered | null,
  totalMs: number,
): RequestRecord {
  // Whether an upstream was asked is not known here, and a request that was refused would have said so.
  const record = settledRecord(admitted, trail, { ...CUT, delivered }, totalMs)
  record.status = 'failed'
  return record
}

function statusOf(end: RequestEnd, asked: boolean): RequestStatus {
  if (end === 'complete') return 'succeeded'
  if (end === 'caller_gone') return 'cancelled'
  return asked ? 'failed' : 'refused'
}

/** Whether nobody told all that was used, so that it has to be counted; `inputTokens` as in `Admitted`. */
export function needsFigures({ end, delivered }: Outcome, inputTokens: number): boolean {
  return delivered !== null && delivered.usage !== NO_USAGE && !toldAll(end, delivered, inputTokens)
}

/** Whether the input is known, so that nobody has to count it, however the answer ends. */
export function tellsInput({ usage }: Pick<Delivered, 'usage'>): boolean {
  return usage !== null && readsAny(usage)
}

/** An answer that ended as its upstream meant it to has told all it used. */
function isWhole(end: RequestEnd, { terminal, estimated }: Delivered): boolean {
  return end === 'complete' || terminal || estimated === true
}

/** Words that were made of a request for which nothing is said to have been read are not believed: their input is unknown. */
function toldAll(end: RequestEnd, delivered: Delivered, inputTokens: number): boolean {
  const { usage, estimated, text } = delivered
  if (usage === null || !isWhole(end, delivered)) return false
  const madeWords = usage.output > 0 || (text?.rough ?? 0) > 0
  return estimated === true || inputTokens === 0 || tellsInput(delivered) || !madeWords
}

function usageOf(outcome: Outcome, inputTokens: number): { usage: Usage; source: UsageSource } {
  const { end, delivered, drained } = outcome
  if (!delivered) return { usage: NO_USAGE, source: 'none' }
  const { usage, estimated } = delivered
  // A question that uses nothing, such as one for a number of tokens, is free however it ends.
  if (usage === NO_USAGE) return { usage, source: 'none' }
  if (usage && toldAll(end, delivered, inputTokens)) {
    if (isOdd(delivered)) return { usage, source: 'clamped' }
    if (estimated) return { usage, source: 'estimated' }
    return { usage, source: drained ? 'drained' : 'upstream' }
  }
  const { input, output } = outcome.figures ?? figuresByRule(delivered, inputTokens)
  const audioOut = soundOf(delivered, output)
  const searches = Math.max(usage?.searches ?? 0, delivered.searches ?? 0)
  const imageOut = usage?.imageOut || (delivered.imageTokens ?? 0)
  // A stream that ended early has told its input at most; what was delivered counts as output.
  if (usage && tellsInput(delivered))
    return {
      usage: { ...usage, output: Math.max(usage.output, output), audioOut, imageOut, searches },
      source: 'partial',
    }
  const toldOutput = usage && isWhole(end, delivered) ? usage.output : 0
  const used = {
    ...(usage ?? NO_USAGE),
    input,
    audioOut,
    imageOut,
    searches,
    output: toldOutput || Math.max(1, output, usage?.output ?? 0),
  }
  return { usage: { ...used, requests: 1 }, source: isOdd(delivered) ? 'clamped' : 'estimated' }
}

/** Tokens of the sound that came, where more did than is told; output beyond the `words` that came was told of it. */
function soundOf({ usage, soundTokens = 0 }: Delivered, words: number): number {
  const { audioOut, output } = usage ?? NO_USAGE
  return Math.max(audioOut, soundTokens - Math.max(0, output - words))
}

/** What cannot be is marked, whatever is charged in its place. */
function isOdd({ usageRaw, clamped }: Delivered): boolean {
  return clamped === true || (usageRaw !== null && isImpossible(usageRaw))
}

function figuresByRule({ text, pieces }: Delivered, input: number): Figures {
  return { input, output: text ? Math.ceil(text.rough) : pieces }
}
