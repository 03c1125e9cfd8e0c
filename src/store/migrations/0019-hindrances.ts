import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** How long a candidate that was skipped still rested, or how full it was; null of rows from before. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table attempt add column hindrance text`.execute(db)
}
