import type { BrokenBook } from '../../core/books.ts'
import { DAY_MS, HOUR_MS } from '../../core/time.ts'
import type { Budget } from './budget.ts'
import type { Counters } from './counters.ts'
import type { OpenHold } from './hold.ts'
import type { ParkedHolds } from './parked.ts'

/** No request is open for longer than the longest time an upstream may be given, and what is tried before and after it. */
const LEASE_MS = DAY_MS + HOUR_MS

type Holding = { budget: Budget; amount: bigint }
type Held = {
  accounts: ReadonlyMap<string, Budget>
  counters: Pick<Counters, 'all'>
  open: Iterable<Pick<OpenHold, 'parts' | 'sinceMs' | 'payer'>>
  parked: Pick<ParkedHolds, 'parts'>
}

/**
 * Whether every budget holds just what open requests and parked batches hold of it (I2), and no request is older than its lease
 * (I6): by the monotonic clock, as a wrong one that is set right makes no request older.
 */
export function checkHolds({ accounts, counters, open, parked }: Held, nowMs: number): BrokenBook | null {
  const held = new Map<Budget, bigint>()
  const add = ({ budget, amount }: Holding) => held.set(budget, (held.get(budget) ?? 0n) + amount)
  for (const hold of open) {
    const { sinceMs, payer } = hold
    const openMs = nowMs - sinceMs
    if (openMs > LEASE_MS)
      return { invariant: 'I6', subject: payer.id, expected: BigInt(LEASE_MS), found: BigInt(Math.round(openMs)) }
    for (const part of hold.parts()) add(part)
  }
  for (const part of parked.parts()) add(part)
  const limited = [...counters.all()].map(({ limit, budget }) => [`limit ${limit.id}`, budget] as const)
  for (const [subject, budget] of [...accounts, ...limited]) {
    const expected = held.get(budget) ?? 0n
    if (budget.held !== expected) return { invariant: 'I2', subject, expected, found: budget.held }
  }
  return null
}
