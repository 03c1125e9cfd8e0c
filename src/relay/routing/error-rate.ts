import { inCommon, type Part } from './part.ts'

/** Successes and failures of the last while, in a few buckets, so that old ones fall out without being kept one by one. */
type ErrorRate = {
  succeeded(): void
  failed(part: Part): void
  /** What the failures have in common where at least so many calls were made and at least this share of them failed; else null. */
  tooMany(share: number, ofCalls: number): Part | null
  /** Whether nothing failed lately. */
  readonly isClean: boolean
  clear(): void
}

const BUCKETS = 6

type Bucket = { at: number; calls: number; failures: number; part: Part | null }

/** Counts over `windowMs`. */
export function createErrorRate(windowMs: number, monotonicMs: () => number): ErrorRate {
  const bucketMs = windowMs / BUCKETS
  let buckets: Bucket[] = []
  const current = () => {
    const at = Math.floor(monotonicMs() / bucketMs)
    const last = buckets.at(-1)
    if (last?.at === at) return last
    const fresh: Bucket = { at, calls: 0, failures: 0, part: null }
    buckets = [...buckets.filter((bucket) => bucket.at > at - BUCKETS), fresh]
    return fresh
  }
  return {
    succeeded() {
      current().calls += 1
    },
    failed(part) {
      const bucket = current()
      bucket.calls += 1
      bucket.failures += 1
      bucket.part = inCommon(bucket.part, part)
    },
    tooMany(share, ofCalls) {
      current()
      const calls = buckets.reduce((sum, bucket) => sum + bucket.calls, 0)
      const failures = buckets.reduce((sum, bucket) => sum + bucket.failures, 0)
      if (calls < ofCalls || failures < share * calls) return null
      return buckets.reduce<Part | null>((part, bucket) => (bucket.part ? inCommon(part, bucket.part) : part), null)
    },
    get isClean() {
      current()
      return buckets.every(({ failures }) => failures === 0)
    },
    clear() {
      buckets = []
    },
  }
}
