import { CompiledQuery, type Kysely, sql } from 'kysely'
import { sizeOf } from './bulk-insert.ts'
import type { Engine } from './engine.ts'
import type { Layout } from './layout.ts'
import type { Tables } from './schema.ts'

/** A transaction in a database of one of the two engines. */
export type Side = { tx: Kysely<Tables>; kind: Engine['kind'] }

/** A row with every integer as the engine gives it, so that none is rounded. */
type Row = Record<string, unknown>
type Write = (tx: Kysely<Tables>, layout: Layout, rows: readonly Row[]) => Promise<void>

/** How many rows are in memory at a time, twice. */
const PAGE_ROWS = 1000

/** Copies the rows of a table as they are, in the order of its key and a page at a time. */
export async function copyTable(layout: Layout, from: Side, to: Side): Promise<void> {
  const source = from.tx.withoutPlugins()
  const target = to.tx.withoutPlugins()
  let page = await pageAfter(source, layout, undefined)
  while (page.length > 0) {
    // The other side reads while this one writes.
    const [next] = await both(pageAfter(source, layout, page.at(-1)), WRITES[to.kind](target, layout, page))
    page = next
  }
}

/** What two sides answer that are asked at once; where one fails the other is waited for, since its transaction is ended next. */
export async function both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

async function pageAfter(tx: Kysely<Tables>, { table, columns, key }: Layout, last: Row | undefined): Promise<Row[]> {
  const by = sql.join(key.map((name) => sql.ref(name)))
  const after = last && sql` where (${by}) > (${sql.join(key.map((name) => last[name]))})`
  const names = sql.join([...columns.keys()].map((name) => sql.ref(name)))
  const asked = sql<Row>`select ${names} from ${sql.table(table)}${after ?? sql``} order by ${by} limit ${sql.lit(PAGE_ROWS)}`
  return (await asked.execute(tx)).rows
}

/** The quickest way of each engine: one value a place in a file of SQLite, and one list a column over a network. */
const WRITES: Record<Engine['kind'], Write> = {
  sqlite: async (tx, { table, columns }, rows) => {
    const place = `(${Array.from(columns, () => '?').join()})`
    for (let at = 0; at < rows.length;) {
      const slice = rows.slice(at, at + sizeOf(rows.length - at))
      const text = `insert into ${quoted(table)} (${namesOf(columns)}) values ${slice.map(() => place).join()}`
      await tx.executeQuery(
        CompiledQuery.raw(
          text,
          slice.flatMap((row) => valuesOf(row, columns)),
        ),
      )
      at += slice.length
    }
  },
  postgres: async (tx, { table, columns }, rows) => {
    const lists = [...columns.values()].map((type, n) => `$${n + 1}::${type}[]`)
    const text = `insert into ${quoted(table)} (${namesOf(columns)}) select * from unnest(${lists.join()})`
    const values = [...columns.keys()].map((name) => rows.map((row) => row[name]))
    await tx.executeQuery(CompiledQuery.raw(text, values))
  },
}

function valuesOf(row: Row, columns: Layout['columns']): unknown[] {
  return Array.from(columns.keys(), (name) => row[name])
}

function namesOf(columns: Layout['columns']): string {
  return Array.from(columns.keys(), quoted).join()
}

function quoted(name: string): string {
  return `"${name}"`
}
