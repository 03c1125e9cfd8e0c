import type { Kysely } from 'kysely'
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
