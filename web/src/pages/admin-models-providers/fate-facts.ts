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

/** How many requests are under way where no more may be; null where a limit of the operator's stands in the way instead. */
export function fullOf({ endpoint, credential }: RoutingFate): { used: number; limit: number } | null {
  const found = [
    { used: endpoint.in_flight, limit: endpoint.max_concurrency },
    { used: credential.in_flight, limit: credential.limit },
  ].find(({ used, limit }) => limit !== null && used >= limit)
  return found?.limit == null ? null : { used: found.used, limit: found.limit }
}
