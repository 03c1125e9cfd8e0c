import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** What the requests of files and batches are expected to use and cost, which is held until a batch is charged. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table pinned add column input_tokens bigint`.execute(db)
  await sql`alter table pinned add column output_tokens bigint`.execute(db)
  await sql`alter table pinned add column expected_nanos bigint`.execute(db)
}
