import type { RelayPolicy } from '../../core/policy.ts'
import type { Answer, Ask } from '../attempt.ts'
import { type Affinity, createAffinity } from './affinity.ts'
import type { Translates } from './candidates.ts'
import { createHealth, type Health, type HealthOptions } from './health.ts'
import { createLatencies, type Latencies } from './latency.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'

/** What the relay remembers of upstreams from one request to the next, all of it in memory. */
export type Routing = {
  health: Health
  affinity: Affinity
  latencies: Latencies
  retries: RetryBudget
  translates: Translates
}

type RoutingOptions = Omit<HealthOptions, 'policy'> & {
  translates: Translates
  policy: () => Pick<RelayPolicy, 'breaker' | 'retryShare'>
}

/** A memory that is empty but for what the directory will tell. */
export function createRouting({ translates, ...options }: RoutingOptions): Routing {
  const { clock } = options
  return {
    health: createHealth(options),
    affinity: createAffinity(clock.monotonicMs),
    latencies: createLatencies(),
    retries: createRetryBudget(clock.monotonicMs, () => options.policy().retryShare),
    translates,
  }
}

/** Remembers who answered a conversation, and how long its first content took. */
export function remember(
  { affinity, latencies }: Routing,
  ask: Ask,
  answer: Answer,
  conversation: string | null,
): void {
  const { firstTokenMs, startedMs } = answer.record
  if (firstTokenMs === null) return
  const { target, spoken: protocol, model, turn } = ask
  latencies.add({ endpointId: target.endpoint.id, model: model.id, stream: turn.stream }, firstTokenMs - startedMs)
  if (conversation !== null) affinity.stick(conversation, { target, protocol })
}
