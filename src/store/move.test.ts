import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../core/time.ts'
import type { Database } from './database.ts'
import { slicesOf } from './bulk-insert.ts'
import { type MovedTable, moveRows } from './move.ts'
import { addAccount } from './test-account.ts'
import { engines, openSqlite } from './test-store.ts'

async function openServer(): Promise<Database> {
  for (const [name, open] of engines) if (name === 'postgres') return (await open()).db
  throw new Error('There is no PostgreSQL.')
}

/** What was moved, where it may be anything. */
async function move(from: Database, to: Database): Promise<MovedTable[]> {
  const moved: MovedTable[] = []
  await moveRows({
    from,
    to,
    clock: systemClock,
    mac: (text) => text,
    acceptSource: () => Promise.resolve(),
    acceptTarget: () => undefined,
    onTable: (table) => void moved.push(table),
  })
  return moved
}

type Column = {
  table: string
  name: string
  type: string
  optional: bigint
  place: bigint
  parent: string | null
  parent_column: string | null
}

/** Every column that the schema has, as the file tells it. */
async function columnsOf({ kysely }: Database): Promise<Map<string, Column[]>> {
  const { rows } = await sql<Column>`
    select t.name as "table", c.name, lower(c.type) as type, 1 - c."notnull" as optional, c.pk as place,
      f."table" as parent, f."to" as parent_column
    from sqlite_master as t join pragma_table_info(t.name) as c
    left join pragma_foreign_key_list(t.name) as f on f."from" = c.name
    where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> 'schema_version'
    order by t.name, c.cid`.execute(kysely.withoutPlugins())
  return Map.groupBy(rows, ({ table }) => table)
}

const ODD = ['', 'NULL', ' {"a":"\\u0000\\\\,","b":[1,null]} ', `玉门 🚪 'quoted' "twice" \\ {} ,\r\n\t`]

/** A value that no other row of its column has; those of keys refer to the row of the same number. */
function valueOf({ table, name, type, optional, place, parent, parent_column: to }: Column, n: number): unknown {
  if (type === 'integer') return 2_147_483_647n - BigInt(n)
  if (type === 'bigint') return (n % 2 === 0 ? 1n : -1n) * (9_007_199_254_740_993n + BigInt(n))
  if (parent !== null) return `${parent}.${to} ${n}`
  if (optional === 1n && n === 1) return null
  return place > 0n ? `${table}.${name} ${n}` : `${ODD[n % ODD.length]}${table}.${name} ${n}`
}

/** Of one table there are more rows than are read at once. */
const MANY = 1001
const FEW = 5
const LONG = 'attempt'

async function fillEvery(db: Database): Promise<string[]> {
  const every = await columnsOf(db)
  await db.transaction(async (tx) => {
    await sql`pragma defer_foreign_keys = on`.execute(tx)
    for (const [table, columns] of every) {
      const names = sql.join(columns.map(({ name }) => sql.ref(name)))
      const rows = Array.from({ length: table === LONG ? MANY : FEW }, (_, n) =>
        columns.map((column) => valueOf(column, n)),
      )
      for (const slice of slicesOf(rows, 128)) {
        const values = sql.join(slice.map((row) => sql`(${sql.join(row)})`))
        await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(tx)
      }
    }
  })
  return [...every.keys()].toSorted()
}

/** All there is in tables, each value with its type, whatever an engine takes for a small integer. */
async function rowsOf({ kysely }: Database, tables: readonly string[]): Promise<Record<string, string[]>> {
  const written = (row: object) =>
    JSON.stringify(
      Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      (_, value: unknown) => (typeof value === 'bigint' || typeof value === 'number' ? `${value} of numbers` : value),
    )
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(kysely.withoutPlugins())
    found[table] = rows.map(written).toSorted()
  }
  return found
}

let file: Database
let back: Database
let server: Database
beforeEach(async () => {
  file = await openSqlite()
  back = await openSqlite()
  server = await openServer()
})
afterEach(async () => {
  for (const db of [file, back, server]) await db[Symbol.asyncDispose]()
})

test('every row of every table of the schema comes to PostgreSQL and back as it was', async () => {
  const tables = await fillEvery(file)
  const kept = await rowsOf(file, tables)
  expect(Object.entries(kept).filter(([, rows]) => rows.length < FEW)).toEqual([])
  const moved = await move(file, server)
  expect(moved.map(({ table }) => table).toSorted()).toEqual(tables)
  expect(moved.find(({ table }) => table === LONG)).toMatchObject({ rows: BigInt(MANY) })
  expect(await rowsOf(server, tables)).toEqual(kept)
  await move(server, back)
  expect(await rowsOf(back, tables)).toEqual(kept)
  // Nothing counts for itself, which would begin again at one.
  expect(await rowsOf(server, ['pg_sequences'])).toEqual({ pg_sequences: [] })
}, 60_000)

test('what was moved is recognised, and where anything else is nothing is changed', async () => {
  await addAccount(file, 'u1')
  expect(await move(file, server)).toEqual(await move(file, server))
  await sql`insert into setting (key, value, version) values ('a', '1', 1)`.execute(server.kysely)
  const there = await rowsOf(server, ['user', 'setting'])
  await expect(move(file, server)).rejects.toThrow(/不是空的[\s\S]*not empty \(.*table setting\)[\s\S]*DATABASE_URL/)
  expect(await rowsOf(server, ['user', 'setting'])).toEqual(there)
  await expect(move(server, file)).rejects.toThrow(/yumen.db/)
})

test('a copy that is not the same is taken back, and the source keeps the schema it has', async () => {
  const steps = () => rowsOf(file, ['schema_version'])
  await addAccount(file, 'u1')
  // As before the last steps: this one changes rows alone, so that it may be done again.
  await sql`delete from schema_version where name = '0037-files'`.execute(file.kysely)
  const before = await steps()
  await sql`create function spoil() returns trigger language plpgsql as
    'begin new.note := new.note || ''.''; return new; end'`.execute(server.kysely)
  await sql`create trigger spoil before insert on "user" for each row execute function spoil()`.execute(server.kysely)
  await expect(move(file, server)).rejects.toThrow(/表 user[\s\S]*The table user was not the same/)
  expect(await rowsOf(server, ['user', 'account'])).toEqual({ user: [], account: [] })
  await sql`drop trigger spoil on "user"`.execute(server.kysely)
  await move(file, server)
  expect((await rowsOf(server, ['user']))['user']).toHaveLength(1)
  expect(await steps()).toEqual(before)
})
