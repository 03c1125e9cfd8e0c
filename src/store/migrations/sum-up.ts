import { type Kysely, sql } from 'kysely'
import { readHistogram, writeHistogram } from '../../core/histogram.ts'
import type { RollupHourRow } from '../schema-requests.ts'
import type { Tables } from '../schema.ts'
import type { Columns } from '../table.ts'

/** What sums are told apart by, in the order of the key of each person's. */
export const KEY = {
  bucket: 'bigint',
  user_id: 'text',
  key_id: 'text',
  model: 'text',
  provider_id: 'text',
  client: 'text',
  protocol: 'text',
  status: 'text',
  http_status: 'integer',
  endpoint_id: 'text',
  credential_id: 'text',
} as const satisfies Columns

/** What is summed. */
export const SUMS = {
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

export const HISTOGRAMS = { first_token_hist: 'text', total_hist: 'text' } as const satisfies Columns

/**
 * From which sums which are made: a stretch at a time, so that no statement holds a year. `stretch` gives the one that holds a time, `to`
 * not included; what all sums of one have in the same column, such as the empty string, is `same`.
 */
type Adding = {
  from: 'rollup_hour' | 'rollup_day'
  into: 'rollup_hour_all' | 'rollup_day_all' | 'rollup_month'
  stretch: (at: number) => Stretch
  same: (stretch: Stretch) => Partial<Pick<RollupHourRow, keyof typeof KEY>>
}
type Stretch = { from: number; to: number }

/** Rows go in by so many at once: engines bound the parameters of a statement. */
const SLICE = 200

/** Makes sums of smaller ones, in a table that has none yet. */
export async function sumUpInto(db: Kysely<Tables>, adding: Adding): Promise<void> {
  const { from, into, stretch } = adding
  for (let at = await nextBucket(db, from, 0); at !== null; at = await nextBucket(db, from, stretch(at).to)) {
    const rows = await sumsOf(db, adding, stretch(at))
    for (let first = 0; first < rows.length; first += SLICE) {
      const slice = rows.slice(first, first + SLICE)
      await db.insertInto(into).values(slice).execute()
    }
  }
}

async function nextBucket(db: Kysely<Tables>, from: Adding['from'], since: number): Promise<number | null> {
  const { rows } = await sql<{ bucket: number | null }>`
    select min(bucket) as bucket from ${sql.table(from)} where bucket >= ${since}`.execute(db)
  return rows[0]?.bucket ?? null
}

/** Histograms are read with their bins in any order, each as often as it comes, and are written once more so that they stay short. */
async function sumsOf(db: Kysely<Tables>, { from, same }: Adding, stretch: Stretch): Promise<RollupHourRow[]> {
  const alike = same(stretch)
  const told = Object.keys(KEY).filter((column) => !(column in alike))
  const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
  const sums = sql.join(Object.keys(SUMS).map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`))
  const { rows } = await sql<RollupHourRow>`
    select ${names(told)}, ${sums},
      string_agg(first_token_hist, ',') as first_token_hist, string_agg(total_hist, ',') as total_hist
    from ${sql.table(from)} where bucket >= ${stretch.from} and bucket < ${stretch.to} group by ${names(told)}`.execute(
    db,
  )
  return rows.map((row) => ({
    ...row,
    ...alike,
    first_token_hist: writeHistogram(readHistogram(row.first_token_hist)),
    total_hist: writeHistogram(readHistogram(row.total_hist)),
  }))
}
