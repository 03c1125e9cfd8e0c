import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { table } from '../table.ts'

/** How far the rows have got with the journal of each node. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await table(db, 'journal_position', ['node'], { node: 'text', segment: 'bigint', byte_offset: 'bigint' }).execute()
}
