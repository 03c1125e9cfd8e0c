/**
 * Ways of being served that vendors price apart from the standard one; `us` is in the United States alone, `search_…` with so
 * much of what was found on the web.
 */
export const SERVICE_TIERS = [
  'flex',
  'priority',
  'batch',
  'fast',
  'us',
  'fast_us',
  'search_medium',
  'search_high',
] as const
/** As rows of `price` name it; the standard one has no name. */
export type ServiceTier = (typeof SERVICE_TIERS)[number]
