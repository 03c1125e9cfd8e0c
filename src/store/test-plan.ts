import { type Compilable, CompiledQuery, sql } from 'kysely'
import type { Database } from './database.ts'

const EXPLAIN = { sqlite: 'explain query plan', postgres: 'explain' } as const

/** How a database means to answer a question, line by line in its own words. */
export async function planOf({ kysely, engine }: Database, question: Compilable): Promise<string[]> {
  // So few rows as there are in a test would be read one by one.
  if (engine.kind === 'postgres') await sql`set enable_seqscan = off`.execute(kysely)
  const { sql: text, parameters } = question.compile()
  const asked = CompiledQuery.raw(`${EXPLAIN[engine.kind]} ${text}`, [...parameters])
  const { rows } = await kysely.executeQuery<object>(asked)
  return rows.map((row) => String(Object.values(row).at(-1)))
}
