import type { Limit } from '../../core/limits.ts'
import type { RequestRecord } from '../../core/records.ts'
import type { Counter } from './counter.ts'
import type { Amounts } from './estimate.ts'
import type { Payer } from './hold.ts'

/** A reading of what the database has counted, from before it begins until limits go on with it or it has failed. */
export type Reading = Disposable & {
  /** Requests that were settled here and may not be in the database yet. */
  ids: () => string[]
  /** Those of them that it had, and so has counted. */
  had: ReadonlySet<string>
}

/** Requests that were settled here lately: what the database has counted by a moment may lack the last of them. */
export type Lately = {
  add(record: RequestRecord, payer: Payer, used: Amounts): void
  /** These are in the database. */
  stored(ids: readonly string[]): void
  reading(): Reading
  /** Counts in a limit that begins with what a reading found (null: nothing of its window) what that had not found. */
  countIn(counter: Counter, reading: Pick<Reading, 'had'> | null): void
}

type Settled = Pick<RequestRecord, 'id' | 'at' | 'userId' | 'keyId' | 'providerId' | 'credentialId' | 'attempts'> & {
  groupId: string | null
  used: Amounts
  isStored: boolean
}

/** A database that is away for long must not cost memory: of more the older ones are taken for stored. */
const MOST = 20_000

/**
 * Keeps what is not stored yet and, as long as anybody reads, what was stored meanwhile, up to the bound. A list, and no Map: V8
 * keeps what has left a Map that each request goes through (docs/performance.md, “Requests that had ended were kept”).
 */
export function createLately(): Lately {
  let settled: Settled[] = []
  let readings = 0
  const forgetStored = () => {
    if (readings === 0) settled = settled.filter(({ isStored }) => !isStored)
  }
  return {
    add({ id, at, userId, keyId, providerId, credentialId, attempts }, { groupId }, used) {
      settled.push({ id, at, userId, keyId, providerId, credentialId, attempts, groupId, used, isStored: false })
      if (settled.length > MOST) settled = settled.slice(MOST / 2)
    },
    stored(ids) {
      const among = new Set(ids)
      for (const one of settled) if (among.has(one.id)) one.isStored = true
      forgetStored()
    },
    reading() {
      readings += 1
      let isOver = false
      return {
        ids: () => settled.map(({ id }) => id),
        had: new Set(),
        [Symbol.dispose]() {
          if (isOver) return
          isOver = true
          readings -= 1
          forgetStored()
        },
      }
    },
    countIn({ limit, span, budget }, reading) {
      for (const one of settled) {
        const isWithin = one.at >= span.start && (span.end === null || one.at < span.end)
        if (isWithin && !reading?.had.has(one.id)) budget.counted += countedBy(limit, one)
      }
    },
  }
}

/** What a request counts for a limit, as its row does (src/store/limit-use.ts). */
function countedBy({ subject, subjectId, metric }: Limit, settled: Settled): bigint {
  const { userId, keyId, groupId, providerId, credentialId, attempts, used } = settled
  switch (subject) {
    case 'user':
      return subjectId === userId ? used[metric] : 0n
    case 'key':
      return subjectId === keyId ? used[metric] : 0n
    case 'group':
      return subjectId === groupId ? used[metric] : 0n
    case 'provider':
    case 'credential': {
      const idOf = (way: { providerId: string | null; credentialId: string | null }) =>
        subject === 'provider' ? way.providerId : way.credentialId
      if (metric !== 'cost') return subjectId === idOf({ providerId, credentialId }) ? used[metric] : 0n
      const paid = attempts.filter((attempt) => subjectId === idOf(attempt))
      return paid.reduce((sum, { upstreamCostNanos }) => sum + upstreamCostNanos, 0n)
    }
  }
  return subject satisfies never
}
