import type { Kysely } from 'kysely'
import type { DatedPrice, Price } from '../core/price.ts'
import { readPrices } from './prices.ts'
import type { PriceVersionRow, Tables } from './schema.ts'

/** What one model costs: now, and from later times on. */
type ModelPrices = { price: Price | null; laterPrices: DatedPrice[] }

const NO_PRICES: ModelPrices = { price: null, laterPrices: [] }

/** What models cost at `now` and after it: all of them (null), or one. A model that is not in the answer has no price. */
export async function readModelPrices(
  db: Kysely<Tables>,
  modelId: string | null,
  now: number,
): Promise<{ of(modelId: string): ModelPrices }> {
  const byModel = Map.groupBy(currentOf(await versionRows(db, modelId), now), (row) => row.model_id)
  const prices = await readPrices(
    db,
    [...byModel.values()].flat().map((row) => row.id),
  )
  return {
    of(id) {
      const rows = byModel.get(id)
      if (!rows) return NO_PRICES
      const dated = rows.map((row) => ({ from: row.effective_from, price: prices.get(row.id) ?? null }))
      return {
        price: dated.find(({ from }) => from <= now)?.price ?? null,
        laterPrices: dated.filter(({ from }) => from > now),
      }
    },
  }
}

/** Every version of every model, or of one, in order of time. */
export function versionRows(db: Kysely<Tables>, modelId: string | null): Promise<PriceVersionRow[]> {
  return db
    .selectFrom('price_version')
    .selectAll()
    .$if(modelId !== null, (it) => it.where('model_id', '=', modelId ?? ''))
    .orderBy('model_id')
    .orderBy('effective_from')
    .orderBy('id')
    .execute()
}

/** Of rows in order of time those in force at `now` and those planned. */
export function currentOf(rows: readonly PriceVersionRow[], now: number): PriceVersionRow[] {
  return rows.filter((row, at) => {
    const next = rows[at + 1]
    return row.effective_from > now || next?.model_id !== row.model_id || next.effective_from > now
  })
}
