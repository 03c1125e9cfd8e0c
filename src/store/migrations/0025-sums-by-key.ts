import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Tables } from '../schema.ts'

/**
 * Sums of which reports read long stretches of the key. Those of each person's hours are not among them: they are mostly read by an
 * index on the user, which is several times as large and slow beside rows that have no number of their own.
 */
const BY_KEY = ['rollup_day', 'rollup_hour_all', 'rollup_day_all', 'way_tick'] as const satisfies (keyof Tables)[]

/** SQLite keeps these in the order of their key instead of in one of its own beside an index: half as much to read, and one look a row. */
export async function up(db: Kysely<Tables>, { kind }: Engine): Promise<void> {
  if (kind !== 'sqlite') return
  for (const name of BY_KEY) await orderByKey(db, name)
}

async function orderByKey(db: Kysely<Tables>, name: string): Promise<void> {
  const made = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${name} and sql is not null`.execute(db)
  const of = (kind: string) => made.rows.flatMap(({ type, sql: text }) => (type === kind ? [text] : []))
  await sql`alter table ${sql.table(name)} rename to sums_before`.execute(db)
  for (const text of of('table')) await sql.raw(`${text} without rowid`).execute(db)
  await sql`insert into ${sql.table(name)} select * from sums_before order by bucket`.execute(db)
  await sql`drop table sums_before`.execute(db)
  for (const text of of('index')) await sql.raw(text).execute(db)
}
