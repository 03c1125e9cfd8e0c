import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../core/time.ts'
import type { Tables } from '../schema.ts'
import { type Columns, index, table } from '../table.ts'

const KEY = {
  user_id: 'text',
  key_id: 'text',
  model: 'text',
  provider_id: 'text',
  client: 'text',
  protocol: 'text',
  status: 'text',
  http_status: 'integer',
} as const satisfies Columns

const SUMS = {
  requests: 'bigint',
  input: 'bigint',
  cache_read: 'bigint',
  cache_write: 'bigint',
  output: 'bigint',
  reasoning: 'bigint',
  media: 'bigint',
  cost_nanos: 'bigint',
  upstream_cost_nanos: 'bigint',
} as const satisfies Columns

/** Facts that hourly sums tell from a later migration on. */
const LATER = { endpoint_id: 'text', credential_id: 'text', attempts: 'bigint', switched: 'bigint' } as const

/** Providers whose answers are read to their end without their caller, and sums of a UTC day beside those of an hour. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table provider add column drain_on_abort integer not null default 0`.execute(db)
  await table(db, 'rollup_day', ['bucket', ...Object.keys(KEY), 'endpoint_id', 'credential_id'], {
    bucket: 'bigint',
    ...KEY,
    ...SUMS,
    ...LATER,
    first_token_hist: 'text',
    total_hist: 'text',
  }).execute()
  await index(db, 'rollup_day', ['user_id', 'bucket'])
  await sumUp(db)
}

/** Makes the sums of days out of those of hours. Histograms are read with their bins in any order, each as often as it comes. */
export async function sumUp(db: Kysely<Tables>): Promise<void> {
  const day = sql`bucket / ${sql.lit(DAY_MS)} * ${sql.lit(DAY_MS)}`
  const key = sql.join(Object.keys(KEY).map((column) => sql.ref(column)))
  const sums = Object.keys(SUMS)
  const added = sql.join(sums.map((column) => sql`sum(${sql.ref(column)})`))
  await sql`insert into rollup_day (bucket, ${key}, ${sql.join(sums.map((column) => sql.ref(column)))},
      endpoint_id, credential_id, attempts, switched, first_token_hist, total_hist)
    select ${day}, ${key}, ${added}, '', '', 0, 0, string_agg(first_token_hist, ','), string_agg(total_hist, ',')
    from rollup_hour group by 1, ${key}`.execute(db)
}
