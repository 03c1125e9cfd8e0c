import { type Kysely, sql } from 'kysely'
import { DAY_MS, HOUR_MS, hourOf, systemClock } from '../../core/time.ts'
import type { Engine } from '../engine.ts'
import { readStrings } from '../json.ts'
import type { Tables } from '../schema.ts'
import { table } from '../table.ts'

/**
 * From which addresses keys were used, and when last: to count them, the rows of each key's owner were read for each key. Lists of
 * models without those that were deleted, with which no such list could be saved any more. And no password, settings, sessions or
 * notices of accounts that were deleted.
 */
export async function up(db: Kysely<Tables>, { kind }: Engine): Promise<void> {
  const made = table(db, 'key_address', ['key_id', 'ip'], { key_id: 'text', ip: 'text', at: 'bigint' })
  await (kind === 'sqlite' ? made.modifyEnd(sql`without rowid`) : made).execute()
  await sql`insert into key_address (key_id, ip, at)
    select key_id, ip, max(at) / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)} from request
    where at >= ${hourOf(systemClock.now() - 7 * DAY_MS)} and ip <> '' group by key_id, ip`.execute(db)
  await dropDeletedModels(db)
  await forgetDeletedUsers(db)
}

/** What credentials are allowed is not here: it may name a model before there is one. */
const LISTS = [
  ['user', 'allow_models'],
  ['user', 'deny_models'],
  ['group', 'allow_models'],
  ['api_key', 'allow_models'],
] as const

async function dropDeletedModels(db: Kysely<Tables>): Promise<void> {
  const { rows: models } = await sql<{ id: string }>`select id from model`.execute(db)
  const there = new Set(models.map(({ id }) => id))
  for (const [name, column] of LISTS) {
    const lists = sql<{ id: string; list: string }>`
      select id, ${sql.ref(column)} as list from ${sql.table(name)} where ${sql.ref(column)} is not null`
    for (const { id, list } of (await lists.execute(db)).rows) {
      const before = readStrings(list) ?? []
      const after = before.filter((model) => there.has(model))
      if (after.length === before.length) continue
      // Where nothing is denied there is no list; one that allowed what is gone alone allows nothing.
      const text = after.length === 0 && column === 'deny_models' ? null : JSON.stringify(after)
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${text} where id = ${id}`.execute(db)
    }
  }
}

async function forgetDeletedUsers(db: Kysely<Tables>): Promise<void> {
  const gone = sql`(select id from ${sql.table('user')} where deleted_at is not null)`
  for (const name of ['session', 'notice']) {
    await sql`delete from ${sql.table(name)} where user_id in ${gone}`.execute(db)
  }
  await sql`update ${sql.table('user')} set password_hash = '', must_change_password = 0, preferences = '{}', note = '',
    locale = null, timezone = null, allow_models = null, deny_models = null, allow_providers = null, allow_ips = null
    where deleted_at is not null`.execute(db)
}
