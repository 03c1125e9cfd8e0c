import type { Json } from '../../core/json.ts'
import type { CacheHint } from '../translate/conversation.ts'

/** The hint that a block carries, ready to be spread into a part. */
export function cacheOf({ cache_control: told }: Json): { cache?: CacheHint } {
  if (typeof told !== 'object' || told === null) return {}
  return { cache: 'ttl' in told && told.ttl === '1h' ? '1h' : '5m' }
}

/** The opposite of `cacheOf`, ready to be spread into a block. */
export function cacheControl({ cache }: { cache?: CacheHint }): { cache_control?: Json } {
  if (!cache) return {}
  return { cache_control: cache === '1h' ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' } }
}
