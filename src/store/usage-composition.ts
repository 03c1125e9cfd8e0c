import { type Kysely, sql } from 'kysely'
import type { Nanos } from '../core/money.ts'
import type { ServiceTier } from '../core/service-tier.ts'
import type { Usage } from '../core/usage.ts'
import { cells } from './cells.ts'
import { isInHours } from './price-hours.ts'
import { FIRST_HOUR_OF_ROWS } from './kept-since.ts'
import type { Tables } from './schema.ts'
import type { UsageColumns } from './schema-requests.ts'
import { toUsage } from './usage-columns.ts'
import { conditions, type UsageFilter } from './usage-filter.ts'

/** What was charged at the same rates: by one version of a price, in its hours or out of them, by one factor, on one service tier, with a context that exceeds the same thresholds. */
type ChargedAlike = {
  priceVersion: string | null
  serviceTier: ServiceTier | null
  /** When one of them came, by which the hours of the price are told. */
  at: number
  /** So many tokens were read by each of them at least, as far as thresholds tell. */
  leastRead: number
  usage: Usage
  costNanos: Nanos
}

/** What a period was charged for: of requests whose rows are kept what they used, of all others the cost alone. */
export type UsageComposition = { groups: ChargedAlike[]; untoldNanos: Nanos }

/** Reads from rows what a period was charged for. It is meant for the requests of one person, which an index finds. */
export async function composition(db: Kysely<Tables>, filter: UsageFilter): Promise<UsageComposition> {
  const { from, to } = filter
  const begun = Math.min(to, Math.max(from, await rowsSince(db)))
  const groups = begun < to ? await chargedAlike(db, { ...filter, from: begun }) : []
  return { groups, untoldNanos: from < begun ? await costOf(db, { ...filter, to: begun }) : 0n }
}

async function rowsSince(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ since: number }>`select ${FIRST_HOUR_OF_ROWS} as since`.execute(db)
  return rows[0]?.since ?? Number.MAX_SAFE_INTEGER
}

async function costOf(db: Kysely<Tables>, filter: UsageFilter): Promise<Nanos> {
  const { cost_nanos: cost } = await cells(db, filter, { told: [], sums: ['cost_nanos'], exact: true })
    .select(sql<bigint>`coalesce(sum(cost_nanos), 0)`.as('cost_nanos'))
    .executeTakeFirstOrThrow()
  return cost
}

const CLASSES = [
  'input',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'output',
  'audio_in',
  'audio_out',
  'image_in',
  'image_out',
  'used_requests',
  'searches',
] as const satisfies readonly (keyof UsageColumns)[]

/** What a context tier is chosen by (`catalog/cost.ts`). */
const READ = sql<number>`(input + cache_read + cache_write_5m + cache_write_1h + audio_in)`

async function chargedAlike(db: Kysely<Tables>, filter: UsageFilter): Promise<ChargedAlike[]> {
  const thresholds = await thresholdsIn(db)
  const charged = db
    .selectFrom('request')
    .where('at', '>=', filter.from)
    .where('at', '<', filter.to)
    .where('cost_nanos', '>', 0n)
    .where((eb) => eb.and(conditions(filter)))
  const inHours = await isInHours(db, charged.select('price_version'))
  const exceeded = thresholds.map((tokens) => sql`case when ${READ} > ${sql.lit(tokens)} then 1 else 0 end`)
  const rows = await charged
    .select([
      'price_version',
      'service_tier',
      sql<number>`${exceeded.length === 0 ? sql.lit(0) : sql.join(exceeded, sql` + `)}`.as('level'),
      inHours.as('in_hours'),
      sql<number>`max(at)`.as('at'),
      ...CLASSES.map((one) => sql<number>`sum(${sql.ref(one)})`.as(one)),
      // No more than the output it is a part of.
      sql<number>`sum(case when reasoning < output then reasoning else output end)`.as('reasoning'),
      sql<bigint>`sum(cost_nanos)`.as('cost_nanos'),
    ])
    .groupBy(['price_version', 'service_tier', 'multiplier_micros', 'level', 'in_hours'])
    .execute()
  return rows.map((row) => ({
    priceVersion: row.price_version,
    serviceTier: row.service_tier,
    at: row.at,
    leastRead: row.level === 0 ? 0 : (thresholds[row.level - 1] ?? 0) + 1,
    usage: toUsage(row as UsageColumns),
    costNanos: row.cost_nanos,
  }))
}

/** Every length of input at which some price changes, in order. */
async function thresholdsIn(db: Kysely<Tables>): Promise<number[]> {
  const rows = await db
    .selectFrom('price')
    .select('above_tokens')
    .distinct()
    .where('above_tokens', '>', 0)
    .orderBy('above_tokens')
    .execute()
  return rows.map((row) => row.above_tokens)
}
