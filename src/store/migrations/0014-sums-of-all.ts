import { type Kysely, sql } from 'kysely'
import { readHistogram, writeHistogram } from '../../core/histogram.ts'
import { DAY_MS, dayOf } from '../../core/time.ts'
import type { RollupHourRow } from '../schema-requests.ts'
import type { Tables } from '../schema.ts'
import { type Columns, table } from '../table.ts'

/** What is told apart. */
const KEY = {
  bucket: 'bigint',
  model: 'text',
  provider_id: 'text',
  status: 'text',
  http_status: 'integer',
  client: 'text',
  endpoint_id: 'text',
  credential_id: 'text',
  user_id: 'text',
  key_id: 'text',
  protocol: 'text',
} as const satisfies Columns

/** Of which these are empty: whose it was, and of hours, of which there are many, which way it went too. */
const EMPTY = {
  rollup_hour_all: ['client', 'endpoint_id', 'credential_id', 'user_id', 'key_id', 'protocol'],
  rollup_day_all: ['user_id', 'key_id', 'protocol'],
} as const satisfies Record<string, readonly (keyof typeof KEY)[]>

const SUMS = {
  requests: 'bigint',
  attempts: 'bigint',
  switched: 'bigint',
  input: 'bigint',
  cache_read: 'bigint',
  cache_write: 'bigint',
  output: 'bigint',
  reasoning: 'bigint',
  media: 'bigint',
  cost_nanos: 'bigint',
  upstream_cost_nanos: 'bigint',
} as const satisfies Columns

/**
 * Sums of an hour and of a day of all people together, so that what is asked about everybody takes as long with many people as with
 * few; and an index of failures that tells what they are without a look at their rows.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const name of ['rollup_hour_all', 'rollup_day_all'] as const) {
    await table(db, name, Object.keys(KEY), {
      ...KEY,
      ...SUMS,
      first_token_hist: 'text',
      total_hist: 'text',
    }).execute()
  }
  await sumUp(db)
  await db.schema.dropIndex('request_failures').execute()
  await sql`create index request_failures
    on request (at, http_status, error_class, ended_as, model, model_asked, id)
    where status in ('failed', 'refused')`.execute(db)
}

/** Rows go in by so many at once: engines bound the parameters of a statement. */
const SLICE = 200

/** Makes the sums of all out of those of each person. */
export async function sumUp(db: Kysely<Tables>): Promise<void> {
  await sumUpInto(db, 'rollup_hour', 'rollup_hour_all')
  await sumUpInto(db, 'rollup_day', 'rollup_day_all')
}

type From = 'rollup_hour' | 'rollup_day'
type Into = `${From}_all`

/** A day at a time, so that no statement holds a year. */
async function sumUpInto(db: Kysely<Tables>, from: From, into: Into): Promise<void> {
  for (let at = await nextBucket(db, from, 0); at !== null; at = await nextBucket(db, from, dayOf(at) + DAY_MS)) {
    const rows = await sumsOfDay(db, { from, into, day: dayOf(at) })
    for (let first = 0; first < rows.length; first += SLICE) {
      const slice = rows.slice(first, first + SLICE)
      await db.insertInto(into).values(slice).execute()
    }
  }
}

async function nextBucket(db: Kysely<Tables>, from: From, since: number): Promise<number | null> {
  const { rows } = await sql<{ bucket: number | null }>`
    select min(bucket) as bucket from ${sql.table(from)} where bucket >= ${since}`.execute(db)
  return rows[0]?.bucket ?? null
}

/** Histograms are read with their bins in any order, each as often as it comes, and are written once more so that they stay short. */
async function sumsOfDay(
  db: Kysely<Tables>,
  { from, into, day }: { from: From; into: Into; day: number },
): Promise<RollupHourRow[]> {
  const isEmpty = (column: string) => EMPTY[into].some((one) => one === column)
  const columns = Object.keys(KEY)
  const key = sql.join(columns.map((column) => (isEmpty(column) ? sql`'' as ${sql.ref(column)}` : sql.ref(column))))
  const told = sql.join(columns.filter((column) => !isEmpty(column)).map((column) => sql.ref(column)))
  const sums = sql.join(Object.keys(SUMS).map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`))
  const { rows } = await sql<RollupHourRow>`
    select ${key}, ${sums},
      string_agg(first_token_hist, ',') as first_token_hist, string_agg(total_hist, ',') as total_hist
    from ${sql.table(from)} where bucket >= ${day} and bucket < ${day + DAY_MS} group by ${told}`.execute(db)
  return rows.map((row) => ({
    ...row,
    first_token_hist: writeHistogram(readHistogram(row.first_token_hist)),
    total_hist: writeHistogram(readHistogram(row.total_hist)),
  }))
}
