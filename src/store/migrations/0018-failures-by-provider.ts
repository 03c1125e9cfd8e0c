import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** The index of failures tells with whom they happened too, still without a look at their rows. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('request_failures').execute()
  await sql`create index request_failures
    on request (at, http_status, error_class, ended_as, model, model_asked, provider_id, id)
    where status in ('failed', 'refused')`.execute(db)
}
