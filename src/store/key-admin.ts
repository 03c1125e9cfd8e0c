import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { KeyColumn, KeyRisk } from '../contract/admin-keys.ts'
import type { Sort } from '../contract/common.ts'
import type { KeyState } from '../contract/keys.ts'
import { type Clock, DAY_MS } from '../core/time.ts'
import type { Nanos } from '../core/money.ts'
import { cutPage } from './cut-page.ts'
import type { Database } from './database.ts'
import { addressesOfKey, purgeKeyAddresses, readKeyAddresses } from './key-addresses.ts'
import { type ApiKey, type KeyRef, withUse } from './keys.ts'
import { monthUse } from './key-use.ts'
import { anyLike } from './like.ts'
import type { Moment } from './limit-use.ts'
import { namesOf } from './names.ts'
import { inOrder, orderOf, type Rank, rankedPage } from './ranked.ts'
import type { ApiKeyRow, Tables } from './schema.ts'
import { monthCost } from './user-figures.ts'

/** A key as administrators see it. */
export type ListedKey = ApiKey & {
  owner: { id: string; name: string; email: string }
  createdByName: string | null
  disabledByName: string | null
  /** How many addresses it was used from in the last seven days. */
  addresses: number
  risks: KeyRisk[]
}

/** Which keys, and in which order: values of one field are alternatives, fields are combined; `q` finds by name, note, id, shown characters and owner. */
export type KeyChoice = {
  ids?: readonly string[] | undefined
  q?: string | undefined
  users?: readonly string[] | undefined
  statuses?: readonly KeyState[] | undefined
  /** The keys that are `exhausted`; only their limits know. */
  usedUp?: readonly string[] | undefined
  risks?: readonly KeyRisk[] | undefined
  zone: string
  /** Absent: the newest first. */
  sort?: Sort<KeyColumn> | undefined
}

/** A page of these. */
type KeyQuery = KeyChoice & { limit: number; cursor?: string | undefined }

/** What administrators do with the keys of everybody; deleted ones are not among them. */
export type KeyAdmin = {
  list(query: KeyQuery): Promise<{ items: ListedKey[]; next: string | null }>
  /** The ids of all keys that are meant, in the order asked for. */
  order(choice: KeyChoice): Promise<string[]>
  get(id: string, zone: string): Promise<ListedKey | undefined>
  figures(zone: string): Promise<KeyFigures>
  /** The ids of active keys that have limits. */
  limited(): Promise<string[]>
  /** Whose key it is. */
  ref(id: string): Promise<KeyRef | undefined>
  /** The key that a secret belongs to, also when it was replaced by the present one. */
  byHash(hash: string): Promise<string | undefined>
  /** Where a key was used from, as far as that counts, the latest first; `at` is the hour it last was. */
  addresses(id: string): Promise<{ ip: string; at: number }[]>
  /** Deletes addresses that count no more. */
  purge(): Promise<void>
}

/** What all keys are together. */
type KeyFigures = {
  active: number
  disabled: number
  expired: number
  /** Active, and the secret before the present one is still accepted. */
  rotating: number
  risks: Record<KeyRisk, number>
  monthCostNanos: Nanos
}

const UNUSED_MS = 90 * DAY_MS
const SOON_MS = 7 * DAY_MS
const MANY_ADDRESSES = 5

/** Reads `api_key` with owners, use and addresses, in reports: of an instance's keys each may have many of these. */
export function keyAdminIn(db: Database, clock: Clock): KeyAdmin {
  return {
    list: (query) => db.report('listKeys', { ...query, now: clock.now() }),
    order: (choice) => db.report('orderKeys', { ...choice, now: clock.now() }),
    get: (id, zone) => db.report('readKey', { id, zone, now: clock.now() }),
    figures: (zone) => db.report('keyFigures', { now: clock.now(), zone }),
    limited: () => limitedKeys(db.kysely, clock.now()),
    ref: async (id) => {
      const row = await live(db.kysely).select('user_id').where('api_key.id', '=', id).executeTakeFirst()
      return row && { id, userId: row.user_id }
    },
    byHash: async (hash) => {
      const row = await live(db.kysely)
        .select('api_key.id')
        .where((eb) => eb.or([eb('hash', '=', hash), eb('old_hash', '=', hash)]))
        .executeTakeFirst()
      return row?.id
    },
    addresses: (id) => readKeyAddresses(db.kysely, id, clock.now()),
    purge: () => purgeKeyAddresses(db.kysely, clock.now()),
  }
}

