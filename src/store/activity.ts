import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import { ACTIVITY_GROUPS, FAILED_ACTIVITIES, type ActivityGroup, type ActivityKind } from '../contract/activity.ts'
import { idFrom, newId } from '../core/ids.ts'
import { type Clock, MINUTE_MS } from '../core/time.ts'
import { cutPage } from './cut-page.ts'
import type { Database } from './database.ts'
import { readFacts } from './json.ts'
import { anyLike, holding } from './like.ts'
import type { Tables } from './schema.ts'

/** What happened to an account, written for its owner. */
export type ActivityEntry = {
  userId: string
  kind: ActivityKind
  /** Facts for the sentence the console shows; never a secret. */
  details: Record<string, string | number | boolean | null>
  ip: string
  userAgent: string
}

/** A row as it is kept; an old one may have a kind that is not written any more. */
export type StoredActivity = Omit<ActivityEntry, 'kind'> & { id: string; at: number; kind: string }

/** Fields are combined; `to` is not included. Times are epoch milliseconds. */
export type ActivityFilter = {
  userId: string
  groups?: readonly ActivityGroup[] | undefined
  failed?: boolean | undefined
  from?: number | undefined
  to?: number | undefined
  keyId?: string | undefined
  q?: string | undefined
}

/** How often something happened in a quarter of an hour that begins at `at`: days of every zone are made of these. */
export type ActivityCount = { kind: string; at: number; count: number }

/** `addresses`: how many they came from; `most`: null where there was none. */
type FailedSignIns = {
  failed: number
  users: number
  addresses: number
  most: { id: string; name: string } | null
}

/** What happened to accounts, for their owners to read. */
export type Activity = {
  /** Writes one row on its own; acts that change something pass it as their trail instead. */
  record(entry: ActivityEntry): Promise<void>
  /** Newest first. */
  list(
    filter: ActivityFilter,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: StoredActivity[]; next: string | null }>
  counts(filter: ActivityFilter): Promise<ActivityCount[]>
  /** Sign-ins to any account that failed since, and the account that most of them were at. */
  failedSignIns(since: number): Promise<FailedSignIns>
}

/** Keeps the table `activity`. */
export function activityIn(db: Database, clock: Clock): Activity {
  return {
    record: (entry) => insertActivity(db.kysely, entry, clock.now()),
    list: async (filter, { limit, cursor }) => {
      let rows = db.kysely.selectFrom('activity').selectAll().where(matching(filter))
      if (cursor !== undefined) rows = rows.where('id', '<', cursor)
      const found = await rows
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const page = cutPage(found, limit, ({ id }) => id)
      const items = page.rows.map(({ user_id: userId, user_agent: userAgent, details, ...row }) => ({
        ...row,
        userId,
        userAgent,
        details: readFacts(details),
      }))
      return { items, next: page.next }
    },
    counts: async (filter) => {
      const slot = sql<number>`at / ${sql.lit(SLOT_MS)}`
      const rows = await db.kysely
        .selectFrom('activity')
        .select((eb) => ['kind', slot.as('slot'), eb.fn.countAll<number>().as('count')])
        .where(matching(filter))
        .groupBy(['kind', slot])
        .execute()
      return rows.map(({ kind, slot: at, count }) => ({ kind, at: at * SLOT_MS, count }))
    },
    failedSignIns: (since) => failedSignIns(db.kysely, since),
  }
}

async function failedSignIns(db: Kysely<Tables>, since: number): Promise<FailedSignIns> {
  // Ids are in the order of time and have an index, which time itself has not.
  const failures = db
    .selectFrom('activity')
    .where('activity.id', '>=', idFrom(since))
    .where('at', '>=', since)
    .where('kind', '=', 'session.failed' satisfies ActivityKind)
  const counted = await failures
    .select((eb) => [
      eb.fn.countAll<number>().as('failed'),
      eb.fn.count<number>('user_id').distinct().as('users'),
      eb.fn.count<number>('ip').distinct().as('addresses'),
    ])
    .executeTakeFirstOrThrow()
  const most = await failures
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select(['user.id', 'user.name'])
    .groupBy(['user.id', 'user.name'])
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('user.id')
    .limit(1)
    .executeTakeFirst()
  return { ...counted, most: most ?? null }
}

const SLOT_MS = 15 * MINUTE_MS

function matching({ userId, groups, failed, from, to, keyId, q }: ActivityFilter): Expression<SqlBool> {
  const among = (kinds: readonly string[]) => sql.join(kinds.map((kind) => sql.lit(kind)))
  const all = [sql<SqlBool>`user_id = ${userId}`]
  if (groups) all.push(sql`kind in (${among(groups.flatMap((group) => ACTIVITY_GROUPS[group]))})`)
  if (failed !== undefined) all.push(sql`kind ${sql.raw(failed ? 'in' : 'not in')} (${among(FAILED_ACTIVITIES)})`)
  if (from !== undefined) all.push(sql`at >= ${from}`)
  if (to !== undefined) all.push(sql`at < ${to}`)
  if (keyId !== undefined) {
    // A quotation mark inside a value is written with a backslash, so that no name can pass for an id.
    all.push(sql`kind in (${among(ACTIVITY_GROUPS.keys)}) and ${holding('details', `"id":${JSON.stringify(keyId)}`)}`)
  }
  if (q) all.push(sql`${anyLike(['details', 'ip', 'user_agent', 'kind'], q)}`)
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** Writes one activity row with whatever transaction it is given. */
export async function insertActivity(tx: Kysely<Tables>, entry: ActivityEntry, now: number): Promise<void> {
  await tx
    .insertInto('activity')
    .values({
      id: newId(now),
      at: now,
      user_id: entry.userId,
      kind: entry.kind,
      details: JSON.stringify(entry.details),
      ip: entry.ip,
      user_agent: entry.userAgent,
    })
    .execute()
}
