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
export function inOrder<C extends Candidate>(candidates: readonly C[], ordering: Ordering): C[] {
  if (candidates.length <= 1) return [...candidates]
  return weighed(candidates, ordering)
    .toSorted((one, other) => compare(one.keys, other.keys))
    .map(({ candidate }) => candidate)
}

/** A candidate with what it is ordered by, the smaller the earlier, as `ORDER_PARTS` names it, the last drawn by its weight; `tie` is the same for those that the draw alone tells apart. */
export type Weighed<C extends Candidate = Candidate> = {
  candidate: C
  tie: string
  weight: number
  keys: readonly number[]
}

/**
 * What each of some candidates is ordered by. A provider weighs what its operator says, however many ways lead through it: those
 * between which nothing else decides share its weight, each by its credential's.
 */
export function weighed<C extends Candidate>(candidates: readonly C[], ordering: Ordering): Weighed<C>[] {
  const { strategy, own, dice } = ordering
  const ways = candidates.map((candidate) => {
    const { target, protocol } = candidate
    const keys = [...tierOf(candidate, strategy), protocol === own ? 0 : 1, VALUES[strategy](candidate, ordering)]
    const tie = keys.join(' ')
    return { candidate, tie, keys, of: `${tie} ${target.provider.id}`, part: target.credential.weight }
  })
  const parts = new Map<string, number>()
  for (const { of, part } of ways) parts.set(of, (parts.get(of) ?? 0) + part)
  return ways.map(({ candidate, tie, keys, of, part }) => {
    const weight = (candidate.target.weight * part) / (parts.get(of) ?? part)
    return { candidate, tie, weight, keys: [...keys, draw(weight, dice)] }
  })
}

/** How likely each is to be the first asked of those that the draw alone tells apart, from 0 to 1. */
export function sharesOf<C extends Candidate>(ways: readonly Weighed<C>[]): ReadonlyMap<C, number> {
  const sums = new Map<string, number>()
  for (const { tie, weight } of ways) sums.set(tie, (sums.get(tie) ?? 0) + weight)
  return new Map(ways.map(({ candidate, tie, weight }) => [candidate, weight / (sums.get(tie) ?? weight)]))
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
  return -Math.log(1 - dice()) / weight
}
