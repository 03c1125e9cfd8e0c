import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../core/time.ts'

const NONE = sql.lit(Number.MAX_SAFE_INTEGER)

/**
 * The first UTC day whose hours are kept, as SQL. Days go from the oldest on, in one moment those of all people, and then piece by
 * piece each person's: whoever reads those leaves out what is older.
 */
export const FIRST_DAY_KEPT = sql`(select coalesce(min(bucket) / ${sql.lit(DAY_MS)} * ${sql.lit(DAY_MS)}, ${NONE}) from rollup_hour_all)`

/**
 * The first hour whose rows are read instead of its sum, as SQL: that of the oldest row, as rows are deleted from the oldest on, but
 * none of a day whose hours are not kept, for all of such a day counts in one piece.
 */
export const FIRST_HOUR_OF_ROWS = sql`(select max(since) from (
  select coalesce(min(at) / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)}, ${NONE}) as since from request
  union all select ${FIRST_DAY_KEPT}) as kept)`
