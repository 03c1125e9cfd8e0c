import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** A table as the schema has it: its columns in order, each with its type, and those that are its key. */
export type Layout = { table: string; columns: ReadonlyMap<string, string>; key: readonly string[] }

/** Both have it, and each came by it in its own way: by the steps of the schema, which are noted there. */
const STEPS_DONE = 'schema_version'

/**
 * Every table that a file of SQLite and a database of PostgreSQL have in common, each behind those that its rows refer to. The file
 * says what they are like, since in it a question tells all of that. Throws where one of them has other columns in the other.
 */
export async function layoutsIn(sqlite: Kysely<Tables>, postgres: Kysely<Tables>): Promise<Layout[]> {
  const { rows: described } = await sql<{ table: string; name: string; type: string; place: number }>`
    select t.name as "table", c.name as name, lower(c.type) as type, c.pk as place
    from sqlite_master as t join pragma_table_info(t.name) as c
    where t.type = 'table' order by t.name, c.cid`.execute(sqlite)
  const { rows: known } = await sql<{ table: string; name: string }>`
    select table_name as "table", column_name as name from information_schema.columns
    where table_schema = current_schema()`.execute(postgres)
  const here = Map.groupBy(described, ({ table }) => table)
  const there = Map.groupBy(known, ({ table }) => table)
  const layouts = [...here].flatMap(([table, columns]): Layout[] => {
    const other = there.get(table)
    if (!other || table === STEPS_DONE) return []
    if (!alike(columns, other)) throw otherColumns(table)
    const key = columns.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place)
    return [
      { table, columns: new Map(columns.map(({ name, type }) => [name, type])), key: key.map(({ name }) => name) },
    ]
  })
  return inOrder(layouts, await parentsIn(sqlite))
}

type Named = { name: string }

function alike(some: readonly Named[], others: readonly Named[]): boolean {
  const names = new Set(some.map(({ name }) => name))
  return names.size === others.length && others.every(({ name }) => names.has(name))
}

function otherColumns(table: string): Error {
  return new Error(
    `两边的表 ${table} 列不相同，未作任何改动。\n  The table ${table} has other columns on one side than on the other; nothing was changed.`,
  )
}

/** What the rows of a table refer to. */
async function parentsIn(sqlite: Kysely<Tables>): Promise<ReadonlyMap<string, Set<string>>> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select t.name as child, f."table" as parent
    from sqlite_master as t join pragma_foreign_key_list(t.name) as f where t.type = 'table'`.execute(sqlite)
  const parents = new Map<string, Set<string>>()
  for (const { child, parent } of rows) parents.set(child, (parents.get(child) ?? new Set()).add(parent))
  return parents
}

function inOrder(layouts: readonly Layout[], parents: ReadonlyMap<string, Set<string>>): Layout[] {
  const placed = new Set<string>()
  const ordered: Layout[] = []
  for (let left = [...layouts]; left.length > 0; left = left.filter(({ table }) => !placed.has(table))) {
    const next = left.filter(({ table }) => parents.get(table)?.isSubsetOf(placed) ?? true)
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    for (const layout of next) placed.add(layout.table)
    ordered.push(...next)
  }
  return ordered
}
