import { type Kysely, type RawBuilder, sql } from 'kysely'
import { newId } from '../core/ids.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { FIRST_DAY_KEPT, FIRST_HOUR_OF_ROWS } from './kept-since.ts'
import type { Tables } from './schema.ts'

/** Notes that a user leaves the group they are in; whoever calls puts them into the other one in the same transaction. */
export async function noteMove(tx: Kysely<Tables>, userId: string, to: string | null, now: number): Promise<void> {
  const user = tx.selectFrom('user').select('group_id').where('id', '=', userId)
  const { group_id: from } = await user.executeTakeFirstOrThrow()
  if (from === to) return
  await tx
    .insertInto('group_move')
    .values({ id: newId(now), user_id: userId, at: now, from_group: from })
    .execute()
}

/** Sums of requests, and the rows themselves, as SQL knows them. */
export type Summed = 'request' | 'rollup_hour' | 'rollup_day'

/** How long the time is that one of them is of. */
const LENGTHS = { rollup_hour: HOUR_MS, rollup_day: DAY_MS }
/** From when on smaller ones are kept that tell what came before a move and what after; what is older counts whole for the group it began in. */
const KEPT = { rollup_hour: FIRST_HOUR_OF_ROWS, rollup_day: FIRST_DAY_KEPT }

/** The group that the user of a row or sum was in when it came, or began: the one before their next move, or else today's. */
export function groupOf(table: Summed): RawBuilder<string> {
  const at = sql.ref(`${table}.${table === 'request' ? 'at' : 'bucket'}`)
  const later = sql`from group_move as later where later.user_id = ${sql.ref(`${table}.user_id`)} and later.at > ${at}`
  return sql`case when exists (select 1 ${later})
    then (select later.from_group ${later} order by later.at, later.id limit 1)
    else (select member.group_id from ${sql.table('user')} as member where member.id = ${sql.ref(`${table}.user_id`)}) end`
}

/** Whether a sum counts whole: its user did not move in its time, or nothing smaller is kept of it. */
export function isUndivided(table: Exclude<Summed, 'request'>): RawBuilder<unknown> {
  const bucket = sql.ref(`${table}.bucket`)
  return sql`(${bucket} < ${KEPT[table]} or not exists (
    select 1 from group_move as midway where midway.user_id = ${sql.ref(`${table}.user_id`)}
    and midway.at > ${bucket} and midway.at < ${bucket} + ${sql.lit(LENGTHS[table])}))`
}

/** The smaller ones of those sums since a time that do not count whole, for the `from` of a question. */
export function dividedSums(table: Exclude<Summed, 'rollup_day'>, since: number): RawBuilder<unknown> {
  const whole = table === 'request' ? 'rollup_hour' : 'rollup_day'
  const length = sql.lit(LENGTHS[whole])
  const at = sql.ref(`${table}.${table === 'request' ? 'at' : 'bucket'}`)
  return sql`(select distinct user_id as mover, at - at % ${length} as divided from group_move
    where at >= ${since} and at % ${length} > 0) as moved
    join ${sql.table(table)} on ${sql.ref(`${table}.user_id`)} = mover and ${at} >= divided and ${at} < divided + ${length}
    and divided >= ${KEPT[whole]}`
}
