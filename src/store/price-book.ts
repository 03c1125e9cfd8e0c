import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import { formatUsd } from '../core/money.ts'
import type { Price, PriceSource } from '../core/price.ts'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { currentOf, readModelPrices, versionRows } from './price-versions.ts'
import { fitsPrice, type PriceStep, readPrices, setPrices } from './prices.ts'
import { byUser } from './account-moves.ts'
import { book } from './accounts.ts'
import {
  isPresent,
  noteRepricing,
  planRepricing,
  type Repricing,
  type RepricingPlan,
  type RepricingRefusal,
} from './repricing.ts'
import type { PriceVersionRow, Tables } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** A price of a model over a stretch of time; null where a version takes the price away. Times are epoch milliseconds. */
export type PriceVersion = {
  id: string
  model: string
  source: PriceSource
  /** The price list it was taken from, with its date. */
  sourceName: string | null
  effectiveFrom: number
  state: 'past' | 'present' | 'planned'
  price: Price | null
}

/**
 * Prices of one model in order of time; they take the place of everything planned from the first of them on. `ifVersion` is the
 * price they were reckoned from, and refuses them when another is in force by now.
 */
export type PriceChange = { model: string; steps: readonly PriceStep[]; ifVersion?: string | undefined }

/** `about` names the model. */
type PriceRefusal = 'not_found' | 'price_too_large' | 'version_conflict'

/** Prices over time: those that were, that hold and that are planned. */
export type Prices = {
  /** The versions in force and planned, or of one model every version there was. */
  list(modelId: string | null): Promise<PriceVersion[]>
  /** All of the changes or none. */
  change(changes: readonly PriceChange[], trail?: Trail): Promise<Outcome<null, PriceRefusal>>
  /** What charging old requests by another version would change; nothing is written. */
  planRepricing(repricing: Repricing): Promise<Outcome<RepricingPlan, RepricingRefusal>>
  /** Books the differences as entries of the users' accounts; what an earlier repricing has booked is not booked again. */
  reprice(repricing: Repricing, by: RepricingBy): Promise<Outcome<RepricingPlan, RepricingRefusal>>
}

type RepricingBy = { actorId: string; reason: string; trail?: Trail }

/** Keeps `price_version`, `price` and `repricing`; changes wait for one another. */
export function pricesIn(db: Database, clock: Clock): Prices {
  return {
    list: (modelId) => list(db.kysely, modelId, clock.now()),
    change: (changes, trail) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        await db.engine.lock(tx, 'set_prices')
        const refused = await refusalOf(tx, changes, now)
        if (refused) return refused
        for (const { model, steps } of changes) {
          await setPrices(tx, model, steps, now)
          const changed = tx.updateTable('model').where('id', '=', model)
          await changed.set((eb) => ({ version: eb('version', '+', 1) })).execute()
        }
        await insertTrail(tx, trail, now)
        return done(null)
      }),
    planRepricing: (repricing) => planRepricing(db, repricing, clock.now()),
    reprice: async (repricing, by) => {
      for (;;) {
        const plan = await planRepricing(db, repricing, clock.now())
        // Where another was booked while rows were read, they are read again: each time somebody else has come further.
        if (!plan.ok || (await bookPlan(repricing, plan.value, by))) return plan
      }
    },
  }

  function bookPlan(repricing: Repricing, plan: RepricingPlan, by: RepricingBy): Promise<boolean> {
    return db.transaction(async (tx) => {
      const now = clock.now()
      await db.engine.lock(tx, 'set_prices')
      if (!(await isPresent(tx, repricing, plan, now))) return false
      const id = newId(now)
      await noteRepricing(tx, id, repricing, plan)
      await bookDifferences(tx, plan, { id, now, by })
      await insertTrail(tx, by.trail, now)
      return true
    })
  }
}

/** A price that fell is money in. Whoever has left has no account to book it in. */
async function bookDifferences(
  tx: Kysely<Tables>,
  { users }: RepricingPlan,
  { id, now, by }: { id: string; now: number; by: RepricingBy },
): Promise<void> {
  for (const { userId, was, becomes } of users.toSorted((one, other) => byUser(one.userId, other.userId))) {
    if (was === becomes) continue
    const entry = {
      id: newId(now),
      userId,
      kind: 'reprice' as const,
      amountNanos: was - becomes,
      actorId: by.actorId,
      reason: by.reason,
      idempotencyKey: `reprice:${id}:${userId}`,
      requestId: null,
    }
    const details = { by: 'admin', kind: 'reprice', amount: formatUsd(entry.amountNanos), reason: by.reason }
    const activity = { userId, kind: 'balance.changed' as const, details, ip: '', userAgent: '' }
    await book(tx, entry, { trail: { activity }, now })
  }
}

async function refusalOf(tx: Kysely<Tables>, changes: readonly PriceChange[], now: number) {
  const known = new Set((await tx.selectFrom('model').select('id').execute()).map(({ id }) => id))
  const present = changes.some(({ ifVersion }) => ifVersion !== undefined) ? await readModelPrices(tx, null, now) : null
  for (const { model, steps, ifVersion } of changes) {
    if (!known.has(model)) return refuse<PriceRefusal>('not_found', model)
    if (!steps.every(({ price }) => fitsPrice(price))) return refuse<PriceRefusal>('price_too_large', model)
    if (ifVersion !== undefined && present?.of(model).price?.version !== ifVersion) {
      return refuse<PriceRefusal>('version_conflict', model)
    }
  }
  return null
}

async function list(db: Kysely<Tables>, modelId: string | null, now: number): Promise<PriceVersion[]> {
  const all = await versionRows(db, modelId)
  const current = new Set(currentOf(all, now))
  const models = new Set((await db.selectFrom('model').select('id').execute()).map(({ id }) => id))
  // The prices of a model that was deleted are kept for its requests alone.
  const shown = all.filter((row) => models.has(row.model_id) && (modelId !== null || current.has(row)))
  const prices = await readPrices(
    db,
    shown.map((row) => row.id),
  )
  return shown.map((row) => ({
    id: row.id,
    model: row.model_id,
    source: row.source,
    sourceName: row.source_name,
    effectiveFrom: row.effective_from,
    state: stateOf(row, current, now),
    price: prices.get(row.id) ?? null,
  }))
}

function stateOf(row: PriceVersionRow, current: ReadonlySet<PriceVersionRow>, now: number): PriceVersion['state'] {
  if (row.effective_from > now) return 'planned'
  return current.has(row) ? 'present' : 'past'
}
