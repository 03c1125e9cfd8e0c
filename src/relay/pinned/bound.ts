import { GatewayError } from '../../core/errors.ts'
import type { Pin } from '../../core/pin.ts'
import { PROTOCOLS, type ProtocolId } from '../../core/protocol.ts'
import { Slices } from '../../core/slices.ts'
import { hostOf } from '../../protocols/gemini-generate/google-file.ts'
import { descriptorOf } from '../../providers/all.ts'
import type { Question } from '../ask.ts'
import type { Plan } from '../plan.ts'
import { NOT_FOUND, type ResponseMemory } from '../response-memory.ts'
import { type Candidate, isOpen } from '../routing/candidates.ts'
import { mayNameGoogles, type Named, namedIn } from './named.ts'
import type { Pins } from './pins.ts'
import { FILES_NAMED_IN, KEPT_AS } from './routes.ts'

type Binding = { pins: Pick<Pins, 'find'>; memory: Pick<ResponseMemory, 'knows'> }
type Asked = Pick<Question, 'protocol' | 'turn' | 'userId'>

/**
 * The plan of a request that names what only one upstream keeps: nobody else is asked. Throws `object_not_found` for what is
 * not the caller's, and says so when the model is not served where it is kept.
 */
export function boundPlan(plan: Plan, asked: Asked, binding: Binding): Plan | Promise<Plan> {
  const { protocol, turn } = asked
  const hosts = mayNameGoogles(protocol.id, turn.spans) ? hostsOf(plan) : NO_HOSTS
  const named = namedIn(protocol.id, turn, { schemes: schemesOf(plan), hosts })
  return named ? boundTo(named, plan, asked, binding) : plan
}

async function boundTo(named: Named, plan: Plan, asked: Asked, binding: Binding): Promise<Plan> {
  const protocol = asked.protocol.id
  const pins = await pinsOf(named, { userId: asked.userId, protocol }, binding)
  let candidates = plan.candidates
  // An answer that was translated is known here, and to no upstream.
  if (named.response !== null && !pins.some(({ kind }) => kind === KEPT_AS[protocol])) {
    candidates = candidates.filter((one) => one.protocol !== protocol)
    if (candidates.length === 0) throw NOT_FOUND
  }
  for (const pin of pins) candidates = whereKept(pin, candidates, plan)
  return { ...plan, candidates }
}

type Batch = { bodies: readonly Uint8Array[]; userId: string; protocol: 'openai-responses' | 'anthropic-messages' }

/** Those of the candidates with whom all is kept that the requests of a batch name; throws as `boundPlan` does. */
export async function boundBatch(
  plan: Pick<Plan, 'candidates' | 'skips'>,
  { bodies, userId, protocol }: Batch,
  pins: Binding['pins'],
): Promise<readonly Candidate[]> {
  const known = new Map<string, Pin>()
  const find: Binding['pins']['find'] = async (kind, id, whose) => {
    const pin = known.get(`${kind} ${id}`) ?? (await pins.find(kind, id, whose))
    if (pin) known.set(`${kind} ${id}`, pin)
    return pin
  }
  const slices = new Slices()
  // No protocol of Google's has batches here.
  const elsewhere = { schemes: schemesOf(plan), hosts: NO_HOSTS }
  for (const body of bodies) {
    await slices.next()
    const named = namedIn(protocol, { body }, elsewhere)
    // What was translated is known here alone, and no batch is.
    if (named) await pinsOf(named, { userId, protocol }, { pins: { find }, memory: { knows: () => false } })
  }
  let { candidates } = plan
  for (const pin of known.values()) candidates = whereKept(pin, candidates, plan)
  return candidates
}

const NO_HOSTS: ReadonlySet<string> = new Set()

/** Hosts at which files may lie that are named by their address: a relay of Google's API may tell its own. */
function hostsOf({ candidates, skips }: Pick<Plan, 'candidates' | 'skips'>): ReadonlySet<string> {
  const asked = [...candidates, ...skips].filter(({ target }) => target.endpoint.dialect === 'gemini')
  return new Set(asked.map(({ target }) => hostOf(new URL(target.endpoint.baseUrl))))
}

const NO_SCHEMES: readonly string[] = []

/** By what the vendors find files in words who are asked, or would be if they did not rest. */
function schemesOf({ candidates, skips }: Pick<Plan, 'candidates' | 'skips'>): readonly string[] {
  let found = NO_SCHEMES
  const look = ({ target }: Candidate) => {
    const { namesFilesBy } = descriptorOf(target.provider.preset)
    if (namesFilesBy !== undefined && !found.includes(namesFilesBy)) found = [...found, namesFilesBy]
  }
  for (const candidate of candidates) look(candidate)
  for (const skip of skips) if (isOpen(skip)) look(skip)
  return found
}

type Whose = { userId: string; protocol: ProtocolId }

async function pinsOf(named: Named, { userId, protocol }: Whose, { pins, memory }: Binding): Promise<Pin[]> {
  // Conversations of that kind are not kept for anybody.
  if (named.conversation !== null) throw new GatewayError('object_not_found', { id: named.conversation.slice(0, 200) })
  const found: Pin[] = []
  // One after another: the first that is not theirs ends it, however many are named.
  for (const id of named.files) {
    found.push(await fileOf(id.slice(0, 200), { userId, protocol }, pins))
  }
  for (const id of named.googles) {
    const pin = await pins.find('gemini-file', id.slice(0, 200), userId)
    if (!pin) throw new GatewayError('object_not_found', { id: id.slice(0, 200) })
    found.push(pin)
  }
  const kind = KEPT_AS[protocol]
  if (named.response === null || kind === undefined) return found
  const response = await pins.find(kind, named.response.slice(0, 200), userId)
  if (!response && !memory.knows(named.response, userId)) throw NOT_FOUND
  return response ? [...found, response] : found
}

/** A user's file, whichever vendor's way of keeping files it came in. */
async function fileOf(id: string, { userId, protocol }: Whose, pins: Binding['pins']): Promise<Pin> {
  for (const kind of FILES_NAMED_IN[PROTOCOLS[protocol].dialect]) {
    const pin = await pins.find(kind, id, userId)
    if (pin) return pin
  }
  throw new GatewayError('object_not_found', { id })
}

/** Those of the candidates that a thing is kept with. */
function whereKept(pin: Pin, candidates: readonly Candidate[], { skips }: Pick<Plan, 'skips'>): Candidate[] {
  const isThere = ({ target: { endpoint, credential } }: Pick<Candidate, 'target'>) =>
    endpoint.id === pin.endpointId && credential.id === pin.credentialId
  const kept = candidates.filter(isThere)
  if (kept.length > 0) return kept
  const rests = skips.some((skip) => isThere(skip) && skip.reason !== 'forbidden')
  throw new GatewayError(rests ? 'object_unreachable' : 'object_elsewhere', { id: pin.id })
}
