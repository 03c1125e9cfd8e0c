import { type Kysely, sql, type SqlBool } from 'kysely'
import type { AuditCall } from './audit.ts'
import { type ChainLink, linkOf, type Mac } from './audit-chain.ts'
import { cutPage } from './cut-page.ts'
import type { User } from './users.ts'
import type { Locale } from '../core/errors.ts'
import { MINUTE_MS } from '../core/time.ts'
import { anyLike } from './like.ts'
import { idsLike, namesOf } from './names.ts'
import type { Tables } from './schema.ts'
import type { AuditRow } from './schema-operations.ts'

/** One act, with the names of today. */
type AuditItem = {
  id: string
  at: number
  /** Null: the server itself, or somebody who was not signed in. */
  actor: { id: string; name: string; role: User['role'] } | null
  action: string
  targetKind: string
  targetId: string | null
  targetName: string | null
  /** Whose a credential is that is there still; null of every other target. */
  targetProvider: string | null
  outcome: 'done' | 'refused'
  ip: string
  client: string
  requestId: string
  /** Its place in the chain, counted from 1; null for rows that were written before there was one. */
  n: number | null
}

/** `link` is its place in the chain, null of rows from before there was one; `related` is what was done around it, oldest first: in the same session, or where none is known by the same person. */
export type AuditDetail = WholeAudit & {
  link: ChainLink | null
  relatedBy: 'session' | 'time'
  related: WholeAudit[]
}

/** An act with what was before and after it, and the call it came by, where that is known. */
export type WholeAudit = AuditItem & {
  before: unknown
  after: unknown
  session: string | null
  call: AuditCall | null
}

/**
 * Values of one field are alternatives, fields are combined; an action that ends in a dot stands for all that begin so. `cursor` is
 * the `next` of the page before. Times are epoch milliseconds, `to` not included.
 */
export type AuditQuery = {
  actors?: readonly string[] | undefined
  actions?: readonly string[] | undefined
  targetKinds?: readonly string[] | undefined
  targetId?: string | undefined
  outcomes?: readonly AuditItem['outcome'][] | undefined
  from?: number | undefined
  to?: number | undefined
  q?: string | undefined
  /** In which language targets are called that have names in two; absent: Chinese. */
  locale?: Locale | undefined
  limit: number
  cursor?: string | undefined
}

/** `next` is the cursor of the page after it; null: there is none. */
export type AuditPage = { items: WholeAudit[]; next: string | null }

const SEARCHED = ['action', 'target_id', 'ip', 'client', 'request_id', 'before', 'after']

/** Reads acts, newest first. */
export async function listAudit(db: Kysely<Tables>, query: AuditQuery): Promise<AuditPage> {
  const { actors, targetKinds, targetId, outcomes, from, to, q, locale, limit, cursor } = query
  const found = await db
    .selectFrom('audit')
    .selectAll()
    .$if(actors !== undefined, (it) => it.where('actor_id', 'in', actors ?? []))
    .$if(query.actions !== undefined, (it) => it.where(actionAmong(query.actions ?? [])))
    .$if(targetKinds !== undefined, (it) => it.where('target_kind', 'in', targetKinds ?? []))
    .$if(targetId !== undefined, (it) => it.where('target_id', '=', targetId ?? ''))
    .$if(outcomes !== undefined, (it) => it.where('outcome', 'in', outcomes ?? []))
    .$if(from !== undefined, (it) => it.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (it) => it.where('at', '<', to ?? 0))
    .$if(Boolean(q), (it) => it.where(saying(q ?? '')))
    .$if(cursor !== undefined, (it) => it.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { rows, next } = cutPage(found, limit, ({ id }) => id)
  return { items: await withNames(db, rows, locale), next }
}

/** Whether a row has the words itself, or its actor or target is called so today. */
function saying(q: string) {
  const targets = NAMED.map((kind) => sql`(target_kind = ${kind} and target_id in ${idsLike(kind, q)})`)
  return sql<SqlBool>`(${anyLike(SEARCHED, q)} or actor_id in ${idsLike('user', q)} or ${sql.join(targets, sql` or `)})`
}

function actionAmong(actions: readonly string[]) {
  const found = actions.map((action) =>
    action.endsWith('.')
      ? sql<SqlBool>`substr(action, 1, ${action.length}) = ${action}`
      : sql<SqlBool>`action = ${action}`,
  )
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

const NEAR_MS = 30 * MINUTE_MS
const MOST_EACH_WAY = 10

/** Reads one act with all it says; undefined when there is none. */
export async function readAudit(
  db: Kysely<Tables>,
  mac: Mac,
  { id, locale }: { id: string } & Pick<AuditQuery, 'locale'>,
): Promise<AuditDetail | undefined> {
  const row = await db.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const [item, ...related] = await withNames(db, [row, ...(await around(db, row))], locale)
  const link = await linkOf(db, mac, row)
  return item && { ...item, link, relatedBy: row.session === null ? 'time' : 'session', related }
}

/** The acts nearest to a row, oldest first. */
async function around(db: Kysely<Tables>, { id, at, actor_id: actor, session }: AuditRow): Promise<AuditRow[]> {
  const all = db.selectFrom('audit').selectAll()
  const related =
    session === null
      ? all
          .where('actor_id', '=', actor)
          .where('at', '>=', at - NEAR_MS)
          .where('at', '<=', at + NEAR_MS)
      : all.where('session', '=', session)
  const before = await related.where('id', '<', id).orderBy('id', 'desc').limit(MOST_EACH_WAY).execute()
  const after = await related.where('id', '>', id).orderBy('id').limit(MOST_EACH_WAY).execute()
  return [...before.toReversed(), ...after]
}

function jsonOf(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}

const NAMED = ['user', 'key', 'provider', 'model', 'group', 'credential', 'channel', 'announcement'] as const

async function withNames(
  db: Kysely<Tables>,
  rows: readonly AuditRow[],
  locale: AuditQuery['locale'],
): Promise<WholeAudit[]> {
  const ids = [...new Set(rows.flatMap((row) => row.actor_id ?? []))]
  const people =
    ids.length === 0 ? [] : await db.selectFrom('user').select(['id', 'name', 'role']).where('id', 'in', ids).execute()
  const actors = new Map(people.map((person) => [person.id, person]))
  const names = new Map<string, Map<string, string>>()
  for (const kind of NAMED) {
    const targets = rows.flatMap((row) => (row.target_kind === kind ? (row.target_id ?? []) : []))
    names.set(kind, await namesOf(db, kind, targets, locale))
  }
  const providers = await providersOf(
    db,
    rows.flatMap((row) => (row.target_kind === 'credential' ? (row.target_id ?? []) : [])),
  )
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: actors.get(row.actor_id ?? '') ?? null,
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    targetName: names.get(row.target_kind)?.get(row.target_id ?? '') ?? null,
    targetProvider: row.target_kind === 'credential' ? (providers.get(row.target_id ?? '') ?? null) : null,
    outcome: row.outcome,
    ip: row.ip,
    client: row.client,
    requestId: row.request_id,
    n: row.n,
    before: jsonOf(row.before),
    after: jsonOf(row.after),
    session: row.session,
    call: jsonOf(row.call) as AuditCall | null,
  }))
}

/** The providers of credentials, by the ids of the credentials. */
async function providersOf(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('credential').select(['id', 'provider_id']).where('id', 'in', ids).execute()
  return new Map(found.map((row) => [row.id, row.provider_id]))
}
