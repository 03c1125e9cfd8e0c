import type { OrderReason } from '../../core/routing.ts'
import type { Candidate } from './candidates.ts'
import { ORDER_PARTS, type Ordering, type Weighed } from './order.ts'

/** What put a candidate behind the one before it; `first` is the one that its conversation put before all others. */
export function whyBehind(
  [before, candidate]: readonly [Weighed, Weighed],
  { strategy }: Pick<Ordering, 'strategy'>,
  first: Candidate | null,
): OrderReason {
  // Who is put first shares its tier with whoever would be: above the dialect nothing tells them apart.
  const part = ORDER_PARTS[before.keys.findIndex((key, i) => key !== candidate.keys[i])]
  if (part === 'priority' || part === 'credential_priority') return part
  if (before.candidate === first) return 'affinity'
  if (part === undefined) return 'equal'
  if (part !== 'strategy') return part
  return strategy === 'lowest_cost' ? 'cost' : 'latency'
}
