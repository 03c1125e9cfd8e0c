import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import {
  highestRate,
  type Price,
  type PriceComponent,
  type PriceSource,
  type Rates,
  type ServiceRates,
  type Step,
  stepsAhead,
} from '../core/price.ts'
import { SERVICE_TIERS, type ServiceTier } from '../core/service-tier.ts'
import { NO_USAGE } from '../core/usage.ts'
import { hoursOf, hoursText } from './price-hours.ts'
import type { PriceRow, PriceVersionRow, Tables } from './schema.ts'

/** What a model costs, without a version: the store makes one. */
export type NewPrice = Pick<Price, 'rates' | 'tiers' | 'services' | 'hours'> & {
  /** The price list it was taken from, with its date, and what follows it there; absent: an administrator set it. */
  origin?: { name: string; later: readonly PriceStep[] }
}

/** A price that holds from a time on; null takes the price away. */
export type PriceStep = Step<NewPrice>

/** Whether no rate is negative or beyond what may be set. */
export function fitsPrice(price: NewPrice | null | undefined): boolean {
  if (!price) return true
  const levels = [price.rates, ...[...price.tiers, ...(price.services ?? [])].map((level) => level.rates)]
  return levels.every((rates) =>
    Object.entries(rates).every(([name, nanos]) => isComponent(name) && nanos >= 0n && nanos <= highestRate(name)),
  )
}

/** Gives a model a price, with what follows it in its list; null leaves the model without a price from then on. */
export async function setPrice(tx: Kysely<Tables>, modelId: string, step: PriceStep, now: number): Promise<void> {
  await setPrices(tx, modelId, [step, ...(step.price?.origin?.later ?? [])], now)
}

/**
 * Gives a model a row of prices in order of time, in place of everything that was planned from the first of them on. Versions
 * that have begun stay for old requests; a step before `now` begins now, unless a later one has begun as well.
 */
export async function setPrices(
  tx: Kysely<Tables>,
  modelId: string,
  steps: readonly PriceStep[],
  now: number,
): Promise<void> {
  const ahead = stepsAhead(steps, now)
  const [first] = ahead
  if (!first) return
  await withdrawPlanned(tx, modelId, first.from, now)
  for (const { from, price } of ahead) await insertVersion(tx, modelId, { from, price }, now)
}

/** What has charged requests, since the clock was ahead for a while, stays for them, as one that was over before what holds now began. */
async function withdrawPlanned(tx: Kysely<Tables>, modelId: string, from: number, now: number): Promise<void> {
  const planned = await tx
    .selectFrom('price_version')
    .select(['id', 'effective_from'])
    .where('model_id', '=', modelId)
    .where('effective_from', '>=', from)
    .where('effective_from', '>', now)
    .execute()
  if (planned.length === 0) return
  const used = await chargedBy(tx, planned)
  const ids = planned.flatMap(({ id }) => (used.has(id) ? [] : [id]))
  if (used.size > 0)
    await tx
      .updateTable('price_version')
      .set({ effective_from: ((await presentBegan(tx, modelId, now)) ?? from) - 1 })
      .where('id', 'in', [...used])
      .execute()
  if (ids.length === 0) return
  await tx.deleteFrom('price').where('version', 'in', ids).execute()
  await tx.deleteFrom('price_version').where('id', 'in', ids).execute()
}

/** When what holds now began; null where nothing does. */
async function presentBegan(tx: Kysely<Tables>, modelId: string, now: number): Promise<number | null> {
  const { began } = await tx
    .selectFrom('price_version')
    .select((eb) => eb.fn.max('effective_from').as('began'))
    .where('model_id', '=', modelId)
    .where('effective_from', '<=', now)
    .executeTakeFirstOrThrow()
  return began
}

/** Those of the versions by which requests were charged; none has come before the first of them began, so few rows are looked at. */
async function chargedBy(
  tx: Kysely<Tables>,
  versions: readonly Pick<PriceVersionRow, 'id' | 'effective_from'>[],
): Promise<Set<string>> {
  const first = Math.min(...versions.map((row) => row.effective_from))
  const ids = versions.map(({ id }) => id)
  const rows = await tx
    .selectFrom('request')
    .select('price_version')
    .distinct()
    .where('at', '>=', first)
    .where('price_version', 'in', ids)
    .execute()
  return new Set(rows.flatMap((row) => row.price_version ?? []))
}

async function insertVersion(tx: Kysely<Tables>, modelId: string, { from, price }: PriceStep, now: number) {
  const id = newId(now)
  const source: PriceSource = price?.origin ? 'catalogue' : 'manual'
  await tx
    .insertInto('price_version')
    .values({
      id,
      model_id: modelId,
      effective_from: from,
      source,
      source_name: price?.origin?.name ?? null,
      hours: price?.hours ? hoursText(price.hours) : null,
    })
    .execute()
  const rows = price ? priceRows(id, price) : []
  if (rows.length > 0) await tx.insertInto('price').values(rows).execute()
}

function priceRows(version: string, price: NewPrice): PriceRow[] {
  const standard = [{ aboveTokens: 0, rates: price.rates }, ...price.tiers].map((level) => ({
    ...level,
    service: '' as const,
  }))
  return [...standard, ...(price.services ?? [])].flatMap(({ service, aboveTokens, rates }) =>
    Object.entries(rates).map(([component, nanos]) => ({
      version,
      service,
      component,
      above_tokens: aboveTokens,
      rate_nanos: nanos,
    })),
  )
}

/** Prices by version; a version that names no rate is left out: it would make everything free. Tiers come in rising order. */
export async function readPrices(db: Kysely<Tables>, versions: readonly string[]): Promise<Map<string, Price>> {
  if (versions.length === 0) return new Map()
  const rows = await db
    .selectFrom('price')
    .innerJoin('price_version', 'price_version.id', 'price.version')
    .selectAll('price')
    .select('hours')
    .where('version', 'in', versions)
    .orderBy('service')
    .orderBy('above_tokens')
    .execute()
  const prices = new Map<string, Price>()
  for (const [version, own] of Map.groupBy(rows, (row) => row.version)) prices.set(version, toPrice(version, own))
  return prices
}

function toPrice(version: string, rows: readonly (PriceRow & Pick<PriceVersionRow, 'hours'>)[]): Price {
  const hours = rows[0]?.hours
  const byService = Map.groupBy(rows, (row) => row.service)
  const standard = levelsOf(byService.get('') ?? [])
  const services = SERVICE_TIERS.flatMap((service) => servicesOf(service, byService.get(service) ?? []))
  return {
    version,
    rates: standard.find((level) => level.aboveTokens === 0)?.rates ?? {},
    tiers: standard.filter((level) => level.aboveTokens > 0),
    ...(services.length > 0 && { services }),
    ...(hours && { hours: hoursOf(hours) }),
  }
}

function servicesOf(service: ServiceTier, rows: readonly PriceRow[]): ServiceRates[] {
  return levelsOf(rows).map((level) => ({ service, ...level }))
}

function levelsOf(rows: readonly PriceRow[]) {
  const levels = Map.groupBy(rows, (row) => row.above_tokens)
  return [...levels].map(([aboveTokens, own]) => ({ aboveTokens, rates: toRates(own) }))
}

function toRates(rows: readonly PriceRow[]): Rates {
  const rates: Rates = {}
  for (const row of rows) if (isComponent(row.component)) rates[row.component] = row.rate_nanos
  return rates
}

function isComponent(name: string): name is PriceComponent {
  return Object.hasOwn(NO_USAGE, name)
}
