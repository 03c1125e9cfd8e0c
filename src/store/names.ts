import { type Kysely, type RawBuilder, sql } from 'kysely'
import { anyLike } from './like.ts'
import type { Tables } from './schema.ts'

const NAMED = {
  user: { table: 'user', name: 'name' },
  key: { table: 'api_key', name: 'name' },
  provider: { table: 'provider', name: 'name' },
  model: { table: 'model', name: 'display_name' },
  group: { table: 'group', name: 'name' },
  credential: { table: 'credential', name: 'name' },
} as const

/** What ids of these kinds are called today; deleted keys and providers keep their rows, so they keep their names. */
export async function namesOf(
  db: Kysely<Tables>,
  kind: keyof typeof NAMED,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const { table, name } = NAMED[kind]
  const rows = await db
    .selectFrom(table)
    .select((eb) => ['id', eb.ref(name).as('name')])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Selects the ids of what is called like `q` today, users by their e-mail too; stands after `in`. */
export function idsLike(kind: keyof typeof NAMED, q: string): RawBuilder<string> {
  const { table, name } = NAMED[kind]
  const columns = kind === 'user' ? [name, 'email'] : [name]
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
