import type { RoutingFate } from '../../../../src/contract/routing.ts'
import type { OrderReason, Strategy } from '../../../../src/core/routing.ts'

/** Something candidates are ordered by, as `behind` names it. */
export type OrderPart = Exclude<OrderReason, 'equal'>

const TIERS = ['priority', 'credential_priority'] as const
const STAYS = ['affinity', 'protocol'] as const

/** What each strategy orders by, the first first; by weight alone there are no tiers. */
const ORDERED_BY: Record<Strategy, readonly OrderPart[]> = {
  priority: [...TIERS, ...STAYS, 'weight'],
  weighted: [...STAYS, 'weight'],
  lowest_cost: [...TIERS, ...STAYS, 'cost', 'weight'],
  lowest_latency: [...TIERS, ...STAYS, 'latency', 'weight'],
}

/** What a candidate is ordered by; by the conversation only where it answered that. */
export function partsOf({ answered_at: answeredAt }: RoutingFate, strategy: Strategy): OrderPart[] {
  return ORDERED_BY[strategy].filter((part) => part !== 'affinity' || answeredAt !== null)
}
