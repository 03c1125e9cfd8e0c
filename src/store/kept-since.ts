import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import type { Tables } from './schema.ts'

/** What is deleted from the oldest on, by where it stands among the settings up to when it was. */
const DELETED_BEFORE = { rows: 'rows.deleted_before', hours: 'hours.deleted_before' }
type Deleted = keyof typeof DELETED_BEFORE

/**
 * Notes that rows, or hourly sums, of before a time (epoch milliseconds) were deleted, in the transaction that deletes them. The oldest
 * that is left does not tell it: a clock that was behind may date one before all that were deleted.
 */
export async function noteDeleted(tx: Kysely<Tables>, what: Deleted, before: number): Promise<void> {
  const value = JSON.stringify(before)
  await tx
    .insertInto('setting')
    .values({ key: DELETED_BEFORE[what], value, version: 1 })
    .onConflict((it) =>
      it
        .column('key')
        .doUpdateSet((eb) => ({ value, version: eb('setting.version', '+', 1) }))
        .where(sql<SqlBool>`cast(setting.value as bigint) < ${before}`),
    )
    .execute()
}

const deletedBefore = (what: Deleted) =>
  sql`(select cast(value as bigint) from setting where key = ${sql.lit(DELETED_BEFORE[what])})`

/** Up to when rows were deleted, as SQL; null where none were. */
export const ROWS_DELETED_BEFORE = deletedBefore('rows')

const NONE = sql.lit(Number.MAX_SAFE_INTEGER)
const begun = (time: RawBuilder<unknown>, ms: number) => sql`${time} / ${sql.lit(ms)} * ${sql.lit(ms)}`
const wholeHour = (time: RawBuilder<unknown>) => begun(sql`(${time} + ${sql.lit(HOUR_MS - 1)})`, HOUR_MS)

/**
 * The first UTC day whose hours are kept, as SQL. Days go from the oldest on, in one moment those of all people, and then piece by
 * piece each person's: whoever reads either leaves out what is older.
 */
export const FIRST_DAY_KEPT = sql`(select max(since) from (
  select coalesce(${begun(sql`min(bucket)`, DAY_MS)}, ${NONE}) as since from rollup_hour_all
  union all select ${deletedBefore('hours')}) as days)`

/**
 * The first hour whose rows are read instead of its sum, as SQL: that of the oldest row, but none of which rows were deleted, and
 * none of a day whose hours are not kept, for all of such a day counts in one piece.
 */
export const FIRST_HOUR_OF_ROWS = sql`(select max(since) from (
  select coalesce(${begun(sql`min(at)`, HOUR_MS)}, ${NONE}) as since from request
  union all select ${wholeHour(deletedBefore('rows'))}
  union all select ${FIRST_DAY_KEPT}) as kept)`

/**
 * The first hour of which all rows are kept for certain, as SQL: what was deleted by versions that did not note it was of the hour of the
 * oldest row, or of one before. Without any row there is no such hour.
 */
export const FIRST_HOUR_WHOLE = sql`(select max(since) from (
  select coalesce(${wholeHour(sql`min(at)`)}, ${NONE}) as since from request
  union all select ${wholeHour(deletedBefore('rows'))}) as kept)`
