import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'

/** Files, batches and stored responses: which upstream keeps them, and for whom. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await table(db, 'pinned', ['id', 'kind', 'provider_id'], {
    id: 'text',
    kind: 'text',
    user_id: 'text',
    key_id: 'text',
    provider_id: 'text',
    endpoint_id: 'text',
    credential_id: 'text',
    model: 'text?',
    size: 'bigint?',
    created_at: 'bigint',
    billed_at: 'bigint?',
  }).execute()
  await index(db, 'pinned', ['user_id', 'kind', 'created_at', 'id'])
  await index(db, 'pinned', ['kind', 'created_at'])
}
