import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** Which administrator disabled a key, for then it is not its owner's to enable. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table api_key add column disabled_by text`.execute(db)
  await whoDisabled(db)
}

/** Reads from the audit log which administrators disabled the keys that are; those that their owners have switched since are theirs. */
export async function whoDisabled(db: Kysely<Tables>): Promise<void> {
  const found = await sql<Disabled>`select id, user_id, actor_id, at from (
      select api_key.id, user_id, actor_id, at, action,
        row_number() over (partition by api_key.id order by at desc, audit.id desc) as place
      from audit join api_key on api_key.id = target_id
      where status = 'disabled' and target_kind = 'key' and action in ('key.disabled', 'key.enabled')
    ) latest where place = 1 and action = 'key.disabled' and actor_id <> user_id`.execute(db)
  for (const { id, user_id: owner, actor_id: by, at } of found.rows) {
    await sql`update api_key set disabled_by = ${by} where id = ${id} and not exists (
      select 1 from activity where user_id = ${owner} and kind in ('key.enabled', 'key.disabled')
        and at > ${at} and details like ${`%"id":"${id}"%`})`.execute(db)
  }
}

type Disabled = { id: string; user_id: string; actor_id: string; at: number }
