import { type Kysely, sql } from 'kysely'
import { DAY_MS, HOUR_MS, hourOf, systemClock } from '../../core/time.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../schema.ts'
import { table } from '../table.ts'

/** From which addresses keys were used, and when last: to count them, the rows of each key's owner were read for each key. */
export async function up(db: Kysely<Tables>, { kind }: Engine): Promise<void> {
  const made = table(db, 'key_address', ['key_id', 'ip'], { key_id: 'text', ip: 'text', at: 'bigint' })
  await (kind === 'sqlite' ? made.modifyEnd(sql`without rowid`) : made).execute()
  await sql`insert into key_address (key_id, ip, at)
    select key_id, ip, max(at) / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)} from request
    where at >= ${hourOf(systemClock.now() - 7 * DAY_MS)} and ip <> '' group by key_id, ip`.execute(db)
}
