import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Nanos } from '../core/money.ts'
import type { Moment } from './limit-use.ts'
import type { Tables, UserRow } from './schema.ts'
import { seenSince } from './user-view.ts'
import { firstHourFrom, startOfDay, startOfMonth } from './zone.ts'

/** What all accounts are together; days and months are cut in the zone asked for. */
export type UserFigures = {
  active: number
  disabled: number
  /** Seen in the console or with a key since midnight. */
  activeToday: number
  monthCostNanos: Nanos
}

/** Counts the accounts that are not deleted. */
export async function userFigures(db: Kysely<Tables>, { now, zone }: Moment): Promise<UserFigures> {
  const active = (status: UserRow['status']) =>
    sql<number>`coalesce(sum(case when status = ${status} then 1 else 0 end), 0)`
  const counted = await db
    .selectFrom('user')
    .select([
      active('active').as('active'),
      active('disabled').as('disabled'),
      sql<number>`coalesce(sum(case when ${seenSince(startOfDay(now, zone))} then 1 else 0 end), 0)`.as('active_today'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    active: counted.active,
    disabled: counted.disabled,
    activeToday: counted.active_today,
    monthCostNanos: await monthCost(db, { now, zone }),
  }
}

/** What everybody's requests cost this month. */
export async function monthCost(db: Kysely<Tables>, { now, zone }: Moment): Promise<Nanos> {
  const row = await db
    .selectFrom('rollup_hour_all')
    .select(sql<Nanos>`coalesce(sum(cost_nanos), 0)`.as('cost_nanos'))
    .where('bucket', '>=', firstHourFrom(startOfMonth(now, zone)))
    .executeTakeFirstOrThrow()
  return row.cost_nanos
}

/** Who can run out of something: users with a limit of their own, and users who pay ahead. */
export function boundedUsers(db: Kysely<Tables>): Promise<Pick<UserRow, 'id' | 'billing'>[]> {
  return db
    .selectFrom('user')
    .select(['id', 'billing'])
    .where('deleted_at', 'is', null)
    .where(
      sql<SqlBool>`(billing = 'prepaid' or id in (select subject_id from ${sql.table('limit')} where subject = 'user'))`,
    )
    .execute()
}
