import type { ProtocolId } from '../../core/protocol.ts'
import type { Strategy } from '../../core/routing.ts'
import type { Candidate } from './candidates.ts'

/** What an order is decided by beside the candidates themselves. */
export type Ordering = {
  strategy: Strategy
  /** The caller's own protocol: whoever speaks it goes before those that need a translation. */
  own: ProtocolId
  dice: () => number
  /** The usual time to the first content in milliseconds; undefined until it has been measured. */
  latencyMs: (candidate: Candidate) => number | undefined
}

/** What candidates differ by, the first first; affinity stands before the caller's dialect (`plan.ts`). */
export const ORDER_PARTS = ['priority', 'credential_priority', 'protocol', 'strategy', 'weight'] as const

/** Candidates in the order they are asked: the operator's tiers, the caller's own dialect, then the strategy. */
export function inOrder(candidates: readonly Candidate[], ordering: Ordering): Candidate[] {
  if (candidates.length <= 1) return [...candidates]
  return candidates
    .map((candidate) => ({ candidate, keys: keysOf(candidate, ordering) }))
    .toSorted((one, other) => compare(one.keys, other.keys))
    .map(({ candidate }) => candidate)
}

/** What a candidate is ordered by, the smaller the earlier, as `ORDER_PARTS` names it; the last is drawn. */
export function keysOf(candidate: Candidate, ordering: Ordering): readonly number[] {
  const { strategy, own, dice } = ordering
  return [
    ...tierOf(candidate, strategy),
    candidate.protocol === own ? 0 : 1,
    VALUES[strategy](candidate, ordering),
    draw(candidate.target.weight * candidate.target.credential.weight, dice),
  ]
}

/** The priority of a provider, then of its credential. */
export type Tier = readonly [number, number]

/** The operator's priorities; under `weighted` there are none, and the weights decide alone. */
export function tierOf({ target }: Candidate, strategy: Strategy): Tier {
  return strategy === 'weighted' ? [0, 0] : [target.priority, target.credential.priority]
}

/** What each strategy prefers the least of; whoever has not been measured goes first, so that it is. */
const VALUES: Record<Strategy, (candidate: Candidate, ordering: Ordering) => number> = {
  priority: () => 0,
  weighted: () => 0,
  // One model has one price, so that the provider's factor on it is what tells costs apart.
  lowest_cost: ({ target }) => Number(target.provider.multiplierMicros),
  lowest_latency: (candidate, { latencyMs }) => latencyMs(candidate) ?? 0,
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, i) => value !== other[i])
  return (one[at] ?? 0) - (other[at] ?? 0)
}

/** Sorting by these draws is a weighted shuffle (Efraimidis and Spirakis, 2006): the first is w / Σw likely to be each. */
function draw(weight: number, dice: () => number): number {
  return -Math.log(1 - dice()) / Math.max(weight, 1)
}
