import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import type { Tables } from './schema.ts'

const NONE = sql.lit(Number.MAX_SAFE_INTEGER)

/**
 * The first UTC day whose hours are kept, as SQL. Days go from the oldest on, in one moment those of all people, and then piece by
 * piece each person's: whoever reads those leaves out what is older.
 */
export const FIRST_DAY_KEPT = sql`(select coalesce(min(bucket) / ${sql.lit(DAY_MS)} * ${sql.lit(DAY_MS)}, ${NONE}) from rollup_hour_all)`

/** Where it stands in the table of settings from when on no rows were deleted. */
const ROWS_DELETED_BEFORE = 'rows.deleted_before'

/** Notes that rows of before a time (epoch milliseconds) were deleted, in the transaction that deletes them. */
export async function noteRowsDeleted(tx: Kysely<Tables>, before: number): Promise<void> {
  const value = JSON.stringify(before)
  await tx
    .insertInto('setting')
    .values({ key: ROWS_DELETED_BEFORE, value, version: 1 })
    .onConflict((it) =>
      it
        .column('key')
        .doUpdateSet((eb) => ({ value, version: eb('setting.version', '+', 1) }))
        .where(sql<SqlBool>`cast(setting.value as bigint) < ${before}`),
    )
    .execute()
}

const hourFrom = (time: RawBuilder<unknown>) =>
  sql`(${time} + ${sql.lit(HOUR_MS - 1)}) / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)}`

/**
 * The first whole hour of which no row was deleted, as SQL. The oldest row does not tell it: a clock that was behind may date one before
 * all that were deleted.
 */
const FIRST_HOUR_UNTOUCHED = sql`select ${hourFrom(sql`cast(value as bigint)`)} as since from setting where key = ${sql.lit(ROWS_DELETED_BEFORE)}`

/**
 * The first hour whose rows are read instead of its sum, as SQL: that of the oldest row, but none of which rows were deleted, and
 * none of a day whose hours are not kept, for all of such a day counts in one piece.
 */
export const FIRST_HOUR_OF_ROWS = sql`(select max(since) from (
  select coalesce(min(at) / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)}, ${NONE}) as since from request
  union all ${FIRST_HOUR_UNTOUCHED}
  union all select ${FIRST_DAY_KEPT}) as kept)`

/**
 * The first hour of which all rows are kept for certain, as SQL: what was deleted by versions that did not note it was of the hour of the
 * oldest row, or of one before. Without any row there is no such hour.
 */
export const FIRST_HOUR_WHOLE = sql`(select max(since) from (
  select coalesce(${hourFrom(sql`min(at)`)}, ${NONE}) as since from request
  union all ${FIRST_HOUR_UNTOUCHED}) as kept)`
