import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'

/** What is announced to users, and who has read it. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await table(db, 'announcement', ['id'], {
    id: 'text',
    kind: 'text',
    title_zh: 'text',
    title_en: 'text',
    body_zh: 'text',
    body_en: 'text',
    pinned: 'integer',
    audience: 'text?',
    starts_at: 'bigint?',
    ends_at: 'bigint?',
    shown_at: 'bigint?',
    author_id: 'text?',
    created_at: 'bigint',
    updated_at: 'bigint',
    version: 'integer',
  }).execute()
  await index(db, 'announcement', ['shown_at'])
  await table(db, 'announcement_read', ['user_id', 'announcement_id'], {
    user_id: 'text',
    announcement_id: 'text',
    at: 'bigint',
  }).execute()
  await index(db, 'announcement_read', ['announcement_id'])
}
