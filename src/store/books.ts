import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BooksReport, BrokenBook, Invariant } from '../core/books.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { FIRST_DAY_KEPT } from './cells.ts'
import type { Tables } from './schema.ts'

type Difference = { subject: string | number; expected_nanos: bigint; found_nanos: bigint }
/** Rows from before `since` are not looked at one by one. */
type Rule = { invariant: Invariant; first: (since: number) => RawBuilder<Difference> }

/**
 * Sums by key in two places that should be one; what one of them lacks is nothing there. One above the other and grouped, because
 * SQLite joins two such lists row by row.
 */
function differ(expected: RawBuilder<unknown>, found: RawBuilder<unknown>): RawBuilder<Difference> {
  return sql`select id as subject, sum(wanted_nanos) as expected_nanos, sum(there_nanos) as found_nanos
    from (
      select id, sum_nanos as wanted_nanos, 0 as there_nanos from (${expected}) as wanted
      union all
      select id, 0 as wanted_nanos, sum_nanos as there_nanos from (${found}) as there
    ) as both_sides
    group by id having sum(wanted_nanos) <> sum(there_nanos) limit 1`
}

const DAY = sql`bucket / ${sql.lit(DAY_MS)} * ${sql.lit(DAY_MS)}`
const HOUR = sql`at / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)}`

/**
 * The first hour of which all rows are kept, as SQL: they are deleted from the oldest on, so that of the hour of the oldest one some
 * may be gone. Asked within the query that uses it, as what is old is deleted meanwhile; without any row there is no such hour.
 */
const FIRST_HOUR_KEPT = sql`(select coalesce((min(at) + ${sql.lit(HOUR_MS - 1)}) / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)}, ${sql.lit(Number.MAX_SAFE_INTEGER)}) from request)`

/** What rows of every hour add up to, and what the sums of that hour say, where both are kept. */
function rowsAndHours(ofRows: RawBuilder<unknown>, ofHours: RawBuilder<unknown>): Rule['first'] {
  const isKept = (time: RawBuilder<unknown>) => sql`${time} >= ${FIRST_HOUR_KEPT} and ${time} >= ${FIRST_DAY_KEPT}`
  return () =>
    differ(
      sql`select ${HOUR} as id, ${ofRows} as sum_nanos from request where ${isKept(sql`at`)} group by 1`,
      sql`select bucket as id, ${ofHours} as sum_nanos from rollup_hour where ${isKept(sql`bucket`)} group by 1`,
    )
}

/** One query for each rule, so that it sees one moment, whatever is deleted or written meanwhile: the first row that breaks it. */
const RULES: readonly Rule[] = [
  {
    invariant: 'I1',
    first: () =>
      differ(
        sql`select user_id as id, sum(cost_nanos) as sum_nanos from rollup_day group by 1`,
        sql`select user_id as id, spent_nanos as sum_nanos from account`,
      ),
  },
  {
    invariant: 'I1',
    first: () =>
      differ(
        sql`select ${DAY} as id, sum(cost_nanos) as sum_nanos from rollup_hour group by 1`,
        sql`select bucket as id, sum(cost_nanos) as sum_nanos from rollup_day where bucket >= ${FIRST_DAY_KEPT} group by 1`,
      ),
  },
  {
    invariant: 'I1',
    first: () =>
      differ(
        sql`select bucket as id, sum(cost_nanos) as sum_nanos from rollup_hour group by 1`,
        sql`select bucket as id, sum(cost_nanos) as sum_nanos from rollup_hour_all group by 1`,
      ),
  },
  {
    invariant: 'I1',
    first: () =>
      differ(
        sql`select bucket as id, sum(cost_nanos) as sum_nanos from rollup_day group by 1`,
        sql`select bucket as id, sum(cost_nanos) as sum_nanos from rollup_day_all group by 1`,
      ),
  },
  { invariant: 'I1', first: rowsAndHours(sql`sum(cost_nanos)`, sql`sum(cost_nanos)`) },
  // Rows and hours are added up apart: a request that was settled twice stands twice in the hours only.
  { invariant: 'I4', first: rowsAndHours(sql`count(*)`, sql`sum(requests)`) },
  {
    invariant: 'I5',
    first: () => sql`
      select id as subject, 0 as expected_nanos, cost_nanos as found_nanos from request where cost_nanos < 0 limit 1`,
  },
  {
    invariant: 'I7',
    // A row goes together with its attempts.
    first: (since) =>
      differ(
        sql`select request_id as id, sum(upstream_cost_nanos) as sum_nanos from attempt
          where request_id in (select id from request where at >= ${since}) group by 1`,
        sql`select id, upstream_cost_nanos as sum_nanos from request where at >= ${since}`,
      ),
  },
  {
    invariant: 'I10',
    first: () =>
      differ(
        sql`select user_id as id, sum(amount_nanos) as sum_nanos from entry group by 1`,
        sql`select user_id as id, credit_nanos as sum_nanos from account`,
      ),
  },
]

/**
 * Whether money adds up, wherever rows are kept to add up: the rules of docs/money.md that concern what is stored. Rows from before
 * `since` are not looked at one by one.
 */
export async function checkBooks(db: Kysely<Tables>, { since }: { since: number }): Promise<BooksReport> {
  const broken = await firstBroken(db, since)
  const count = async (table: 'account' | 'rollup_hour') => {
    const rows = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('rows'))
    return (await rows.executeTakeFirstOrThrow()).rows
  }
  return { accounts: await count('account'), hours: await count('rollup_hour'), broken }
}

async function firstBroken(db: Kysely<Tables>, since: number): Promise<BrokenBook | null> {
  for (const { invariant, first } of RULES) {
    const [found] = (await first(since).execute(db)).rows
    if (!found) continue
    const { subject, expected_nanos: expected, found_nanos: stands } = found
    return { invariant, subject: String(subject), expected, found: stands }
  }
  return null
}
