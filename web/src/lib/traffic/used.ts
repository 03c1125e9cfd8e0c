import type { RequestRow } from '../../../../src/contract/usage.ts'

/** What a request used and cost as it is shown: null where there is no such value, 0 where it was counted and is none. */
type Used = Record<'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'reasoning' | 'totalMs', number | null> & {
  cost: string | null
}

/** Reads a request's figures. A cost stands as soon as it has ended, tokens only where some were told or counted; caches and thinking that were not used have none. */
export function usedOf({
  status,
  usage,
  usage_source: source,
  cost,
  total_ms: totalMs,
}: Pick<RequestRow, 'status' | 'usage' | 'usage_source' | 'cost' | 'total_ms'>): Used {
  const ended = status !== 'running'
  const told = (tokens: number) => (ended && source !== 'none' ? tokens : null)
  return {
    input: told(usage.input),
    output: told(usage.output),
    cacheRead: told(usage.cache_read) || null,
    cacheWrite: told(usage.cache_write_5m + usage.cache_write_1h) || null,
    reasoning: told(usage.reasoning) || null,
    totalMs: ended ? totalMs : null,
    cost: ended ? cost : null,
  }
}
