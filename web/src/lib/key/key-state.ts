import type { ApiKey, KeyState } from '../../../../src/contract/keys.ts'
import { DAY_MS } from '../../../../src/core/time.ts'
import { someUsedUp } from '../limits/meter.ts'

/** The state of a key in the words of the status language: what the server says, and of a working one whether its limits are used up or its old secret still works. */
export function keyState(key: Pick<ApiKey, 'status' | 'limits' | 'old_secret_until'>): KeyState {
  if (key.status !== 'active') return key.status
  if (someUsedUp(key.limits)) return 'exhausted'
  return key.old_secret_until === null ? 'active' : 'rotating'
}

const SOON_MS = 7 * DAY_MS
const UNUSED_MS = 90 * DAY_MS

/** Whole days until a moment, and 0 on either side of it; negative once it is over. */
export const daysUntil = (at: string, now: number): number => Math.trunc((Date.parse(at) - now) / DAY_MS) || 0

/** Whether an active key ends within seven days. */
export function expiresSoon(key: Pick<ApiKey, 'status' | 'expires_at'>, now: number): boolean {
  if (key.status !== 'active' || key.expires_at === null) return false
  return Date.parse(key.expires_at) - now < SOON_MS
}

/** Whether a key has done nothing for more than 90 days. */
export function longUnused(key: Pick<ApiKey, 'last_used_at' | 'created_at'>, now: number): boolean {
  return now - Date.parse(key.last_used_at ?? key.created_at) > UNUSED_MS
}

/** A key as it may be shown anywhere: enough to recognise it. */
export const masked = (key: Pick<ApiKey, 'prefix' | 'last4'>): string => `${key.prefix}…${key.last4}`

/** How often a key may be used in a minute; null where nothing bounds that. */
export function ratePerMinute({ limits }: Pick<ApiKey, 'limits'>): number | null {
  const rate = limits.find(({ metric, window }) => metric === 'requests' && window === 'minute')
  return rate === undefined || rate.metric === 'cost' ? null : rate.max
}
