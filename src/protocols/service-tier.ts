import type { ServiceTier } from '../core/price.ts'

/** What vendors call the tiers they price apart; every other word (`default`, `auto`, `standard`, `scale`) is the standard one. */
const NAMES: Readonly<Record<string, ServiceTier>> = {
  flex: 'flex',
  priority: 'priority',
  batch: 'batch',
  fast: 'fast',
  ultrafast: 'fast',
  ON_DEMAND_FLEX: 'flex',
  ON_DEMAND_PRIORITY: 'priority',
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
