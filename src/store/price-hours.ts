import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { fromTold, type PriceHours, THURSDAY, type ToldHours } from '../core/price-hours.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import type { Tables } from './schema.ts'

/** Hours as a column holds them: written alike, the same hours are the same text. */
export function hoursText({ factorMicros, zoneMinutes, windows, dates }: PriceHours): string {
  return JSON.stringify({
    factorMicros: String(factorMicros),
    zoneMinutes,
    windows: windows.map(({ days, from, to }) => ({ days, from, to })),
    dates,
  })
}

/** Hours as a column has them. */
export function hoursOf(text: string): PriceHours {
  return fromTold(JSON.parse(text) as ToldHours)
}

/**
 * 1 for requests of `request` that came while the hours of their price were open, else 0; for those of prices without hours too.
 * `versions` selects the versions of their prices: of all that ever were there may be more than a question has room for.
 */
export async function isInHours(
  db: Kysely<Tables>,
  versions: SelectQueryBuilder<Tables, 'request', { price_version: string | null }>,
): Promise<RawBuilder<number>> {
  const rows = await db
    .selectFrom('price_version')
    .select('hours')
    .distinct()
    .where('hours', 'is not', null)
    .where('id', 'in', versions)
    .execute()
  const open = rows.flatMap(({ hours }) => (hours === null ? [] : [openBy(hours)]))
  if (open.length === 0) return sql.lit(0)
  return sql`case when ${sql.join(open, sql` or `)} then 1 else 0 end`
}

/** Whether a request came in the windows of such hours, and is of a price that has them (`isOpen`, in the database's words). */
function openBy(text: string): RawBuilder<boolean> {
  const { zoneMinutes, windows, dates } = hoursOf(text)
  const local = sql`(at + ${sql.lit(zoneMinutes * MINUTE_MS)})`
  const day = sql`(${local} / ${sql.lit(DAY_MS)})`
  const weekday = sql`((${day} + ${sql.lit(THURSDAY)}) % 7 + 1)`
  const ms = sql`(${local} % ${sql.lit(DAY_MS)})`
  const isIn = windows.map(
    ({ days, from, to }) =>
      sql`(${weekday} in (${sql.join(days.map((one) => sql.lit(one)))}) and ${ms} >= ${sql.lit(from * MINUTE_MS)} and ${ms} < ${sql.lit(to * MINUTE_MS)})`,
  )
  const named = dates.map((date) => sql.lit(Date.parse(date) / DAY_MS))
  const isNamed = named.length > 0 ? [sql`${day} in (${sql.join(named)})`] : []
  const versions = sql`price_version in (select id from price_version where hours = ${text})`
  return sql`(${versions} and (${sql.join([...isIn, ...isNamed], sql` or `)}))`
}
