import type { AllowList } from '../../core/bounds.ts'
import type { ModelEntry } from '../../core/directory.ts'
import type { ProtocolId } from '../../core/protocol.ts'
import type { Strategy } from '../../core/routing.ts'
import type { Wanted } from '../../protocols/protocol.ts'
import type { Directory } from '../directory.ts'
import { allowedOf, type Candidate, candidatesOf, type Skip, type Translates } from './candidates.ts'
import type { Health } from './health.ts'
import type { Latencies } from './latency.ts'
import { inOrder, type Ordering } from './order.ts'

/** What candidates are weighed by. */
export type Surveying = {
  directory: Pick<Directory, 'targets' | 'switchedOff'>
  health: Pick<Health, 'look'>
  latencies: Pick<Latencies, 'get'>
  translates: Translates
  /** What models without a strategy of their own are routed by. */
  strategy: () => Strategy
  dice: () => number
}

/** What is asked for, which providers may be, and by whom. */
type Surveyed = {
  protocol: ProtocolId
  stream: boolean
  wants?: Wanted | undefined
  allowProviders: AllowList
  userId: string
}

/** A candidate that fits but rests; `waitMs` until it may be asked. */
type Resting = Skip & { waitMs: number }

/** Every way to reach a model, in one look: who may be asked, who rests, and who cannot be asked at all. */
export type Survey = {
  strategy: Strategy
  /** In the order they are asked. */
  kept: Candidate[]
  /** In the order they would be asked. */
  resting: Resting[]
  /** What waiting does not mend. */
  unfit: readonly Skip[]
}

/** Looks at every way to reach a model once; asks nobody. */
export function survey(model: ModelEntry, asked: Surveyed, by: Surveying): Survey {
  const strategy = model.strategy ?? by.strategy()
  const sorted = candidatesOf(asked, by.directory.targets(model.id), by.translates)
  const off = by.directory.switchedOff(model.id)
  const disabled = off.map((target): Skip => ({ target, protocol: asked.protocol, reason: 'disabled' }))
  const all = disabled.length > 0 ? { ...sorted, skips: [...sorted.skips, ...disabled] } : sorted
  const { fit, skips: unfit } = allowedOf(all, asked.allowProviders)
  const ordering: Ordering = {
    strategy,
    own: asked.protocol,
    dice: by.dice,
    latencyMs: ({ target }) =>
      by.latencies.get({ endpointId: target.endpoint.id, model: model.id, stream: asked.stream }),
  }
  const kept: Candidate[] = []
  const resting: Resting[] = []
  for (const candidate of fit) {
    const refusal = by.health.look(candidate, asked)
    if (refusal) resting.push({ ...candidate, ...refusal })
    else kept.push(candidate)
  }
  // Apart: what a provider weighs is shared by those of its ways that can be asked.
  return { strategy, kept: inOrder(kept, ordering), resting: inOrder(resting, ordering), unfit }
}
