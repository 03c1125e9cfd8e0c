import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BooksReport, BrokenBook, Invariant } from '../core/books.ts'
import { HOUR_MS } from '../core/time.ts'
import type { Tables } from './schema.ts'

type Difference = { subject: string | number; expected_nanos: bigint; found_nanos: bigint }

/** One query for each rule, so that it sees one moment: the first row that breaks it, if there is one. */
const RULES: readonly { invariant: Invariant; first: (since: number) => RawBuilder<Difference> }[] = [
  {
    invariant: 'I1',
    first: () => sql`
      select coalesce(account.user_id, rolled.user_id) as subject,
        coalesce(rolled.cost_nanos, 0) as expected_nanos, coalesce(account.spent_nanos, 0) as found_nanos
      from account full join (select user_id, sum(cost_nanos) as cost_nanos from rollup_hour group by user_id) as rolled
        on rolled.user_id = account.user_id
      where coalesce(rolled.cost_nanos, 0) <> coalesce(account.spent_nanos, 0) limit 1`,
  },
  {
    invariant: 'I1',
    first: (since) => sql`
      select coalesce(rolled.bucket, kept.bucket) as subject,
        coalesce(kept.cost_nanos, 0) as expected_nanos, coalesce(rolled.cost_nanos, 0) as found_nanos
      from (select bucket, sum(cost_nanos) as cost_nanos from rollup_hour where bucket >= ${since} group by bucket) as rolled
      full join (
        select at / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)} as bucket, sum(cost_nanos) as cost_nanos
        from request where at >= ${since} group by 1
      ) as kept on kept.bucket = rolled.bucket
      where coalesce(kept.cost_nanos, 0) <> coalesce(rolled.cost_nanos, 0) limit 1`,
  },
  {
    invariant: 'I5',
    first: () => sql`
      select id as subject, 0 as expected_nanos, cost_nanos as found_nanos from request where cost_nanos < 0 limit 1`,
  },
  {
    invariant: 'I10',
    first: () => sql`
      select coalesce(account.user_id, booked.user_id) as subject,
        coalesce(booked.amount_nanos, 0) as expected_nanos, coalesce(account.credit_nanos, 0) as found_nanos
      from account full join (select user_id, sum(amount_nanos) as amount_nanos from entry group by user_id) as booked
        on booked.user_id = account.user_id
      where coalesce(booked.amount_nanos, 0) <> coalesce(account.credit_nanos, 0) limit 1`,
  },
]

/** Whether money adds up, wherever rows are kept to add up: the rules of docs/money.md that concern what is stored. */
export async function checkBooks(db: Kysely<Tables>): Promise<BooksReport> {
  const since = await firstWholeHour(db)
  let broken: BrokenBook | null = null
  for (const { invariant, first } of RULES) {
    const [found] = (await first(since).execute(db)).rows
    if (!found) continue
    const { subject, expected_nanos: expected, found_nanos: stands } = found
    broken = { invariant, subject: String(subject), expected, found: stands }
    break
  }
  const count = async (table: 'account' | 'rollup_hour') => {
    const rows = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('rows'))
    return (await rows.executeTakeFirstOrThrow()).rows
  }
  return { accounts: await count('account'), hours: await count('rollup_hour'), broken }
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
