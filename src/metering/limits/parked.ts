import { HOUR_MS } from '../../core/time.ts'
import type { Budget } from './budget.ts'
import { type Counter, paces, parkOn } from './counter.ts'
import type { Payer } from './hold.ts'

/** What something that was made is expected to cost whoever pays for it, in nano-dollars and tokens, and who made it. */
export type Parking = { payer: Payer; providerId: string; credentialId: string; cost: bigint; tokens: bigint }

/** What is set aside for batches from their making until they are charged, by the ids of their bills. */
export type ParkedHolds = {
  /** Sets it aside; what lay there by this id is taken back. */
  park(id: string, parking: Parking): void
  /** Gives it back. Nothing where nothing lies by this id. */
  release(id: string): void
  /** Gives back what is none of these any more: a batch that was made within the hour may not be known yet. */
  keepOnly(ids: ReadonlySet<string>): void
  /** Lays everything on the budgets there are now. */
  layAgain(): void
  /** Everything that is set aside, budget by budget. */
  parts(): Iterable<{ budget: Budget; amount: bigint }>
}

type Options = {
  monotonicMs: () => number
  /** The user's balance; undefined: they have none. */
  account: (userId: string) => Budget | undefined
  /** Every limit that counts what this costs. */
  counters: (parking: Parking) => readonly Counter[]
}

type Parked = Parking & { sinceMs: number; account: Budget | undefined; counters: readonly Counter[] }

/** Longer than it takes to write down what was made, however slow the database. */
const UNKNOWN_MS = HOUR_MS

/** Nothing is parked at first. */
export function createParkedHolds({ monotonicMs, account, counters }: Options): ParkedHolds {
  const byId = new Map<string, Parked>()
  const release = (id: string) => {
    const parked = byId.get(id)
    if (parked) lay(parked, -1n)
    byId.delete(id)
  }
  return {
    release,
    park(id, parking) {
      release(id)
      const { userId } = parking.payer
      const parked = {
        ...parking,
        sinceMs: monotonicMs(),
        account: account(userId),
        counters: counters(parking),
      }
      lay(parked, 1n)
      byId.set(id, parked)
    },
    keepOnly(ids) {
      const before = monotonicMs() - UNKNOWN_MS
      for (const [id, { sinceMs }] of byId) if (!ids.has(id) && sinceMs < before) release(id)
    },
    layAgain() {
      for (const parked of byId.values()) {
        lay(parked, -1n)
        parked.account = account(parked.payer.userId)
        parked.counters = counters(parked)
        lay(parked, 1n)
      }
    },
    *parts() {
      for (const parked of byId.values()) {
        if (parked.account) yield { budget: parked.account, amount: parked.cost }
        for (const counter of parked.counters) yield { budget: counter.budget, amount: shareOf(counter, parked) }
      }
    },
  }
}

function lay(parked: Parked, sign: 1n | -1n): void {
  if (parked.account) parked.account.held += sign * parked.cost
  for (const counter of parked.counters) parkOn(counter, sign * shareOf(counter, parked))
}

/** A batch is one request that is over; and how fast requests come has nothing to do with how much it takes. */
function shareOf({ limit }: Counter, { cost, tokens }: Parking): bigint {
  if (paces(limit) || limit.metric === 'requests') return 0n
  return limit.metric === 'cost' ? cost : tokens
}
