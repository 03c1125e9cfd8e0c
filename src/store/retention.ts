import { type Kysely, sql, type SqlBool } from 'kysely'
import { DAY_MS, dayOf } from '../core/time.ts'
import { FIRST_DAY_KEPT, noteDeleted } from './kept-since.ts'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** Deletes what is older than the operator wants it kept; daily and monthly sums, accounts and the audit log are kept for ever. */
export type Retention = {
  /** Deletes requests that came before, with their attempts, oldest first; answers how many of the batch there were. */
  requests(before: number): Promise<number>
  /** The same for hourly sums of whole UTC days that ended before; those of the days stay. */
  hours(before: number): Promise<number>
  /** The same for what happened to accounts. */
  activity(before: number): Promise<number>
  /** The same for alerts that are over. */
  alerts(before: number): Promise<number>
  /** The same for what users were told of. */
  notices(before: number): Promise<number>
}

/** So many rows at once: a batch must not keep settled requests waiting. */
const RETENTION_BATCH = 500

/** Deletes one batch a call; whoever wants all of it gone asks again until the answer is 0. */
export function retentionIn(db: Database): Retention {
  return {
    requests: (before) =>
      db.transaction(async (tx) => {
        const rows = await tx
          .selectFrom('request')
          .select(['id', 'at'])
          .where('at', '<', before)
          .orderBy('at')
          .limit(RETENTION_BATCH)
          .execute()
        const ids = rows.map((row) => row.id)
        const last = rows.at(-1)
        if (!last) return 0
        await tx.deleteFrom('attempt').where('request_id', 'in', ids).execute()
        await tx.deleteFrom('request').where('id', 'in', ids).execute()
        // Up to what is gone and not up to `before`: by a clock that is ahead that may be a time that has not come.
        await noteDeleted(tx, 'rows', last.at + 1)
        return ids.length
      }),
    hours: (before) =>
      db.transaction(async (tx) => {
        const deleted = await deleteUnkeptHours(tx)
        if (deleted > 0) return deleted
        const first = tx
          .selectFrom('rollup_hour_all')
          .select((eb) => eb.fn.min('bucket').as('bucket'))
          .where(sql<SqlBool>`bucket >= ${FIRST_DAY_KEPT}`)
        const { bucket } = await first.executeTakeFirstOrThrow()
        const end = dayOf(bucket ?? before) + DAY_MS
        if (bucket === null || end > before) return 0
        // They are few, and with them the day counts as not kept: what is left of it nobody reads any more.
        await tx.deleteFrom('rollup_hour_all').where('bucket', '<', end).execute()
        await noteDeleted(tx, 'hours', end)
        return deleteUnkeptHours(tx)
      }),
    activity: async (before) => {
      const old = db.kysely.selectFrom('activity').select('id').where('at', '<', before).limit(RETENTION_BATCH)
      const { numDeletedRows } = await db.kysely.deleteFrom('activity').where('id', 'in', old).executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    alerts: async (before) => {
      const old = db.kysely.selectFrom('alert').select('id').where('resolved_at', '<', before).limit(RETENTION_BATCH)
      const { numDeletedRows } = await db.kysely.deleteFrom('alert').where('id', 'in', old).executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    notices: async (before) => {
      const old = db.kysely.selectFrom('notice').select('id').where('created_at', '<', before).limit(RETENTION_BATCH)
      const { numDeletedRows } = await db.kysely.deleteFrom('notice').where('id', 'in', old).executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

/** Deletes the first of the hourly sums that are not kept any more, up to some user's of some hour. */
async function deleteUnkeptHours(tx: Kysely<Tables>): Promise<number> {
  const last = await tx
    .selectFrom('rollup_hour')
    .select(['bucket', 'user_id'])
    .where(sql<SqlBool>`bucket < ${FIRST_DAY_KEPT}`)
    .orderBy('bucket')
    .orderBy('user_id')
    .limit(1)
    .offset(RETENTION_BATCH - 1)
    .executeTakeFirst()
  const gone = last
    ? sql<SqlBool>`(bucket, user_id) <= (${last.bucket}, ${last.user_id})`
    : sql<SqlBool>`bucket < ${FIRST_DAY_KEPT}`
  const { numDeletedRows } = await tx.deleteFrom('rollup_hour').where(gone).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
