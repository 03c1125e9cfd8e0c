import type { Kysely } from 'kysely'
import type { Nanos } from '../core/money.ts'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import type { Reconciled, ReconcileQuery } from './reconcile.ts'
import type { Tables } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** What an upstream billed: `day` is a day (`2026-11-20`) or a month (`2026-11`), the model is empty when the bill names none. */
export type BillLine = { day: string; model: string; amountNanos: Nanos }

/** Calendar dates, both included. */
export type BillSpan = { first: string; last: string }

/** What upstreams billed, and what was reckoned here for the same days. */
export type Bills = {
  /** Puts lines in the place of what was there of these days; without lines that is only taken away. */
  replace(
    providerId: string,
    given: { span: BillSpan; lines: readonly BillLine[] },
    trail?: Trail,
  ): Promise<Outcome<null, 'not_found'>>
  /** The model each upstream name of a provider stands for. */
  modelNames(providerId: string): Promise<Map<string, string>>
  /** What we reckoned beside what was billed; largest first. */
  reconcile(query: ReconcileQuery): Promise<Reconciled[]>
}

/** Lines go in by so many at once: engines bound the parameters of a statement. */
const SLICE = 200

/** Keeps the table `upstream_bill`. */
export function billsIn(db: Database, clock: Clock): Bills {
  return {
    replace: (providerId, { span, lines }, trail) =>
      db.transaction(async (tx) => {
        const provider = await tx.selectFrom('provider').select('id').where('id', '=', providerId).executeTakeFirst()
        if (!provider) return refuse('not_found')
        await clear(tx, providerId, span)
        const rows = lines.map(({ day, model, amountNanos }) => ({
          provider_id: providerId,
          day,
          model,
          amount_nanos: amountNanos,
        }))
        for (let at = 0; at < rows.length; at += SLICE) {
          await tx
            .insertInto('upstream_bill')
            .values(rows.slice(at, at + SLICE))
            .execute()
        }
        await insertTrail(tx, trail, clock.now())
        return done(null)
      }),
    modelNames: async (providerId) => {
      const routes = await db.kysely
        .selectFrom('route')
        .select(['upstream_name', 'model_id'])
        .where('provider_id', '=', providerId)
        .orderBy('model_id')
        .execute()
      // Of several models behind one upstream name the bill cannot say which; the first stands for them.
      return new Map(routes.toReversed().map((route) => [route.upstream_name, route.model_id]))
    },
    reconcile: (query) => db.report('reconcile', query),
  }
}

/** A month in which one of the days lies goes with them: its line says the same money once more. */
async function clear(tx: Kysely<Tables>, providerId: string, { first, last }: BillSpan): Promise<void> {
  await tx
    .deleteFrom('upstream_bill')
    .where('provider_id', '=', providerId)
    .where((eb) =>
      eb.or([
        eb.and([eb('day', '>=', first), eb('day', '<=', last)]),
        eb('day', 'in', [first.slice(0, 7), last.slice(0, 7)]),
      ]),
    )
    .execute()
}
