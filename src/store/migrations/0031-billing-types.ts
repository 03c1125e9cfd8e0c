import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** How each provider is paid; those of before are paid for what was used, until their operator says otherwise. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table provider add column billing_type text not null default 'postpaid'`.execute(db)
}
