import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'

/** What users are told of, once each, in the console and by e-mail; and which channel that goes through. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await table(db, 'notice', ['id'], {
    id: 'text',
    user_id: 'text',
    kind: 'text',
    mark: 'text',
    facts: 'text',
    created_at: 'bigint',
    in_console: 'integer',
    read_at: 'bigint?',
    mail_due_at: 'bigint?',
    mail_tries: 'integer',
    mailed_at: 'bigint?',
  }).execute()
  await index(db, 'notice', ['user_id', 'mark'], 'unique')
  await index(db, 'notice', ['user_id', 'id'])
  await index(db, 'notice', ['created_at'])
  await sql`alter table channel add column for_users integer not null default 0`.execute(db)
  await sql`create index notice_due on notice (mail_due_at) where mail_due_at is not null`.execute(db)
}
