import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** The factor on prices at which a batch was made, and is charged. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table pinned add column multiplier_micros bigint`.execute(db)
}
