import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** Which state of an account, a key or a model a change was made from, so that it is not made over another's. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const table of ['user', 'api_key', 'model'])
    await sql`alter table ${sql.table(table)} add column version integer not null default 1`.execute(db)
}
