import { DAY_MS, dayOf } from '../core/time.ts'
import type { Database } from './database.ts'

/** Deletes what is older than the operator wants it kept; daily sums, accounts and the audit log are kept for ever. */
export type Retention = {
  /** Deletes requests that came before, with their attempts, oldest first; answers how many of the batch there were. */
  requests(before: number): Promise<number>
  /** Deletes hourly sums of whole UTC days that ended before, a day at a time; those of the days stay. */
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
          .select('id')
          .where('at', '<', before)
          .orderBy('at')
          .limit(RETENTION_BATCH)
          .execute()
        const ids = rows.map((row) => row.id)
        if (ids.length === 0) return 0
        await tx.deleteFrom('attempt').where('request_id', 'in', ids).execute()
        await tx.deleteFrom('request').where('id', 'in', ids).execute()
        return ids.length
      }),
    hours: (before) =>
      db.transaction(async (tx) => {
        const first = tx.selectFrom('rollup_hour').select((eb) => eb.fn.min('bucket').as('bucket'))
        const { bucket } = await first.executeTakeFirstOrThrow()
        const end = dayOf(bucket ?? before) + DAY_MS
        if (bucket === null || end > before) return 0
        await tx.deleteFrom('rollup_hour_all').where('bucket', '<', end).execute()
        const { numDeletedRows } = await tx
          .deleteFrom('rollup_hour')
          .where('bucket', '<', end)
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
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
