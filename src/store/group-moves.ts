import { type Kysely, type RawBuilder, sql } from 'kysely'
import { newId } from '../core/ids.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { FIRST_DAY_KEPT } from './cells.ts'
import { FIRST_HOUR_OF_ROWS } from './row-cells.ts'
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

/** Until when what is in one of them came: where somebody moved before that, it is not of one group. */
const LENGTHS = { rollup_hour: HOUR_MS, rollup_day: DAY_MS }
/** From when on the smaller ones are kept; what is older counts whole for the group it began in. */
const KEPT = { rollup_hour: FIRST_HOUR_OF_ROWS, rollup_day: FIRST_DAY_KEPT }

/** The group that the user of a row or sum was in when it came, or began: the one before their next move, or else today's. */
export function groupOf(table: Summed): RawBuilder<string> {
  const at = sql.ref(`${table}.${table === 'request' ? 'at' : 'bucket'}`)
  const later = sql`from group_move as later where later.user_id = ${sql.ref(`${table}.user_id`)} and later.at > ${at}`
  return sql`case when exists (select 1 ${later})
    then (select later.from_group ${later} order by later.at, later.id limit 1)
    else (select member.group_id from ${sql.table('user')} as member where member.id = ${sql.ref(`${table}.user_id`)}) end`
}

/** Whether all of a sum is of one group, as far as anything smaller is kept to tell. */
export function isUndivided(table: Exclude<Summed, 'request'>): RawBuilder<unknown> {
  const bucket = sql.ref(`${table}.bucket`)
  return sql`(${bucket} < ${KEPT[table]} or not exists (
    select 1 from group_move as midway where midway.user_id = ${sql.ref(`${table}.user_id`)}
    and midway.at > ${bucket} and midway.at < ${bucket} + ${sql.lit(LENGTHS[table])}))`
}

/** What the smaller ones have of the sums since a time that are of several groups, for the `from` of a question. */
export function dividedSums(table: Exclude<Summed, 'rollup_day'>, since: number): RawBuilder<unknown> {
  const whole = table === 'request' ? 'rollup_hour' : 'rollup_day'
  const length = sql.lit(LENGTHS[whole])
  const at = sql.ref(`${table}.${table === 'request' ? 'at' : 'bucket'}`)
  return sql`(select distinct user_id as mover, at - at % ${length} as divided from group_move
    where at >= ${since} and at % ${length} > 0) as moved
    join ${sql.table(table)} on ${sql.ref(`${table}.user_id`)} = mover and ${at} >= divided and ${at} < divided + ${length}
    and divided >= ${KEPT[whole]}`
}
