import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** How models are routed, how long endpoints may take, and when a resting credential may be asked again. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await add(db, 'model', { strategy: 'text', first_token_ms: 'bigint', idle_ms: 'bigint' })
  await add(db, 'endpoint', {
    headers_ms: 'bigint',
    first_token_ms: 'bigint',
    idle_ms: 'bigint',
    total_ms: 'bigint',
    max_concurrency: 'integer',
  })
  await add(db, 'credential', { cooldown_until: 'bigint', allow_models: 'text' })
}

async function add(
  db: Kysely<Tables>,
  table: keyof Tables,
  columns: Record<string, 'text' | 'integer' | 'bigint'>,
): Promise<void> {
  for (const [name, type] of Object.entries(columns)) await db.schema.alterTable(table).addColumn(name, type).execute()
}
