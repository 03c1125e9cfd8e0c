import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** The model a key was last used for; not known of what was used before. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table api_key add column last_used_model text`.execute(db)
}
