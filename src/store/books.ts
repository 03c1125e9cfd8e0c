import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BooksReport, BrokenBook, Invariant } from '../core/books.ts'
import { DAY_MS, dayOf, HOUR_MS } from '../core/time.ts'
import { FIRST_DAY_KEPT, FIRST_HOUR_WHOLE } from './kept-since.ts'
import type { Tables } from './schema.ts'

type Difference = { subject: string | number; expected_nanos: bigint; found_nanos: bigint }
/** Epoch milliseconds, `to` not included. */
type Span = { from: number; to: number }
/** A table, and the column that says what times its rows belong to. */
type Dated = (typeof DATED)[number]
/** `daily`: the tables by whose days it is asked, none for a rule that concerns everything at once; `singly` looks at each row by itself. */
type Rule = {
  invariant: Invariant
  daily: readonly Dated[]
  singly?: true
  first: (span: Span) => RawBuilder<Difference>
}

/** One question of the check: which rule, of which only days from `from` on are left. */
export type BooksStep = { rule: number; from: number }
/** What answers it: what breaks the rule, and the question after it; null: that was all. */
type BooksStepFound = { broken: BrokenBook | null; next: BooksStep | null }

const DATED = [
  { table: 'request', column: 'at' },
  { table: 'rollup_hour', column: 'bucket' },
  { table: 'rollup_hour_all', column: 'bucket' },
  { table: 'rollup_day', column: 'bucket' },
  { table: 'rollup_day_all', column: 'bucket' },
] as const
const [REQUESTS, HOURS, HOURS_OF_ALL, DAYS, DAYS_OF_ALL] = DATED

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

/** That a time lies in a span. */
function within(time: RawBuilder<unknown>, { from, to }: Span): RawBuilder<unknown> {
  return sql`${time} >= ${from} and ${time} < ${to}`
}

const AT = sql`at`
const BUCKET = sql`bucket`

/** What rows of every hour add up to, and what the sums of that hour say, where both are kept: asked within the query, as what is old is deleted meanwhile. */
function rowsAndHours(ofRows: RawBuilder<unknown>, ofHours: RawBuilder<unknown>): Pick<Rule, 'daily' | 'first'> {
  const isKept = (time: RawBuilder<unknown>, span: Span) =>
    sql`${within(time, span)} and ${time} >= ${FIRST_HOUR_WHOLE} and ${time} >= ${FIRST_DAY_KEPT}`
  return {
    daily: [REQUESTS, HOURS],
    first: (span) =>
      differ(
        sql`select ${HOUR} as id, ${ofRows} as sum_nanos from request where ${isKept(AT, span)} group by 1`,
        sql`select bucket as id, ${ofHours} as sum_nanos from rollup_hour where ${isKept(BUCKET, span)} group by 1`,
      ),
  }
}

/** What two tables of sums say of each bucket, of those from a time on. */
function alike(one: Dated, other: Dated, since?: RawBuilder<unknown>): Pick<Rule, 'daily' | 'first'> {
  const sums = ({ table }: Dated, span: Span) =>
    sql`select bucket as id, sum(cost_nanos) as sum_nanos from ${sql.table(table)}
      where ${within(BUCKET, span)} ${since ? sql`and bucket >= ${since}` : sql``} group by 1`
  return { daily: [one, other], first: (span) => differ(sums(one, span), sums(other, span)) }
}

