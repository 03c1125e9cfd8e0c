import { costNanos } from '../../catalog/cost.ts'
import type { ModelEntry } from '../../core/directory.ts'
import type { Nanos } from '../../core/money.ts'
import { priceAt } from '../../core/price.ts'
import type { Fate, SimulatedCaller, SimulatedPolicy, Simulation, SimulationRequest } from '../../core/simulation.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { Directory } from '../directory.ts'
import { putFirst, refusalOf, resolveModel } from '../plan.ts'
import type { Candidate } from './candidates.ts'
import { conversationNamed } from './conversation.ts'
import { type Ordering, sharesOf, weighed } from './order.ts'
import type { Routing } from './routing.ts'
import { type Survey, survey } from './survey.ts'
import { whyBehind } from './why.ts'

/** What would be asked, by whom, with what holds for it. */
export type Simulated = Omit<SimulationRequest, 'caller' | 'policy'> & {
  caller: SimulatedCaller
  /** Epoch milliseconds. */
  at: number
  policy: SimulatedPolicy
}

type Simulating = { directory: Directory; routing: Routing; dice: () => number }

/** Plans a request without making it: the same look as a real one takes, with every way kept in. Throws as planning does. */
export function simulate(asked: Simulated, { directory, routing, dice }: Simulating): Simulation {
  const model = resolveModel(asked.caller, asked.model, { directory, at: asked.at })
  const { health, latencies, translates } = routing
  const strategy = () => asked.policy.strategy
  const { allowProviders, userId } = asked.caller
  const found = survey(
    model,
    { ...asked, allowProviders, userId },
    { directory, health, latencies, translates, strategy, dice },
  )
  const stuck = stuckOf(asked, { model, found, routing })
  const kept = stuck ? putFirst(stuck.candidate, found.kept, found.strategy) : found.kept
  // Where one of a better tier goes before it, it counts for nothing that somebody answered before.
  const first = stuck && kept[0] === stuck.candidate ? stuck : null
  const latencyOf = ({ target }: Candidate) =>
    latencies.get({ endpointId: target.endpoint.id, model: model.id, stream: asked.stream })
  const ordering: Ordering = { strategy: found.strategy, own: asked.protocol, dice, latencyMs: latencyOf }
  const ways = weighed(kept, ordering)
  const shares = sharesOf(ways)
  const fateOf = (candidate: Candidate, told: Pick<Fate, 'position' | 'reason' | 'hindrance' | 'behind'>): Fate => ({
    target: candidate.target,
    protocol: candidate.protocol,
    ...told,
    share: shares.get(candidate) ?? null,
    answeredMs: candidate === first?.candidate ? first.agoMs : null,
    credential: health.credential(candidate.target.credential.id),
    endpoint: health.endpoint(candidate.target.endpoint.id),
    latencyMs: latencyOf(candidate) ?? null,
    costNanos: costOf(candidate, asked, model),
  })
  return {
    model: model.id,
    strategy: found.strategy,
    maxAttempts: asked.policy.maxAttempts,
    fates: [
      ...ways.map((way, i) => {
        const before = ways[i - 1]
        const behind = before ? whyBehind([before, way], ordering, first?.candidate ?? null) : null
        return fateOf(way.candidate, { position: i + 1, reason: null, hindrance: undefined, behind })
      }),
      ...[...found.resting, ...found.unfit].map((skip) =>
        fateOf(skip, { position: null, reason: skip.reason, hindrance: skip.hindrance, behind: null }),
      ),
    ],
    refusal: kept.length > 0 ? null : refusalOf(asked.model, found),
  }
}

type Sticking = { model: ModelEntry; found: Survey; routing: Routing }

/** Who answered the conversation that is named before, as long as that counts. */
function stuckOf({ caller: { userId }, session, policy }: Simulated, { model, found, routing }: Sticking) {
  if (session === undefined) return undefined
  const stuck = routing.affinity.peek(conversationNamed({ userId, model: model.id }, session), found.kept)
  return stuck && stuck.agoMs < policy.affinityMs ? stuck : undefined
}

function costOf({ target }: Candidate, { inputTokens, at }: Simulated, model: ModelEntry): Nanos | null {
  const price = priceAt(model, at)
  if (inputTokens === undefined || !price) return null
  return costNanos({ ...NO_USAGE, input: inputTokens }, price, target.provider.multiplierMicros)
}
