import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** How often another provider was asked after one had failed; nothing is known of what was before. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table health_tick add column passed_on bigint not null default 0`.execute(db)
}
