import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import { index } from '../table.ts'

/** In which session an act was done and by which call; acts of before say nothing of either. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const column of ['session', 'call']) await sql`alter table audit add column ${sql.ref(column)} text`.execute(db)
  await index(db, 'audit', ['session', 'id'])
}
