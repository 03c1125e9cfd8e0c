import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BooksReport, BrokenBook, Invariant } from '../core/books.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { FIRST_DAY_KEPT } from './cells.ts'
import type { Tables } from './schema.ts'

type Difference = { subject: string | number; expected_nanos: bigint; found_nanos: bigint }
/** From when on rows are kept, and from when on each of them is looked at, not their sums alone. */
type Spans = { kept: number; each: number }
type Rule = { invariant: Invariant; first: (spans: Spans) => RawBuilder<Difference> }

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

/** What rows of every hour add up to, and what the sums of that hour say. */
function rowsAndHours(ofRows: RawBuilder<unknown>, ofHours: RawBuilder<unknown>): Rule['first'] {
  return ({ kept }) =>
    differ(
      sql`select ${HOUR} as id, ${ofRows} as sum_nanos from request where at >= ${kept} group by 1`,
      sql`select bucket as id, ${ofHours} as sum_nanos from rollup_hour where bucket >= ${kept} group by 1`,
    )
}

/** One query for each rule, so that it sees one moment: the first row that breaks it, if there is one. */
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
    first: ({ each }) =>
      differ(
        sql`select request_id as id, sum(upstream_cost_nanos) as sum_nanos from attempt
          where request_id in (select id from request where at >= ${each}) group by 1`,
        sql`select id, upstream_cost_nanos as sum_nanos from request where at >= ${each}`,
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
  const kept = await firstWholeHour(db)
  const spans = { kept, each: Math.max(kept, since) }
  for (const { invariant, first } of RULES) {
    const [found] = (await first(spans).execute(db)).rows
    if (!found) continue
    const { subject, expected_nanos: expected, found_nanos: stands } = found
    return { invariant, subject: String(subject), expected, found: stands }
  }
  return null
}

/** Rows are deleted from the oldest on, so that of the hour of the oldest one some may be gone. */
async function firstWholeHour(db: Kysely<Tables>): Promise<number> {
  const { oldest } = await db
    .selectFrom('request')
    .select((eb) => eb.fn.min('at').as('oldest'))
    .executeTakeFirstOrThrow()
  // Without any row there is no hour to add up.
  return oldest === null ? Number.MAX_SAFE_INTEGER : Math.ceil(oldest / HOUR_MS) * HOUR_MS
}
