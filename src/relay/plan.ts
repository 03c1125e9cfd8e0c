import { allows } from '../core/bounds.ts'
import type { ModelEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import { priceAt } from '../core/price.ts'
import type { SkipReason } from '../core/records.ts'
import type { Strategy } from '../core/routing.ts'
import type { Protocol, Turn } from '../protocols/protocol.ts'
import type { Caller } from './authenticate.ts'
import { secondsOf } from './classify.ts'
import type { Directory } from './directory.ts'
import type { Exchange } from './exchange.ts'
import type { Affinity } from './routing/affinity.ts'
import { BREAKS } from './routing/breakers.ts'
import { type Candidate, isOpen, type Skip } from './routing/candidates.ts'
import { conversationOf } from './routing/conversation.ts'
import { offeredAt } from './routing/offered.ts'
import type { Latencies } from './routing/latency.ts'
import { type Tier, tierOf } from './routing/order.ts'
import { type Survey, survey, type Surveying } from './routing/survey.ts'

/** Who is asked for a request, in order, and why the others are not. */
export type Plan = {
  userId: string
  model: ModelEntry
  candidates: readonly Candidate[]
  /** The one candidate rests because its endpoint failed, is being tried again, or lacked the model: asking it is better than refusing without a try. */
  lastResort: boolean
  skips: readonly Skip[]
  /** What its answer is remembered by; null when there is no choice to remember, and when the conversation has its own who is only full. */
  conversation: string | null
  /** What the caller is told when nobody can be asked; an error carries its stack, so it is made only then. */
  refusal: () => GatewayError
}

type Planning = Surveying & {
  directory: Directory
  affinity: Pick<Affinity, 'find'>
  latencies: Pick<Latencies, 'measuring'>
}

type Planned = { caller: Caller; protocol: Protocol; turn: Turn } & Pick<Exchange, 'headers' | 'at'>

/** The model a caller may use by the name they gave; throws when there is none, it is not theirs, or it has no price at the time. */
export function resolveModel(
  caller: Pick<Caller, 'allowModels'>,
  name: string,
  { directory, at }: { directory: Directory; at: number },
): ModelEntry {
  const model = directory.model(name)
  if (!model) throw new GatewayError('model_not_found', { model: name })
  if (!allows(caller.allowModels, model.id)) throw new GatewayError('model_not_allowed', { model: name })
  if (!priceAt(model, at)) throw new GatewayError('model_unpriced', { model: name })
  return model
}

/** The candidates of a request, computed once; throws what is wrong with the model it names. */
export function plan({ caller, protocol, turn, headers, at }: Planned, by: Planning): Plan {
  const model = resolveModel(caller, turn.model, { directory: by.directory, at })
  const { userId, allowProviders } = caller
  const asked = { protocol: turn.saidIn ?? protocol.id, stream: turn.stream, wants: turn.wants, allowProviders, userId }
  const found = survey(model, asked, by)
  const common = { userId, model, refusal: () => refusalOf(turn.model, found) }
  const probe = found.kept.length === 0 ? (found.resting.find(isWorthATry) ?? found.resting.find(isAbsent)) : undefined
  const skips = [...found.resting.filter((resting) => resting !== probe), ...found.unfit]
  if (probe) return { ...common, candidates: [probe], lastResort: true, skips, conversation: null }
  const choice = found.kept.length + found.resting.length > 1
  const conversation = choice ? conversationOf({ userId, model: model.id, headers, turn }) : null
  const asking = stuckFirst(found, conversation, by)
  const endpointId = asking.candidates[0]?.target.endpoint.id
  if (found.strategy === 'lowest_latency' && endpointId !== undefined)
    by.latencies.measuring({ endpointId, model: model.id, stream: turn.stream })
  return { ...common, lastResort: false, skips, ...asking }
}

const BROKEN: ReadonlySet<SkipReason> = new Set(BREAKS)

/** What rests is asked rather than nobody when its endpoint failed, or when the time it asked for is up: a probe may think for minutes. */
function isWorthATry({ reason, waitMs }: Survey['resting'][number]): boolean {
  return BROKEN.has(reason) || ((reason === 'cooling' || reason === 'limited') && waitMs === 0)
}

/** A model that was not there is asked for once more before the caller is told so: only the upstream knows what has changed. */
function isAbsent({ reason }: Skip): boolean {
  return reason === 'absent'
}

/**
 * Whoever answered the conversation before goes first, unless somebody of a better tier is well again. Who is full has room again
 * in a moment: another answers this turn, and the conversation stays with its own, who has its cache.
 */
function stuckFirst(
  { kept, resting, strategy }: Survey,
  conversation: string | null,
  { affinity }: Planning,
): Pick<Plan, 'candidates' | 'conversation'> {
  const full = resting.filter(({ reason }) => reason === 'concurrency')
  const stuck = conversation === null ? undefined : affinity.find(conversation, [...kept, ...full])
  if (!stuck) return { candidates: kept, conversation }
  if (kept.includes(stuck)) return { candidates: putFirst(stuck, kept, strategy), conversation }
  const [best] = kept
  const moves = best !== undefined && isBefore(tierOf(best, strategy), tierOf(stuck, strategy))
  return { candidates: kept, conversation: moves ? conversation : null }
}

function isBefore([one, part]: Tier, [other, otherPart]: Tier): boolean {
  return one === other ? part < otherPart : one < other
}

/** The candidate a conversation was answered by before the others, where none of these is of a better tier. */
export function putFirst(stuck: Candidate, kept: Candidate[], strategy: Strategy): Candidate[] {
  const [best] = kept
  if (!best || String(tierOf(stuck, strategy)) !== String(tierOf(best, strategy))) return kept
  return [stuck, ...kept.filter((candidate) => candidate !== stuck)]
}

/** What waiting does not mend must not look like a passing fault: Codex repeats a 503 thirty times and a 404 never. */
export function refusalOf(model: string, { kept, resting, unfit }: Survey): GatewayError {
  if (resting.length > 0) {
    const seconds = secondsOf(Math.min(...resting.map(({ waitMs }) => waitMs)))
    return new GatewayError('no_upstream', { model, seconds })
  }
  if (kept.length > 0) return new GatewayError('no_upstream', { model })
  const misfits = unfit.filter(isOpen)
  if (misfits.length > 0)
    return new GatewayError('model_not_served', { model, through: offeredAt(misfits.map(({ target }) => target)) })
  const isForbidden = unfit.length > 0 && unfit.every(({ reason }) => reason === 'forbidden')
  return new GatewayError(isForbidden ? 'model_not_allowed' : 'no_upstream', { model })
}
