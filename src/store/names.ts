import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Locale } from '../core/errors.ts'
import { slicesOf } from './bulk-insert.ts'
import { anyLike } from './like.ts'
import type { Tables } from './schema.ts'

/** Where names are; of several, which are for Chinese and English readers, one may be empty. */
const NAMED = {
  user: { table: 'user', names: ['name'] },
  key: { table: 'api_key', names: ['name'] },
  provider: { table: 'provider', names: ['name'] },
  model: { table: 'model', names: ['display_name'] },
  group: { table: 'group', names: ['name'] },
  credential: { table: 'credential', names: ['name'] },
  channel: { table: 'channel', names: ['name'] },
  announcement: { table: 'announcement', names: ['title_zh', 'title_en'] },
} as const

/** Engines bound the parameters of a statement, and a statement of users may be of more than that. */
const NAMED_AT_ONCE = 5000

/** What ids of these kinds are called today; deleted keys and providers keep their rows, so they keep their names. */
export async function namesOf(
  db: Kysely<Tables>,
  kind: keyof typeof NAMED,
  ids: Iterable<string>,
  locale: Locale = 'zh-CN',
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  const { table, names } = NAMED[kind]
  const inOrder = locale === 'en' ? names.toReversed() : names
  const name = sql<string>`coalesce(${sql.join(inOrder.map((one) => sql`nullif(${sql.ref(one)}, '')`))}, '')`
  const found = new Map<string, string>()
  for (const some of slicesOf(wanted, NAMED_AT_ONCE)) {
    const rows = db.selectFrom(table).select(['id', name.as('name')])
    for (const row of await rows.where('id', 'in', some).execute()) found.set(row.id, row.name)
  }
  return found
}

/** Selects the ids of what is called like `q` today, users by their e-mail too; stands after `in`. */
export function idsLike(kind: keyof typeof NAMED, q: string): RawBuilder<string> {
  const { table, names } = NAMED[kind]
  const columns = kind === 'user' ? [...names, 'email'] : [...names]
  return sql`(select id from ${sql.table(table)} where ${anyLike(columns, q)})`
}

/** What endpoints and credentials are called: by their provider, for alone they say too little. */
export async function upstreamNames(
  db: Kysely<Tables>,
  kind: 'endpoint' | 'credential',
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const parts = kind === 'endpoint' ? await endpointParts(db, ids) : await credentialParts(db, ids)
  return new Map(parts.map(({ id, parts: words }) => [id, words.join(' · ')]))
}

/** The dialect too: one address may speak several. */
async function endpointParts(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('endpoint')
    .innerJoin('provider', 'provider.id', 'endpoint.provider_id')
    .select(['endpoint.id', 'provider.name', 'endpoint.dialect', 'endpoint.base_url'])
    .where('endpoint.id', 'in', [...ids])
    .execute()
  return rows.map((row) => ({ id: row.id, parts: [row.name, row.dialect, row.base_url.replace(/^https?:\/\//, '')] }))
}

async function credentialParts(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('credential')
    .innerJoin('provider', 'provider.id', 'credential.provider_id')
    .select(['credential.id', 'provider.name as provider', 'credential.name'])
    .where('credential.id', 'in', [...ids])
    .execute()
  return rows.map((row) => ({ id: row.id, parts: [row.provider, row.name] }))
}
