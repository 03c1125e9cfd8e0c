import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { table } from '../table.ts'

/** Secrets of authenticators, one an account, and codes for who has lost theirs. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await table(db, 'totp', ['user_id'], {
    user_id: 'text',
    secret_sealed: 'text',
    confirmed_at: 'bigint?',
    last_step: 'bigint?',
  })
    .addForeignKeyConstraint('totp_user', ['user_id'], 'user', ['id'], (it) => it.onDelete('cascade'))
    .execute()
  await table(db, 'recovery_code', ['user_id', 'hash'], { user_id: 'text', hash: 'text' })
    .addForeignKeyConstraint('recovery_code_user', ['user_id'], 'user', ['id'], (it) => it.onDelete('cascade'))
    .execute()
}
