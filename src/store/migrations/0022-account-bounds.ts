import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** What an account may use, whatever its keys say: models, providers and addresses; null where nothing is said. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const column of ['allow_models', 'deny_models', 'allow_providers', 'allow_ips'])
    await sql`alter table ${sql.table('user')} add column ${sql.ref(column)} text`.execute(db)
}
