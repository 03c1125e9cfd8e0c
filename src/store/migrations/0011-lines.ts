import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** The way out to a provider, and how long an endpoint may take to be connected to. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table endpoint add column connect_ms bigint`.execute(db)
  await sql`alter table provider add column proxy_sealed text`.execute(db)
  await sql`alter table provider add column proxy_shown text`.execute(db)
  await sql`alter table provider add column ca_pem text`.execute(db)
  await sql`alter table provider add column http2 integer not null default 0`.execute(db)
}
