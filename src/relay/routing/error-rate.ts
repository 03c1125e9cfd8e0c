/** Successes and failures of the last while, in a few buckets, so that old ones fall out without being kept one by one. */
type ErrorRate = {
  add(failed: boolean): void
  /** Whether at least so many calls were made and at least this share of them failed. */
  isAtLeast(share: number, ofCalls: number): boolean
  clear(): void
}

const BUCKETS = 6

/** Counts over `windowMs`. */
export function createErrorRate(windowMs: number, monotonicMs: () => number): ErrorRate {
  const bucketMs = windowMs / BUCKETS
  let buckets: { at: number; calls: number; failures: number }[] = []
  const current = () => {
    const at = Math.floor(monotonicMs() / bucketMs)
    buckets = buckets.filter((bucket) => bucket.at > at - BUCKETS)
    const last = buckets.at(-1)
    if (last?.at === at) return last
    const fresh = { at, calls: 0, failures: 0 }
    buckets.push(fresh)
    return fresh
  }
  return {
    add(failed) {
      const bucket = current()
      bucket.calls += 1
      if (failed) bucket.failures += 1
    },
    isAtLeast(share, ofCalls) {
      current()
      const calls = buckets.reduce((sum, bucket) => sum + bucket.calls, 0)
      const failures = buckets.reduce((sum, bucket) => sum + bucket.failures, 0)
      return calls >= ofCalls && failures >= share * calls
    },
    clear() {
      buckets = []
    },
  }
}
