import { type Kysely, sql, type SqlBool } from 'kysely'
import { DAY_MS, dayOf, hourOf } from '../core/time.ts'
import { ROLLUP_COLUMNS } from './rollups.ts'
import type { Tables } from './schema.ts'
import { conditions, type UsageFilter } from './usage-filter.ts'

/**
 * The sums a filter means, its period widened to whole UTC hours: those of whole UTC days wherever no one of `cuts` (in order,
 * epoch milliseconds) falls into the day, and of hours elsewhere. A day whose hours are not kept any more counts as if all of it
 * had been in its first hour.
 */
export function cells(db: Kysely<Tables>, filter: UsageFilter, cuts: readonly number[] = []) {
  const spans = daySpans(filter, cuts)
  const inDays = sql<SqlBool>`(${sql.join([sql`1 = 0`, ...spans.map(within)], sql` or `)})`
  const gone = sql<SqlBool>`bucket < ${FIRST_DAY_KEPT}`
  const days = arm(db, 'rollup_day', filter).where(sql<SqlBool>`(${inDays} or ${gone})`)
  const hours = arm(db, 'rollup_hour', filter).where(sql<SqlBool>`not ${inDays}`)
  return db.selectFrom(days.unionAll(hours).as('cell'))
}

/** The same from hours alone, where it matters when on a day something was; what is not kept any more is left out. */
export function hourCells(db: Kysely<Tables>, filter: UsageFilter) {
  return db.selectFrom(arm(db, 'rollup_hour', filter).as('cell'))
}

function arm(db: Kysely<Tables>, rollup: 'rollup_hour' | 'rollup_day', filter: UsageFilter) {
  return db
    .selectFrom(rollup)
    .select(ROLLUP_COLUMNS)
    .where('bucket', '>=', hourOf(filter.from))
    .where('bucket', '<', filter.to)
    .where((eb) => eb.and(conditions(filter)))
}

/** The first UTC day whose hours are kept, as SQL: they are deleted day by day, from the oldest on. */
export const FIRST_DAY_KEPT = sql`(select coalesce(min(bucket) / ${sql.lit(DAY_MS)} * ${sql.lit(DAY_MS)}, ${sql.lit(Number.MAX_SAFE_INTEGER)}) from rollup_hour)`

type Span = { from: number; to: number }

function within({ from, to }: Span) {
  return sql<SqlBool>`(bucket >= ${from} and bucket < ${to})`
}

/** The whole UTC days of a period that no cut divides, those that follow each other as one. */
function daySpans({ from, to }: UsageFilter, cuts: readonly number[]): Span[] {
  const bounds = [hourOf(from), ...cuts.filter((cut) => cut > from && cut < to), to]
  const spans: Span[] = []
  for (const [n, start] of bounds.slice(0, -1).entries()) {
    const span = { from: dayOf(start + DAY_MS - 1), to: dayOf(bounds[n + 1] ?? start) }
    const before = spans.at(-1)
    if (span.from >= span.to) continue
    if (before?.to === span.from) before.to = span.to
    else spans.push(span)
  }
  return spans
}
