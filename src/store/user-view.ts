import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { DAY_MS } from '../core/time.ts'
import type { UserColumn } from '../contract/admin-users.ts'
import type { Sort } from '../contract/common.ts'
import { cutPage } from './cut-page.ts'
import { passkeysOf } from './passkeys.ts'
import { type KeyUse, monthUse, userUse } from './key-use.ts'
import { anyLike } from './like.ts'
import type { Moment } from './limit-use.ts'
import { inOrder, orderOf, type Rank, rankedPage } from './ranked.ts'
import type { Tables, UserRow } from './schema.ts'
import { haveSecondFactor } from './second-factor.ts'
import { toUser, type User } from './users.ts'

/** An account as administrators see it. */
export type ListedUser = User & {
  groupName: string | null
  /** Signing in takes a code as well. */
  secondFactor: boolean
  /** How many it has. */
  passkeys: number
  /** Keys that are not deleted. */
  keys: number
  /** The last sign of life, in the console or with a key. */
  lastActiveAt: number | null
} & KeyUse

/** Which accounts, and in which order: values of one field are alternatives, fields are combined; `q` finds by name, e-mail and id. */
export type UserChoice = {
  ids?: readonly string[] | undefined
  q?: string | undefined
  roles?: readonly UserRow['role'][] | undefined
  statuses?: readonly UserRow['status'][] | undefined
  groups?: readonly string[] | undefined
  billings?: readonly UserRow['billing'][] | undefined
  /** Only who has not been seen for 30 days. */
  idle?: boolean | undefined
  zone: string
  /** Absent: the newest first. */
  sort?: Sort<UserColumn> | undefined
}

/** A page of these. */
export type UserQuery = UserChoice & { limit: number; cursor?: string | undefined }

/** Reads a page of accounts. */
export async function listUsers(db: Kysely<Tables>, query: UserQuery & Moment) {
  if (query.ids?.length === 0) return { items: [], next: null }
  const { rows, next } = await pageOf(db, query)
  return { items: await withFigures(db, rows, query), next }
}

type RowPage = { rows: UserRow[]; next: string | null }

async function pageOf(db: Kysely<Tables>, query: UserQuery & Moment): Promise<RowPage> {
  const { cursor, limit, sort = '-created' } = query
  const { column, descending } = orderOf(sort)
  if (column === 'created') {
    // Ids are in the order they were made in.
    const found = await matching(db, query)
      .selectAll()
      .$if(cursor !== undefined, (it) => it.where('id', descending ? '<' : '>', cursor ?? ''))
      .orderBy('id', descending ? 'desc' : 'asc')
      .limit(limit + 1)
      .execute()
    return cutPage(found, limit, ({ id }) => id)
  }
  const { ids, next } = rankedPage(await ranked(db, query, column), { descending, limit, cursor })
  const rows = ids.length === 0 ? [] : await db.selectFrom('user').selectAll().where('id', 'in', ids).execute()
  return { rows: inOrder(rows, ids), next }
}

/** Names all accounts a query means, in its order. */
export async function orderUsers(db: Kysely<Tables>, query: UserChoice & Moment): Promise<string[]> {
  if (query.ids?.length === 0) return []
  const { column, descending } = orderOf(query.sort ?? '-created')
  if (column !== 'created') {
    return rankedPage(await ranked(db, query, column), { descending, limit: Infinity }).ids
  }
  const rows = matching(db, query).select('id')
  return (await rows.orderBy('id', descending ? 'desc' : 'asc').execute()).map(({ id }) => id)
}

async function ranked(db: Kysely<Tables>, query: UserChoice & Moment, column: Exclude<UserColumn, 'created'>) {
  const all = await matching(db, query).select(['id', 'name', 'last_login_at']).execute()
  const rankOf = await RANKS[column](db, query)
  return all.map((row) => ({ id: row.id, rank: rankOf(row) }))
}

type RankOf = (row: Pick<UserRow, 'id' | 'name' | 'last_login_at'>) => Rank

