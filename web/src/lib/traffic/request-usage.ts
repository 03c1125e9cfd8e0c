import type { RequestRow } from '../../../../src/contract/usage.ts'

/** Everything a request read: fresh input and what came from or went into the cache. */
export function inputTotalOf(usage: RequestRow['usage']): number {
  return usage.input + usage.cache_read + usage.cache_write_5m + usage.cache_write_1h
}