/** One query for each rule and day, so that it sees one moment, whatever is deleted or written meanwhile: the first row that breaks it. */
const RULES: readonly Rule[] = [
  {
    invariant: 'I1',
    daily: [],
    first: () =>
      differ(
        sql`select user_id as id, sum(cost_nanos) as sum_nanos from rollup_day group by 1`,
        sql`select user_id as id, spent_nanos as sum_nanos from account`,
      ),
  },
  {
    invariant: 'I1',
    daily: [],
    first: () =>
      differ(
        sql`select user_id as id, sum(cost_nanos) as sum_nanos from rollup_day group by 1`,
        sql`select user_id as id, sum(cost_nanos) as sum_nanos from rollup_month group by 1`,
      ),
  },
  {
    invariant: 'I1',
    daily: [HOURS, DAYS],
    first: (span) =>
      differ(
        sql`select ${DAY} as id, sum(cost_nanos) as sum_nanos from rollup_hour
          where ${within(BUCKET, span)} and bucket >= ${FIRST_DAY_KEPT} group by 1`,
        sql`select bucket as id, sum(cost_nanos) as sum_nanos from rollup_day
          where ${within(BUCKET, span)} and bucket >= ${FIRST_DAY_KEPT} group by 1`,
      ),
  },
  { invariant: 'I1', ...alike(HOURS, HOURS_OF_ALL, FIRST_DAY_KEPT) },
  { invariant: 'I1', ...alike(DAYS, DAYS_OF_ALL) },
  { invariant: 'I1', ...rowsAndHours(sql`sum(cost_nanos)`, sql`sum(cost_nanos)`) },
  // Rows and hours are added up apart: a request that was settled twice stands twice in the hours only.
  { invariant: 'I4', ...rowsAndHours(sql`count(*)`, sql`sum(requests)`) },
  {
    invariant: 'I5',
    daily: [REQUESTS],
    first: (span) => sql`select id as subject, 0 as expected_nanos, cost_nanos as found_nanos from request
      where cost_nanos < 0 and ${within(AT, span)} limit 1`,
  },
  {
    invariant: 'I7',
    daily: [REQUESTS],
    singly: true,
    // A row goes together with its attempts.
    first: (span) =>
      differ(
        sql`select request_id as id, sum(upstream_cost_nanos) as sum_nanos from attempt
          where request_id in (select id from request where ${within(AT, span)}) group by 1`,
        sql`select id, upstream_cost_nanos as sum_nanos from request where ${within(AT, span)}`,
      ),
  },
  {
    invariant: 'I10',
    daily: [],
    first: () =>
      differ(
        sql`select user_id as id, sum(amount_nanos) as sum_nanos from entry group by 1`,
        sql`select user_id as id, credit_nanos as sum_nanos from account`,
      ),
  },
]

/**
 * Whether money adds up, wherever rows are kept to add up: the rules of docs/money.md that concern what is stored. Rows from before
 * `since` are not looked at one by one. Throws once the signal fires.
 */
export async function checkBooks(
  db: Kysely<Tables>,
  { since, signal }: { since: number; signal?: AbortSignal | undefined },
): Promise<BooksReport> {
  const broken = await firstBroken((step) => booksStep(db, { ...step, since }), signal)
  return { ...(await countBooks(db)), broken }
}

/** Asks one question after another until something is broken or nothing is left; throws once the signal fires. */
export async function firstBroken(
  ask: (step: BooksStep) => Promise<BooksStepFound>,
  signal?: AbortSignal,
): Promise<BrokenBook | null> {
  for (let step: BooksStep | null = { rule: 0, from: FIRST }; step !== null;) {
    signal?.throwIfAborted()
    const found: BooksStepFound = await ask(step)
    if (found.broken) return found.broken
    step = found.next
  }
  return null
}

/** Earlier than any row. */
const FIRST = Number.MIN_SAFE_INTEGER

/** Asks one question: a whole rule, or a rule of the first day of those that are left; it never takes longer than a day's rows do. */
export async function booksStep(
  db: Kysely<Tables>,
  { rule: n, from, since }: BooksStep & { since: number },
): Promise<BooksStepFound> {
  const rule = RULES[n]
  if (!rule) return { broken: null, next: null }
  const over = n + 1 < RULES.length ? { rule: n + 1, from: FIRST } : null
  if (rule.daily.length === 0) return { broken: await brokenIn(db, rule, { from, to: from }), next: over }
  const least = rule.singly ? Math.max(from, since) : from
  const begin = await firstTime(db, rule.daily, least)
  if (begin === null) return { broken: null, next: over }
  const to = dayOf(begin) + DAY_MS
  // The whole day, as what is settled meanwhile may be older than what was there just now.
  const span = { from: Math.max(dayOf(begin), least), to }
  return { broken: await brokenIn(db, rule, span), next: { rule: n, from: to } }
}

async function brokenIn(db: Kysely<Tables>, { invariant, first }: Rule, span: Span): Promise<BrokenBook | null> {
  const [found] = (await first(span).execute(db)).rows
  if (!found) return null
  const { subject, expected_nanos: expected, found_nanos: stands } = found
  return { invariant, subject: String(subject), expected, found: stands }
}

/** The first time from one on that any of the tables has something of. */
async function firstTime(db: Kysely<Tables>, tables: readonly Dated[], from: number): Promise<number | null> {
  let first: number | null = null
  for (const { table, column } of tables) {
    const time = sql.ref(column)
    const asked = sql<{ found: number | null }>`
      select min(${time}) as found from ${sql.table(table)} where ${time} >= ${from}`
    const found = (await asked.execute(db)).rows[0]?.found ?? null
    if (found !== null) first = Math.min(first ?? found, found)
  }
  return first
}

/** How much there is to be checked. */
export async function countBooks(db: Kysely<Tables>): Promise<Omit<BooksReport, 'broken'>> {
  const count = async (table: 'account' | 'rollup_hour') => {
    const rows = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('rows'))
    return (await rows.executeTakeFirstOrThrow()).rows
  }
  return { accounts: await count('account'), hours: await count('rollup_hour') }
}
