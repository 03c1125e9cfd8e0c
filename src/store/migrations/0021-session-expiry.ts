import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { index } from '../table.ts'

/** Sessions that have expired are found without reading the others: each refresh leaves a row behind for as long as it could be reused. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await index(db, 'session', ['refresh_expires_at'])
}
