import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import type { Price, PriceComponent, PriceTier, Rates } from '../core/price.ts'
import { NO_USAGE } from '../core/usage.ts'
import type { PriceRow, Tables } from './schema.ts'

const MAX_RATE_NANOS = 2n ** 63n - 1n

/** What a model costs, without a version: the store makes one. */
export type NewPrice = Pick<Price, 'rates' | 'tiers'>

/** Whether every rate fits the 64 bits of a column. */
export function fitsPrice(price: NewPrice | null | undefined): boolean {
  if (!price) return true
  const rates = [price.rates, ...price.tiers.map((tier) => tier.rates)].flatMap((some) => Object.values(some))
  return rates.every((nanos) => nanos >= 0n && nanos <= MAX_RATE_NANOS)
}

/** Makes a new price version that holds from `now`; null leaves the model without a price. Old versions stay for old requests. */
export async function setPrice(
  tx: Kysely<Tables>,
  modelId: string,
  price: NewPrice | null,
  now: number,
): Promise<void> {
  const rows = price ? priceRows(newId(now), price) : []
  const version = rows[0]?.version ?? null
  // A price that names no rate would make everything free by accident, so it counts as none.
  if (version !== null) {
    await tx.insertInto('price_version').values({ id: version, model_id: modelId, effective_from: now }).execute()
    await tx.insertInto('price').values(rows).execute()
  }
  await tx.updateTable('model').set({ price_version: version }).where('id', '=', modelId).execute()
}

function priceRows(version: string, price: NewPrice): PriceRow[] {
  const levels: PriceTier[] = [{ aboveTokens: 0, rates: price.rates }, ...price.tiers]
  return levels.flatMap(({ aboveTokens, rates }) =>
    Object.entries(rates).map(([component, nanos]) => ({
      version,
      component,
      above_tokens: aboveTokens,
      rate_nanos: nanos,
    })),
  )
}

/** Prices by version; a version that names no rate is left out. Tiers come in rising order. */
export async function readPrices(db: Kysely<Tables>, versions: readonly string[]): Promise<Map<string, Price>> {
  if (versions.length === 0) return new Map()
  const rows = await db
    .selectFrom('price')
    .selectAll()
    .where('version', 'in', versions)
    .orderBy('above_tokens')
    .execute()
  const prices = new Map<string, Price>()
  for (const [version, own] of Map.groupBy(rows, (row) => row.version)) prices.set(version, toPrice(version, own))
  return prices
}

function toPrice(version: string, rows: readonly PriceRow[]): Price {
  const levels = [...Map.groupBy(rows, (row) => row.above_tokens)].map(([aboveTokens, own]) => ({
    aboveTokens,
    rates: toRates(own),
  }))
  return {
    version,
    rates: levels.find((level) => level.aboveTokens === 0)?.rates ?? {},
    tiers: levels.filter((level) => level.aboveTokens > 0),
  }
}

function toRates(rows: readonly PriceRow[]): Rates {
  const rates: Rates = {}
  for (const row of rows) if (isComponent(row.component)) rates[row.component] = row.rate_nanos
  return rates
}

function isComponent(name: string): name is PriceComponent {
  return name in NO_USAGE
}
