import type { OrderReason } from '../../core/routing.ts'
import type { Candidate } from './candidates.ts'
import { keysOf, ORDER_PARTS, type Ordering } from './order.ts'

/** What put a candidate behind the one before it; `first` is the one that its conversation put before all others. */
export function whyBehind(
  [before, candidate]: readonly [Candidate, Candidate],
  ordering: Ordering,
  first: Candidate | null,
): OrderReason {
  // Who is put first shares its tier with whoever would be: above the dialect nothing tells them apart.
  const [one, other] = [keysOf(before, ordering), keysOf(candidate, ordering)]
  const part = ORDER_PARTS[one.findIndex((key, i) => key !== other[i])]
  if (part === 'priority' || part === 'credential_priority') return part
  if (before === first) return 'affinity'
  if (part === undefined) return 'equal'
  if (part !== 'strategy') return part
  return ordering.strategy === 'lowest_cost' ? 'cost' : 'latency'
}
