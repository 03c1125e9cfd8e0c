import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'

/** Audit rows that are chained to each other, channels and alerts, and when jobs ran. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await chain(db)
  await table(db, 'channel', ['id'], {
    id: 'text',
    name: 'text',
    kind: 'text',
    config: 'text',
    secrets_sealed: 'text',
    rules: 'text?',
    locale: 'text',
    allow_private: 'integer',
    enabled: 'integer',
    version: 'integer',
    created_at: 'bigint',
  }).execute()
  await table(db, 'alert', ['id'], {
    id: 'text',
    rule: 'text',
    subject: 'text',
    facts: 'text',
    fired_at: 'bigint',
    resolved_at: 'bigint?',
    notified_at: 'bigint?',
    deliveries: 'text',
  }).execute()
  await index(db, 'alert', ['rule', 'subject', 'id'])
  await sql`create unique index alert_open on alert (rule, subject) where resolved_at is null`.execute(db)
  await table(db, 'job', ['name'], {
    name: 'text',
    ran_at: 'bigint',
    took_ms: 'bigint',
    ok: 'integer',
    said: 'text',
  }).execute()
}

async function chain(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('audit').addColumn('n', 'bigint').execute()
  await db.schema.alterTable('audit').addColumn('mac', 'text').execute()
  await index(db, 'audit', ['n'], 'unique')
  await index(db, 'audit', ['actor_id', 'id'])
  await table(db, 'audit_head', ['id'], { id: 'integer', n: 'bigint', mac: 'text', unchained: 'bigint' }).execute()
  await sql`insert into audit_head (id, n, mac, unchained) select 1, 0, '', count(*) from audit`.execute(db)
}
