import type { Kysely } from 'kysely'
import type { BrokenBook } from '../core/books.ts'
import { type Price, priceThen } from '../core/price.ts'
import type { Database } from './database.ts'
import { readPrices } from './prices.ts'
import type { CostOf } from './repricing.ts'
import type { Tables } from './schema.ts'
import type { RequestRow } from './schema-requests.ts'
import { toUsage } from './usage-columns.ts'

/** How a cost is worked out, and from which time on rows are worked out again; nothing more is asked once the signal fires. */
export type Recomputing = { costOf: CostOf; since: number; signal?: AbortSignal }

const PAGE = 1000

/** The first row that costs something else than its usage costs by the version it was charged by (I5). */
export async function firstWrongCost(db: Database, { costOf, since, signal }: Recomputing): Promise<BrokenBook | null> {
  const prices = new Map<string, Price | null>()
  for await (const rows of pagesOf(db, since)) {
    signal?.throwIfAborted()
    await addPrices(db.kysely, prices, rows)
    for (const row of rows) {
      const price = prices.get(row.price_version ?? '')
      const expected = price
        ? costOf(toUsage(row), priceThen(price, row.at), row.multiplier_micros, row.service_tier)
        : 0n
      if (row.cost_nanos !== expected) return { invariant: 'I5', subject: row.id, expected, found: row.cost_nanos }
    }
  }
  return null
}

/** Versions outlive their models; one without rates, or that marks what is served at no charge, costs nothing. */
async function addPrices(db: Kysely<Tables>, prices: Map<string, Price | null>, rows: readonly RequestRow[]) {
  const missing = [...new Set(rows.map((row) => row.price_version ?? ''))].filter((version) => !prices.has(version))
  if (missing.length === 0) return
  const found = await readPrices(db, missing)
  for (const version of missing) prices.set(version, found.get(version) ?? null)
}

async function* pagesOf({ report }: Database, since: number): AsyncGenerator<RequestRow[]> {
  let after = { at: since, id: '' }
  for (;;) {
    const rows = await report('charged', after)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last
  }
}

/** Reads a page of the requests that were charged by a version of prices, from one on that is left out. */
export function charged(db: Kysely<Tables>, { at, id }: { at: number; id: string }): Promise<RequestRow[]> {
  return db
    .selectFrom('request')
    .selectAll()
    .where('price_version', 'is not', null)
    .where('at', '>=', at)
    .where((eb) => eb.or([eb('at', '>', at), eb('id', '>', id)]))
    .orderBy('at')
    .orderBy('id')
    .limit(PAGE)
    .execute()
}
