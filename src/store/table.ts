import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Tables } from './schema.ts'

type Type = 'text' | 'integer' | 'bigint'

/** Column names with their types; `?` where a column may be null. Only types that both engines have. */
export type Columns = Record<string, Type | `${Type}?`>

/** Starts a table for a migration: its columns and its primary key. */
export function table(db: Kysely<Tables>, name: keyof Tables, key: readonly string[], columns: Columns) {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, type] of Object.entries(columns)) {
    const optional = type.endsWith('?')
    builder = builder.addColumn(column, (optional ? type.slice(0, -1) : type) as Type, (it) =>
      optional ? it : it.notNull(),
    )
  }
  return builder.addPrimaryKeyConstraint(`${name}_pk`, [...key])
}

/** Adds an index named after its columns. */
export async function index(
  db: Kysely<Tables>,
  on: keyof Tables,
  columns: readonly string[],
  kind: 'plain' | 'unique' = 'plain',
): Promise<void> {
  const builder = db.schema
    .createIndex(`${on}_by_${columns.join('_')}`)
    .on(on)
    .columns([...columns])
  await (kind === 'unique' ? builder.unique() : builder).execute()
}
