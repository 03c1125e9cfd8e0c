import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'

/** Which group a user was in before: what they used there stays with it. Of those who moved earlier nobody knows. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const columns = { id: 'text', user_id: 'text', at: 'bigint', from_group: 'text?' } as const
  await table(db, 'group_move', ['id'], columns).execute()
  await index(db, 'group_move', ['user_id', 'at'])
  await index(db, 'group_move', ['at'])
}
