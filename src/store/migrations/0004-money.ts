import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'

/** Groups, limits, accounts with their entries, what keys need to be rotated and to be made for others, and sums of all tokens. */
export async function up(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await groups(db)
  await keys(db)
  await table(db, 'limit', ['id'], {
    id: 'text',
    subject: 'text',
    subject_id: 'text',
    metric: 'text',
    window: 'text',
    max_amount: 'bigint',
    mode: 'text',
    action: 'text',
  }).execute()
  await index(db, 'limit', ['subject', 'subject_id', 'metric', 'window'], 'unique')
  await books(db)
  await db.schema
    .alterTable('rollup_hour')
    .addColumn('media', 'bigint', (it) => it.notNull().defaultTo(0))
    .execute()
  await engine.makeAppendOnly(db, 'entry')
}

async function groups(db: Kysely<Tables>): Promise<void> {
  await table(db, 'group', ['id'], {
    id: 'text',
    name: 'text',
    multiplier_micros: 'bigint',
    allow_models: 'text?',
    note: 'text',
    is_default: 'integer',
    version: 'integer',
    created_at: 'bigint',
  }).execute()
  await index(db, 'group', ['name'], 'unique')
  await sql`create unique index group_for_new_users on "group" (is_default) where is_default = 1`.execute(db)
  const group = db.schema.alterTable('user').addColumn('group_id', 'text', (it) => it.references('group.id'))
  await group.execute()
  await db.schema.alterTable('user').addColumn('deleted_at', 'bigint').execute()
  await index(db, 'user', ['group_id'])
}

async function keys(db: Kysely<Tables>): Promise<void> {
  const key = () => db.schema.alterTable('api_key')
  await key().addColumn('created_by', 'text').execute()
  await key()
    .addColumn('tags', 'text', (it) => it.notNull().defaultTo('[]'))
    .execute()
  await key().addColumn('old_hash', 'text').execute()
  await key().addColumn('overlap_until', 'bigint').execute()
  await index(db, 'api_key', ['old_hash'], 'unique')
}

async function books(db: Kysely<Tables>): Promise<void> {
  // No foreign key: settling must not fail because somebody deleted something.
  await table(db, 'account', ['user_id'], {
    user_id: 'text',
    credit_nanos: 'bigint',
    spent_nanos: 'bigint',
  }).execute()
  await sql`insert into account (user_id, credit_nanos, spent_nanos)
    select user_id, 0, cast(sum(cost_nanos) as bigint) from rollup_hour group by user_id`.execute(db)
  await table(db, 'entry', ['id'], {
    id: 'text',
    user_id: 'text',
    kind: 'text',
    amount_nanos: 'bigint',
    actor_id: 'text?',
    reason: 'text',
    idempotency_key: 'text',
    at: 'bigint',
    request_id: 'text?',
  }).execute()
  await index(db, 'entry', ['idempotency_key'], 'unique')
  await index(db, 'entry', ['user_id', 'id'])
}
