import type { GatewayError } from '../../core/errors.ts'
import type { ProtocolId } from '../../core/protocol.ts'
import type { SkipReason } from '../../core/records.ts'
import type { CredentialHealth, EndpointHealth, Strategy } from '../../core/routing.ts'
import type { Caller } from '../authenticate.ts'
import type { Directory } from '../directory.ts'
import { refusalOf, resolveModel } from '../plan.ts'
import type { Candidate } from './candidates.ts'
import type { Routing } from './routing.ts'
import { survey } from './survey.ts'

/** What would be asked, by whom. */
type Simulated = {
  caller: Pick<Caller, 'allowModels'>
  /** Epoch milliseconds. */
  at: number
  model: string
  protocol: ProtocolId
  stream: boolean
}

/** What would become of one way to reach the model. `position` counts from 1; null when it would not be asked. */
type Fate = Candidate & {
  position: number | null
  reason: SkipReason | null
  credential: CredentialHealth | undefined
  endpoint: EndpointHealth | undefined
  latencyMs: number | null
}

/** `refusal` is what the caller would be told if nobody could be asked; null when somebody can. */
export type Simulation = { model: string; strategy: Strategy; fates: Fate[]; refusal: GatewayError | null }

type Simulating = { directory: Directory; routing: Routing; dice: () => number }

/** Plans a request without making it: the same look as a real one takes, with every way kept in. Throws as planning does. */
export function simulate(asked: Simulated, { directory, routing, dice }: Simulating): Simulation {
  const model = resolveModel(asked.caller, asked.model, { directory, at: asked.at })
  const { health, latencies, translates, strategy } = routing
  const found = survey(model, asked, { directory, health, latencies, translates, strategy, dice })
  const fateOf = (candidate: Candidate, position: number | null, reason: SkipReason | null): Fate => ({
    target: candidate.target,
    protocol: candidate.protocol,
    position,
    reason,
    credential: health.credential(candidate.target.credential.id),
    endpoint: health.endpoint(candidate.target.endpoint.id),
    latencyMs:
      latencies.get({ endpointId: candidate.target.endpoint.id, model: model.id, stream: asked.stream }) ?? null,
  })
  return {
    model: model.id,
    strategy: found.strategy,
    fates: [
      ...found.kept.map((candidate, i) => fateOf(candidate, i + 1, null)),
      ...[...found.resting, ...found.unfit].map((skip) => fateOf(skip, null, skip.reason)),
    ],
    refusal: found.kept.length > 0 ? null : refusalOf(asked.model, found),
  }
}
