import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** Prices that know hours; those of before have none. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('price_version').addColumn('hours', 'text').execute()
}