function live(db: Kysely<Tables>) {
  return db.selectFrom('api_key').where('api_key.status', '<>', 'revoked')
}

/** Each risk as a condition on a row of `api_key`. */
const RISKS: Record<KeyRisk, (now: number) => RawBuilder<SqlBool>> = {
  no_limit: () => sql`not exists (select 1 from ${sql.table('limit')}
    where subject = 'key' and subject_id = api_key.id and metric = 'cost')`,
  no_expiry: () => sql`api_key.expires_at is null`,
  unused_90d: (now) => sql`coalesce(api_key.last_used_at, api_key.created_at) < ${now - UNUSED_MS}`,
  many_ips: (now) => sql`${addressesOfKey(now)} >= ${MANY_ADDRESSES}`,
  expires_7d: (now) => sql`(api_key.status = 'active' and api_key.expires_at > ${now}
    and api_key.expires_at <= ${now + SOON_MS})`,
}

const works = (now: number) => sql<SqlBool>`(api_key.status = 'active' and coalesce(api_key.expires_at > ${now}, true))`

const STATES: Record<KeyState, (now: number, usedUp: readonly string[]) => RawBuilder<SqlBool>> = {
  active: works,
  rotating: (now) => sql`(${works(now)} and coalesce(overlap_until > ${now}, false))`,
  exhausted: (now, usedUp) =>
    usedUp.length === 0 ? sql`false` : sql`(${works(now)} and api_key.id in (${sql.join(usedUp)}))`,
  disabled: () => sql`api_key.status = 'disabled'`,
  expired: (now) => sql`(api_key.status = 'active' and api_key.expires_at <= ${now})`,
}

type Row = ApiKeyRow & { email: string; owner_name: string; addresses: number; risks: string }

const joined = (db: Kysely<Tables>) => live(db).innerJoin('user', 'user.id', 'api_key.user_id')

/** Keys with all that is told of them. */
function shown(rows: ReturnType<typeof joined>, now: number) {
  // The addresses are there already, and need not be counted twice.
  const { many_ips: _, ...others } = RISKS
  const found = Object.entries(others).map(([name, is]) => sql`case when ${is(now)} then ${`${name} `} else '' end`)
  return rows
    .selectAll('api_key')
    .select(['user.email', 'user.name as owner_name', addressesOfKey(now).as('addresses')])
    .select(sql<string>`${sql.join(found, sql` || `)}`.as('risks'))
}

/** Reads one key; undefined when there is none, or it was deleted. */
export async function readKey(db: Kysely<Tables>, { id, ...moment }: Moment & { id: string }) {
  const row = await shown(joined(db), moment.now).where('api_key.id', '=', id).executeTakeFirst()
  return row && (await toListed(db, [row], moment))[0]
}

/** Reads a page of keys. */
export async function listKeys(db: Kysely<Tables>, query: KeyQuery & Moment) {
  const { rows, next } = await pageOf(db, query)
  return { items: await toListed(db, rows, query), next }
}

async function pageOf(db: Kysely<Tables>, query: KeyQuery & Moment): Promise<{ rows: Row[]; next: string | null }> {
  const { cursor, limit, now, sort = '-created' } = query
  const { column, descending } = orderOf(sort)
  if (column === 'created') {
    // Ids are in the order they were made in.
    const found = await shown(matching(db, query), now)
      .$if(cursor !== undefined, (it) => it.where('api_key.id', descending ? '<' : '>', cursor ?? ''))
      .orderBy('api_key.id', descending ? 'desc' : 'asc')
      .limit(limit + 1)
      .execute()
    return cutPage(found, limit, ({ id }) => id)
  }
  const { ids, next } = rankedPage(await ranked(db, query, column), { descending, limit, cursor })
  const rows = ids.length === 0 ? [] : await shown(joined(db), now).where('api_key.id', 'in', ids).execute()
  return { rows: inOrder(rows, ids), next }
}

/** Names all keys a query means, in its order. */
export async function orderKeys(db: Kysely<Tables>, query: KeyChoice & Moment): Promise<string[]> {
  const { column, descending } = orderOf(query.sort ?? '-created')
  if (column !== 'created') {
    return rankedPage(await ranked(db, query, column), { descending, limit: Infinity }).ids
  }
  const rows = matching(db, query).select('api_key.id')
  return (await rows.orderBy('api_key.id', descending ? 'desc' : 'asc').execute()).map(({ id }) => id)
}

