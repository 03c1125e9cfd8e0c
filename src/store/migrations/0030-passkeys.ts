import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'

/** Passkeys of accounts, and the challenges that were answered, so that none is answered twice. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await table(db, 'passkey', ['id'], {
    id: 'text',
    user_id: 'text',
    name: 'text',
    host: 'text',
    credential_id: 'text',
    public_key: 'text',
    counter: 'bigint',
    transports: 'text',
    created_at: 'bigint',
    last_used_at: 'bigint?',
  })
    .addForeignKeyConstraint('passkey_user', ['user_id'], 'user', ['id'], (it) => it.onDelete('cascade'))
    .execute()
  await index(db, 'passkey', ['credential_id'], 'unique')
  await index(db, 'passkey', ['user_id'])
  await table(db, 'answered_challenge', ['challenge'], { challenge: 'text', expires_at: 'bigint' }).execute()
}
