import type { IsCounted, Limit, LimitSubject, LimitUse } from '../../core/limits.ts'
import { openBudget } from './budget.ts'
import { budgetAt, type Counter, countsTheSame, isCutIn, openCounter, seed } from './counter.ts'

/** A counter for every limit there is, found by what is limited. */
export type Counters = {
  of(subject: LimitSubject, subjectId: string | null): readonly Counter[]
  all(): Iterable<Counter>
  /** Whether the counter of a limit would go on, so that `replace` asks for no use of it. */
  has: IsCounted
  /** Takes over the limits there are now; what was counted stays, and those that begin anew are answered. */
  replace(limits: readonly Limit[], uses: readonly LimitUse[]): Counter[]
  /** Begins again from what the database has counted, plus what was counted here since the start. */
  reseed(uses: readonly LimitUse[]): void
}

const NONE: readonly Counter[] = []

/** Begins without a limit; `at` gives the time in epoch milliseconds and the operator's IANA zone. */
export function createCounters(at: () => { now: number; zone: string }): Counters {
  let byId = new Map<string, Counter>()
  let bySubject = new Map<LimitSubject, Map<string, Counter[]>>()
  const usesById = (uses: readonly LimitUse[]) => new Map(uses.map((use) => [use.limitId, use]))
  return {
    all: () => byId.values(),
    has: (limit, zone) => keptOf(byId, limit, zone) !== undefined,
    of: (subject, subjectId) => bySubject.get(subject)?.get(subjectId ?? '') ?? NONE,
    replace(limits, uses) {
      const before = byId
      const usesOf = usesById(uses)
      byId = new Map(
        limits.map((limit) => [
          limit.id,
          kept(before, limit, at().zone) ?? openCounter(limit, usesOf.get(limit.id), at()),
        ]),
      )
      const groups = Map.groupBy(byId.values(), ({ limit }) => limit.subject)
      bySubject = new Map(
        groups.entries().map(([subject, own]) => [subject, Map.groupBy(own, ({ limit }) => limit.subjectId)]),
      )
      for (const [id, counter] of before) if (byId.get(id) !== counter) retire(counter)
      return byId
        .values()
        .filter((counter) => before.get(counter.limit.id) !== counter)
        .toArray()
    },
    reseed(uses) {
      const usesOf = usesById(uses)
      for (const counter of byId.values()) {
        budgetAt(counter, at())
        seed(counter, usesOf.get(counter.limit.id))
      }
    },
  }
}

/** The counter that goes on for this limit; none in a new time zone, where a window might come twice. */
function keptOf(before: ReadonlyMap<string, Counter>, limit: Limit, zone: string): Counter | undefined {
  const counter = before.get(limit.id)
  return counter && countsTheSame(counter.limit, limit) && isCutIn(counter, zone) ? counter : undefined
}

/** The same, with what is new about its limit. */
function kept(before: ReadonlyMap<string, Counter>, limit: Limit, zone: string): Counter | undefined {
  const counter = keptOf(before, limit, zone)
  if (!counter) return undefined
  counter.limit = limit
  counter.budget.max = limit.max
  return counter
}

/** A limit that is gone stops nobody who still holds some of it, and what they use of it is no news of its window. */
function retire(counter: Counter): void {
  counter.limit = { ...counter.limit, action: 'warn' }
  counter.budget = openBudget(counter.limit.max)
}