/** What keys are ordered by, beside their age and their cost. */
const RANKS: Record<Exclude<KeyColumn, 'created' | 'cost'>, (now: number) => RawBuilder<Rank>> = {
  name: () => sql`api_key.name`,
  used: () => sql`api_key.last_used_at`,
  addresses: addressesOfKey,
  expires: () => sql`api_key.expires_at`,
}

async function ranked(db: Kysely<Tables>, query: KeyChoice & Moment, column: Exclude<KeyColumn, 'created'>) {
  const rows = matching(db, query).select('api_key.id')
  if (column !== 'cost') return rows.select(RANKS[column](query.now).as('rank')).execute()
  const use = await monthUse(db, 'key', query)
  return (await rows.execute()).map(({ id }) => ({ id, rank: use(id).costNanos }))
}

/** The keys a query means. */
function matching(db: Kysely<Tables>, query: KeyChoice & Moment) {
  const { ids, q, users, statuses, usedUp = [], risks, now } = query
  let rows = joined(db)
  if (ids) rows = rows.where('api_key.id', 'in', ids)
  if (q) rows = rows.where(anyLike(SEARCHED, q))
  if (users) rows = rows.where('api_key.user_id', 'in', users)
  if (statuses) rows = rows.where((eb) => eb.or(statuses.map((status) => STATES[status](now, usedUp))))
  for (const risk of risks ?? []) rows = rows.where(RISKS[risk](now))
  return rows
}

/** Counts keys, and what may be wrong with them. */
export async function keyFigures(db: Kysely<Tables>, moment: Moment): Promise<KeyFigures> {
  const { now } = moment
  const times = (is: RawBuilder<SqlBool>) => sql<number>`coalesce(sum(case when ${is} then 1 else 0 end), 0)`
  const counted = await live(db)
    .select([
      times(STATES.active(now, [])).as('active'),
      times(STATES.disabled(now, [])).as('disabled'),
      times(STATES.expired(now, [])).as('expired'),
      times(STATES.rotating(now, [])).as('rotating'),
      times(RISKS.no_limit(now)).as('no_limit'),
      times(RISKS.no_expiry(now)).as('no_expiry'),
      times(RISKS.unused_90d(now)).as('unused_90d'),
      times(RISKS.many_ips(now)).as('many_ips'),
      times(RISKS.expires_7d(now)).as('expires_7d'),
    ])
    .executeTakeFirstOrThrow()
  const { active, disabled, expired, rotating: rotated, ...risks } = counted
  return { active, disabled, expired, rotating: rotated, risks, monthCostNanos: await monthCost(db, moment) }
}

async function limitedKeys(db: Kysely<Tables>, now: number): Promise<string[]> {
  const rows = live(db)
    .select('api_key.id')
    .where(works(now))
    .where(sql<SqlBool>`api_key.id in (select subject_id from ${sql.table('limit')} where subject = 'key')`)
  return (await rows.execute()).map(({ id }) => id)
}

const SEARCHED = ['api_key.name', 'api_key.note', 'api_key.id', 'api_key.prefix', 'last4', 'user.name', 'email']

async function toListed(db: Kysely<Tables>, rows: readonly Row[], moment: Moment): Promise<ListedKey[]> {
  const seen = await withUse(db, rows, moment)
  const admins = rows.flatMap((row) => [row.created_by ?? [], row.disabled_by ?? []].flat())
  const names = await namesOf(db, 'user', admins)
  const nameOf = (id: string | null) => id && (names.get(id) ?? id)
  return rows.flatMap((row, n) => {
    const key = seen[n]
    if (!key) return []
    const owner = { id: row.user_id, name: row.owner_name, email: row.email }
    const [createdByName, disabledByName] = [nameOf(key.createdBy), nameOf(key.disabledBy)]
    const found = new Set(row.risks.split(' '))
    if (row.addresses >= MANY_ADDRESSES) found.add('many_ips')
    const risks = (Object.keys(RISKS) as KeyRisk[]).filter((risk) => found.has(risk))
    return [{ ...key, owner, createdByName, disabledByName, addresses: row.addresses, risks }]
  })
}
