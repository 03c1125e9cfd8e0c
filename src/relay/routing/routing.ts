import type { RelayPolicy } from '../../core/policy.ts'
import type { AttemptRecord } from '../../core/records.ts'
import type { Strategy } from '../../core/routing.ts'
import type { Answer, Ask } from '../attempt.ts'
import { type Affinity, createAffinity } from './affinity.ts'
import type { Translates } from './candidates.ts'
import { createHealth, type Health, type HealthOptions } from './health.ts'
import { createLatencies, type Latencies, type LatencyKey } from './latency.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'

/** What the relay remembers of upstreams from one request to the next, all of it in memory. */
export type Routing = {
  health: Health
  affinity: Affinity
  latencies: Latencies
  retries: RetryBudget
  translates: Translates
  /** What models without a strategy of their own are routed by. */
  strategy: () => Strategy
}

type RoutingOptions = Omit<HealthOptions, 'policy'> & {
  translates: Translates
  policy: () => Pick<RelayPolicy, 'affinityMs' | 'breaker' | 'coolingMs' | 'retryShare' | 'strategy'>
}

/** A memory that is empty but for what the directory will tell. */
export function createRouting({ translates, ...options }: RoutingOptions): Routing {
  const { clock } = options
  return {
    health: createHealth(options),
    affinity: createAffinity(clock.monotonicMs, () => options.policy().affinityMs),
    latencies: createLatencies(clock.monotonicMs),
    retries: createRetryBudget(clock.monotonicMs, () => options.policy().retryShare),
    translates,
    strategy: () => options.policy().strategy,
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
  const { target, spoken: protocol } = ask
  latencies.add(latencyKey(ask), firstTokenMs - startedMs)
  if (conversation !== null) affinity.stick(conversation, { target, protocol })
}

/** Remembers of whoever was outrun how long they had said nothing: what is always outrun would stay as fast as it once was. */
export function rememberSilence({ latencies }: Pick<Routing, 'latencies'>, ask: Ask, record: AttemptRecord): void {
  if (record.errorClass === 'hedged') latencies.addSilence(latencyKey(ask), record.endedMs - record.startedMs)
}

function latencyKey({ target, model, turn }: Ask): LatencyKey {
  return { endpointId: target.endpoint.id, model: model.id, stream: turn.stream }
}
