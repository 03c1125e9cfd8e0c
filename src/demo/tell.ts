import { costNanos } from '../catalog/cost.ts'
import { ONE_MICROS } from '../core/money.ts'
import { type Price, priceThen } from '../core/price.ts'
import { type Dialect, type ProtocolId, PROTOCOLS } from '../core/protocol.ts'
import type { AttemptRecord, RequestRecord, SkipReason } from '../core/records.ts'
import { SECOND_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import type { Usage } from '../core/usage.ts'
import type { CastKey, CastModel } from './cast.ts'
import { idAt, pick } from './dice.ts'
import type { Dice } from './dice.ts'
import { paceOf, partOf, usageOf } from './spend.ts'
import type { Pace } from './spend.ts'
import { storyOf } from './story.ts'
import type { Failure, Story } from './story.ts'

/** A provider as requests see it, in the order it is asked. */
export type Candidate = {
  id: string
  slug: string
  name: string
  multiplierMicros: bigint
  endpoints: readonly { id: string; dialect: Dialect }[]
  credential: { id: string; last4: string }
  models: readonly string[]
}

/** What requests of the past are made of; `now` is epoch milliseconds. */
export type World = {
  models: ReadonlyMap<string, CastModel & { price: Price }>
  providers: readonly Candidate[]
  now: number
  dice: Dice
}

type Occasion = { at: number; userId: string; keyId: string; key: CastKey }

/** Tells one request of the past as the relay would have recorded it. */
export function recordOf(occasion: Occasion, world: World): RequestRecord {
  const { key, at } = occasion
  const { dice } = world
  const listed = modelOf(key, world)
  const model = { ...listed, price: priceThen(listed.price, at) }
  const { dialect } = PROTOCOLS[key.protocol]
  const able = world.providers.filter(({ models }) => models.includes(model.id))
  const fit = able.filter(({ endpoints }) => endpoints.some((endpoint) => endpoint.dialect === dialect))
  const story = storyOf(world.now - at, fit.length > 1, dice)
  const usage = usageOf(key.habit, dialect === 'anthropic' && model.price.rates.cacheWrite5m !== undefined, dice)
  const told = tell({ story, able, dialect, usage, model, dice })
  const price = model.price
  const last = told.attempts.findLast((attempt) => attempt.decision === 'chosen')
  return {
    id: idAt(at, dice),
    at,
    userId: occasion.userId,
    keyId: occasion.keyId,
    client: key.client,
    ip: key.ip,
    protocolIn: key.protocol,
    protocolOut: PROTOCOL_OF[dialect],
    modelAsked: dice() < 0.4 ? (model.aliases[0] ?? model.id) : model.id,
    model: model.id,
    modelAnswered: told.status === 'failed' ? null : model.id,
    stream: key.habit !== 'script' || dice() < 0.3,
    providerId: last?.providerId ?? null,
    endpointId: last?.endpointId ?? null,
    credentialId: last?.credentialId ?? null,
    queueMs: 1,
    usageRaw: null,
    costNanos: costNanos(told.usage, price, ONE_MICROS),
    upstreamCostNanos: told.attempts.reduce((sum, attempt) => sum + attempt.upstreamCostNanos, 0n),
    priceVersion: price.version,
    serviceTier: null,
    multiplierMicros: ONE_MICROS,
    ...told,
  }
}

const PROTOCOL_OF = {
  openai: 'openai-chat',
  anthropic: 'anthropic-messages',
  gemini: 'gemini-generate',
} as const satisfies Record<Dialect, ProtocolId>

type Scene = {
  story: Story
  able: readonly Candidate[]
  dialect: Dialect
  usage: Usage
  model: CastModel & { price: Price }
  dice: Dice
}

type Told = Pick<
  RequestRecord,
  | 'status'
  | 'end'
  | 'httpStatus'
  | 'errorClass'
  | 'errorMessage'
  | 'headersMs'
  | 'firstTokenMs'
  | 'totalMs'
  | 'usage'
  | 'usageSource'
  | 'attempts'
>

const WELL = { errorClass: null, errorMessage: null, httpStatus: 200 } as const
const SWITCH_MS = 4
/** How long an upstream that was skipped still rested. */
const RESTS_MS = 42 * SECOND_MS

function tell(scene: Scene): Told {
  const { story, able, dialect } = scene
  const attempts: AttemptRecord[] = []
  const fit: Candidate[] = []
  for (const candidate of able) {
    if (candidate.endpoints.some((endpoint) => endpoint.dialect === dialect)) fit.push(candidate)
    else attempts.push(skipped(scene, candidate, 'format', attempts.length + 1))
  }
  const [first, second] = fit
  if (!first) throw new Error(`nobody in the demo offers ${scene.model.id}`)
  if (story.kind === 'failed')
    return failed(scene, [...attempts, missed(scene, first, story.failure, attempts.length + 1)])
  if (story.kind === 'switched' && second) {
    const miss = missed(scene, first, story.first, attempts.length + 1)
    return answered(scene, second, { attempts: [...attempts, miss], startedMs: miss.endedMs + SWITCH_MS })
  }
  if (story.kind === 'answered' && story.skipped && second) {
    const rests = skipped(scene, first, story.skipped, attempts.length + 1)
    attempts.push({ ...rests, hindrance: { leftMs: RESTS_MS } })
    return answered(scene, second, { attempts, startedMs: 1 })
  }
  return answered(scene, first, { attempts, startedMs: 1 })
}

function answered(scene: Scene, by: Candidate, before: { attempts: AttemptRecord[]; startedMs: number }): Told {
  const { model, dice, story } = scene
  const cut = story.kind === 'cancelled' ? 0.1 + 0.7 * dice() : 1
  const usage = partOf(scene.usage, cut)
  const pace = shifted(paceOf(model, usage, dice), before.startedMs)
  const chosen: AttemptRecord = {
    ...attemptBy(scene, by, before.attempts.length + 1),
    startedMs: before.startedMs,
    headersMs: pace.headersMs,
    firstTokenMs: pace.firstTokenMs,
    endedMs: pace.totalMs,
    httpStatus: 200,
    errorClass: cut < 1 ? 'caller_gone' : null,
    usage,
    upstreamCostNanos: costNanos(usage, model.price, by.multiplierMicros),
  }
  const attempts = [...before.attempts, chosen]
  if (cut < 1)
    return {
      ...WELL,
      ...pace,
      httpStatus: 499,
      errorClass: 'caller_gone',
      status: 'cancelled',
      end: 'caller_gone',
      usage,
      usageSource: 'partial',
      attempts,
    }
  return { ...WELL, ...pace, status: 'succeeded', end: 'complete', usage, usageSource: 'upstream', attempts }
}

function failed({ story, dialect }: Scene, attempts: AttemptRecord[]): Told {
  if (story.kind !== 'failed') throw new Error('this request did not fail')
  const { failure } = story
  // 529 is a word of one dialect; the others say 503.
  const httpStatus = failure.httpStatus === 529 && dialect !== 'anthropic' ? 503 : failure.httpStatus
  return {
    status: 'failed',
    end: failure.end,
    httpStatus,
    errorClass: failure.errorClass,
    errorMessage: failure.message,
    headersMs: null,
    firstTokenMs: null,
    totalMs: failure.afterMs + 2,
    usage: NO_USAGE,
    usageSource: 'none',
    attempts,
  }
}

function attemptBy({ dialect }: Scene, candidate: Candidate, n: number): AttemptRecord {
  const endpoint = candidate.endpoints.find((one) => one.dialect === dialect) ?? candidate.endpoints[0]
  return {
    n,
    providerId: candidate.id,
    providerName: candidate.name,
    endpointId: endpoint?.id ?? '',
    credentialId: candidate.credential.id,
    credentialLast4: candidate.credential.last4,
    decision: 'chosen',
    reason: null,
    startedMs: 1,
    headersMs: null,
    firstTokenMs: null,
    endedMs: 1,
    httpStatus: null,
    errorClass: null,
    retryable: false,
    usage: NO_USAGE,
    upstreamCostNanos: 0n,
  }
}

function skipped(scene: Scene, candidate: Candidate, reason: SkipReason, n: number): AttemptRecord {
  return { ...attemptBy(scene, candidate, n), decision: 'skipped', reason }
}

function missed(scene: Scene, candidate: Candidate, failure: Failure, n: number): AttemptRecord {
  return {
    ...attemptBy(scene, candidate, n),
    headersMs: failure.upstreamStatus === null ? null : failure.afterMs,
    endedMs: failure.afterMs + 1,
    httpStatus: failure.upstreamStatus,
    errorClass: failure.attemptClass,
    retryable: failure.retryable,
  }
}

function shifted(pace: Pace, byMs: number): Pace {
  return { headersMs: pace.headersMs + byMs, firstTokenMs: pace.firstTokenMs + byMs, totalMs: pace.totalMs + byMs }
}

function modelOf(key: CastKey, { models, dice }: World): CastModel & { price: Price } {
  const id = pick(dice, key.models)
  const model = models.get(id)
  if (!model) throw new Error(`the demo has no model ${id}`)
  return model
}
