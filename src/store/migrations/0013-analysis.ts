import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import { type Columns, index, table } from '../table.ts'

/** Sums tell endpoints, credentials and failovers apart, and what upstreams billed is kept beside what we reckoned. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await widenRollups(db)
  await table(db, 'upstream_bill', ['provider_id', 'day', 'model'], {
    provider_id: 'text',
    day: 'text',
    model: 'text',
    amount_nanos: 'bigint',
  }).execute()
}

const KEY = {
  bucket: 'bigint',
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
  first_token_hist: 'text',
  total_hist: 'text',
} as const satisfies Columns

/** No engine widens a primary key in place alike, so the table is made anew; what was summed before tells none of the new facts. */
async function widenRollups(db: Kysely<Tables>): Promise<void> {
  await sql`create table rollup_before as select * from rollup_hour`.execute(db)
  await db.schema.dropTable('rollup_hour').execute()
  const more = { endpoint_id: 'text', credential_id: 'text' } as const
  await table(db, 'rollup_hour', [...Object.keys(KEY), ...Object.keys(more)], {
    ...KEY,
    ...more,
    ...SUMS,
    attempts: 'bigint',
    switched: 'bigint',
  }).execute()
  const kept = sql.join([...Object.keys(KEY), ...Object.keys(SUMS)].map((column) => sql.ref(column)))
  await sql`insert into rollup_hour (${kept}, endpoint_id, credential_id, attempts, switched)
    select ${kept}, '', '', 0, 0 from rollup_before`.execute(db)
  await sql`drop table rollup_before`.execute(db)
  await index(db, 'rollup_hour', ['user_id', 'bucket'])
}
