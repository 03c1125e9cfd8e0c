import type { Json } from '../core/json.ts'
import type { ServiceTier } from '../core/service-tier.ts'

/**
 * What vendors call the tiers they price apart; every other word (`default`, `auto`, `standard`, `scale`) is the standard one. `batch` too:
 * batches are known as such here, and whoever says so of an answer that did not wait has but repeated what was asked for.
 */
const NAMES: Readonly<Record<string, ServiceTier>> = {
  flex: 'flex',
  priority: 'priority',
  fast: 'fast',
  ultrafast: 'fast',
  ON_DEMAND_FLEX: 'flex',
  ON_DEMAND_PRIORITY: 'priority',
  search_medium: 'search_medium',
  search_high: 'search_high',
}

/** The service tier an upstream says it used: of several words about it the first that names one (wire.md §0.17); null is standard. */
export function serviceTierOf(...told: readonly unknown[]): ServiceTier | null {
  for (const word of told) if (typeof word === 'string' && Object.hasOwn(NAMES, word)) return NAMES[word] ?? null
  return null
}

/** Notes what is said of the tier, whenever it is said: who leaves before the end is charged by it too. What is not said changes nothing. */
export function noteServiceTier(told: unknown, seen: { serviceTier?: ServiceTier | null }): void {
  if (typeof told === 'string') seen.serviceTier = serviceTierOf(told)
}

/**
 * The same of an answer of chat and its usage, where Perplexity says how much it read of what it found: a request costs more
 * for `medium` and `high` (docs.perplexity.ai, pricing, Request Pricing); `low` is the standard.
 */
export function noteChatTier(answer: Json, usage: Json, seen: { serviceTier?: ServiceTier | null }): void {
  const { search_context_size: size } = usage
  const told = [answer.service_tier, typeof size === 'string' ? `search_${size}` : undefined]
  if (told.some((word) => typeof word === 'string')) seen.serviceTier = serviceTierOf(...told)
}

/** Where Google's own API says how it served an answer, before the answer says it or where it does not (ai.google.dev, priority inference). */
const TIER_HEADER = 'x-gemini-service-tier'

/** Notes what the head of an answer says of the tier; what the answer says later goes before. */
export function noteTierHeader(
  headers: Readonly<Record<string, unknown>>,
  seen: { serviceTier?: ServiceTier | null },
): void {
  const told = headers[TIER_HEADER]
  if (typeof told === 'string') noteServiceTier(told.toLowerCase(), seen)
}
