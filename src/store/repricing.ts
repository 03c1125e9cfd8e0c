import type { Kysely } from 'kysely'
import type { Micros, Nanos } from '../core/money.ts'
import { type Price, priceThen } from '../core/price.ts'
import type { ServiceTier } from '../core/service-tier.ts'
import { MINUTE_MS } from '../core/time.ts'
import type { Usage } from '../core/usage.ts'
import type { Database } from './database.ts'
import { namesOf } from './names.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { currentOf, versionRows } from './price-versions.ts'
import { readPrices } from './prices.ts'
import type { RepricingRow, Tables } from './schema.ts'
import type { RequestRow } from './schema-requests.ts'
import { toUsage } from './usage-columns.ts'

/** Charging the requests of a model in a span of time by another version of its price; null: the one in force now. */
export type Repricing = { model: string; from: number; to: number; version: string | null; costOf: CostOf }

/** What a usage costs at a price. */
export type CostOf = (usage: Usage, price: Price, multiplier: Micros, service: ServiceTier | null) => Nanos

/** `no_price`: the model has no such version, it has not begun yet, or it takes the price away. */
export type RepricingRefusal = 'no_price'

/** What the requests of one user cost so far and would cost then. */
type UserDifference = { userId: string; userName: string; requests: number; was: Nanos; becomes: Nanos }

/** What a repricing changes for each user, and the version it charges by. */
export type RepricingPlan = {
  version: string
  /** What of this model had been charged anew before. */
  earlier: readonly RepricingRow[]
  /** Requests that ended later are not in it. */
  asOf: number
  users: readonly UserDifference[]
}

/** Rows follow the end of a request by less than this, unless the database is away. */
const ROWS_FOLLOW_MS = MINUTE_MS
const PAGE = 1000

/**
 * Works out what a repricing would change for each user, counting what earlier ones have changed already. Rows do not change, so they
 * are read a page at a time, and nobody waits meanwhile.
 */
export async function planRepricing(
  db: Database,
  repricing: Repricing,
  now: number,
): Promise<Outcome<RepricingPlan, RepricingRefusal>> {
  const { costOf } = repricing
  const { kysely } = db
  const { version, earlier } = await basisOf(kysely, repricing, now)
  const prices = await readPrices(kysely, [...new Set([version, ...earlier.map((one) => one.version)])])
  const price = prices.get(version)
  if (!price) return refuse('no_price')
  const asOf = now - ROWS_FOLLOW_MS
  const cost = (row: RequestRow, by: Price) =>
    costOf(toUsage(row), priceThen(by, row.at), row.multiplier_micros, row.service_tier)
  const sums = new Map<string, Omit<UserDifference, 'userName'>>()
  for await (const row of requestsOf(db, { ...repricing, asOf })) {
    const last = prices.get(earlier.findLast((one) => covers(one, row))?.version ?? '')
    const sum = sums.get(row.user_id) ?? { userId: row.user_id, requests: 0, was: 0n, becomes: 0n }
    sums.set(row.user_id, {
      ...sum,
      requests: sum.requests + 1,
      was: sum.was + (last ? cost(row, last) : row.cost_nanos),
      becomes: sum.becomes + cost(row, price),
    })
  }
  const names = await namesOf(kysely, 'user', [...sums.keys()])
  const users = [...sums.values()].map((sum) => ({ ...sum, userName: names.get(sum.userId) ?? sum.userId }))
  return done({ version, earlier, asOf, users })
}

/** What a plan goes out from: the version to charge by, and the repricings it counts from, which are only ever added to. */
async function basisOf(
  db: Kysely<Tables>,
  repricing: Repricing,
  now: number,
): Promise<Pick<RepricingPlan, 'version' | 'earlier'>> {
  const earlier = db.selectFrom('repricing').selectAll().where('model_id', '=', repricing.model).orderBy('id')
  return { version: await versionOf(db, repricing, now), earlier: await earlier.execute() }
}

/** Whether a plan still says what is to be booked: nobody has repriced the model since, and the version is the one meant. */
export async function isPresent(
  tx: Kysely<Tables>,
  repricing: Repricing,
  plan: RepricingPlan,
  now: number,
): Promise<boolean> {
  const { version, earlier } = await basisOf(tx, repricing, now)
  return version === plan.version && earlier.length === plan.earlier.length
}

/** Notes that a repricing was booked, so that the next one counts from it. */
export async function noteRepricing(
  tx: Kysely<Tables>,
  id: string,
  { model, from, to }: Repricing,
  { version, asOf }: RepricingPlan,
): Promise<void> {
  const span = { from_at: from, to_at: to, as_of: asOf }
  await tx
    .insertInto('repricing')
    .values({ id, model_id: model, version, ...span })
    .execute()
}

async function versionOf(db: Kysely<Tables>, { model, version }: Repricing, now: number): Promise<string> {
  // One that is only planned may be withdrawn, and nobody could tell any more what was booked by it.
  const rows = (await versionRows(db, model)).filter((row) => row.effective_from <= now)
  const wanted = version === null ? currentOf(rows, now)[0] : rows.find((row) => row.id === version)
  return wanted?.id ?? ''
}

function covers({ from_at, to_at, as_of }: RepricingRow, row: RequestRow): boolean {
  return row.at >= from_at && row.at < to_at && row.at + row.total_ms <= as_of
}

async function* requestsOf(
  { report }: Database,
  { model, from, to, asOf }: Repricing & { asOf: number },
): AsyncGenerator<RequestRow> {
  let after = { at: from, id: '' }
  for (;;) {
    const rows = await report('ofModel', { model, to, after })
    yield* rows.filter((row) => row.at + row.total_ms <= asOf)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = { at: last.at, id: last.id }
  }
}

/** Reads a page of the requests of a model, from one on that is left out. */
export function ofModel(
  db: Kysely<Tables>,
  { after, ...which }: Pick<Repricing, 'model' | 'to'> & { after: { at: number; id: string } },
): Promise<RequestRow[]> {
  return pageAfter(db, which, after).execute()
}

/** Asks for such a page. The time is said by itself, or an index would be read from its start for each page. */
export function pageAfter(
  db: Kysely<Tables>,
  { model, to }: Pick<Repricing, 'model' | 'to'>,
  { at, id }: { at: number; id: string },
) {
  return db
    .selectFrom('request')
    .selectAll()
    .where('model', '=', model)
    .where('at', '>=', at)
    .where('at', '<', to)
    .where((eb) => eb.or([eb('at', '>', at), eb('id', '>', id)]))
    .orderBy('at')
    .orderBy('id')
    .limit(PAGE)
}