/** What accounts are ordered by, beside their age. */
const RANKS: Record<Exclude<UserColumn, 'created'>, (db: Kysely<Tables>, at: Moment) => RankOf | Promise<RankOf>> = {
  name: () => (row) => row.name,
  cost: async (db, at) => {
    const use = await monthUse(db, 'user', at)
    return (row) => use(row.id).costNanos
  },
  requests: async (db, at) => {
    const use = await monthUse(db, 'user', at)
    return (row) => use(row.id).requests
  },
  keys: async (db) => {
    const keys = await keysOf(db)
    return (row) => keys.get(row.id)?.keys ?? 0
  },
  active: async (db) => {
    const [keys, seen] = [await keysOf(db), await lastSeen(db)]
    return (row) => latest([row.last_login_at, seen.get(row.id), keys.get(row.id)?.used_at])
  },
}

/** The accounts a query means. */
function matching(db: Kysely<Tables>, query: UserChoice & Moment) {
  const { ids, roles, statuses, groups, billings, idle, q, now } = query
  let rows = db.selectFrom('user').where('deleted_at', 'is', null)
  if (ids) rows = rows.where('id', 'in', ids)
  if (q) rows = rows.where(anyLike(['name', 'email', 'id'], q))
  if (roles) rows = rows.where('role', 'in', roles)
  if (statuses) rows = rows.where('status', 'in', statuses)
  if (groups) rows = rows.where('group_id', 'in', groups)
  if (billings) rows = rows.where('billing', 'in', billings)
  if (idle) {
    const since = now - IDLE_MS
    rows = rows.where('created_at', '<', since).where(sql<SqlBool>`not ${seenSince(since)}`)
  }
  return rows
}

const IDLE_MS = 30 * DAY_MS

/** Whether a row of `user` was seen since, in the console or with a key. */
export const seenSince = (since: number): RawBuilder<SqlBool> => sql<SqlBool>`(
  coalesce(last_login_at, 0) >= ${since}
  or exists (select 1 from session where session.user_id = ${sql.ref('user.id')} and last_seen_at >= ${since})
  or exists (select 1 from api_key where api_key.user_id = ${sql.ref('user.id')} and last_used_at >= ${since}))`

/** One account; undefined when there is none, or it was deleted. */
export async function readUser(db: Kysely<Tables>, id: string, moment: Moment): Promise<ListedUser | undefined> {
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && (await withFigures(db, [row], moment))[0]
}

async function withFigures(db: Kysely<Tables>, rows: readonly UserRow[], moment: Moment): Promise<ListedUser[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const groups = new Map((await db.selectFrom('group').select(['id', 'name']).execute()).map((it) => [it.id, it.name]))
  const keys = await keysOf(db, ids)
  const seen = await lastSeen(db, ids)
  const factors = await haveSecondFactor(db, ids)
  const passkeys = await passkeysOf(db, ids)
  const use = await userUse(db, ids, moment)
  return rows.map((row) => ({
    ...toUser(row),
    secondFactor: factors.has(row.id),
    passkeys: passkeys.get(row.id) ?? 0,
    groupName: (row.group_id && groups.get(row.group_id)) ?? null,
    keys: keys.get(row.id)?.keys ?? 0,
    lastActiveAt: latest([row.last_login_at, seen.get(row.id), keys.get(row.id)?.used_at]),
    ...use(row.id),
  }))
}

function latest(times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((time) => time !== null && time !== undefined)
  return known.length === 0 ? null : Math.max(...known)
}

/** How many keys users have and when one was last used; everybody's unless some are named. */
async function keysOf(db: Kysely<Tables>, ids?: readonly string[]) {
  const rows = await db
    .selectFrom('api_key')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('keys'), eb.fn.max('last_used_at').as('used_at')])
    .$if(ids !== undefined, (it) => it.where('user_id', 'in', ids ?? []))
    .where('status', '<>', 'revoked')
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

async function lastSeen(db: Kysely<Tables>, ids?: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('session')
    .select((eb) => ['user_id', eb.fn.max('last_seen_at').as('seen_at')])
    .$if(ids !== undefined, (it) => it.where('user_id', 'in', ids ?? []))
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.seen_at]))
}
