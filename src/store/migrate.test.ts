import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Migration, migrate, MIGRATIONS, requirePresent } from './migrate.ts'
import { TIME_OUTS } from './postgres.ts'
import type { Tables } from './schema.ts'
import { engines } from './test-store.ts'

describe.each(engines)('the schema on %s', (_engine, open) => {
  test('refuses a schema newer than the program', async () => {
    await using store = await open()
    await sql`insert into schema_version (version) values (999)`.execute(store.db.kysely)
    await expect(migrate(store.db.kysely, store.db.engine)).rejects.toThrow(
      /结构的版本是 999[\s\S]*schema 999.*start a newer Yumen/,
    )
    await expect(requirePresent(store.db.kysely)).rejects.toThrow(/schema 999/)
  })

  test('tells of each step of a database that is behind, and of none of a new one', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    const told: unknown[] = []
    const news = {
      begins: (...from: number[]) => void told.push(from),
      done: (version: number) => void told.push(version),
    }
    const known = MIGRATIONS.length
    const nothing = (name: string): Migration => ({ name, up: () => Promise.resolve() })
    await migrate(kysely, engine, { news })
    expect(told).toEqual([])
    await requirePresent(kysely)
    await migrate(kysely, engine, { migrations: [...MIGRATIONS, nothing('a'), nothing('b')], news })
    expect(told).toEqual([[known, 2], known + 1, known + 2])
    await sql`delete from schema_version`.execute(kysely)
    await expect(requirePresent(kysely)).rejects.toThrow(/请先启动本程序[\s\S]*start it first/)
    await migrate(kysely, engine, { migrations: [nothing('a')], news })
    expect(told).toHaveLength(3)
  })

  test('does each migration once, and takes back one that fails', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    const broken: Migration = {
      name: 'broken',
      up: async (tx) => {
        await sql`create table half_done (id text)`.execute(tx)
        throw new Error('it breaks')
      },
    }
    const version = sql<{ version: number }>`select version from schema_version order by version`
    const before = (await version.execute(kysely)).rows
    const again = () => Promise.reject(new Error('it was done before'))
    const migrations = [...MIGRATIONS.map(({ name }) => ({ name, up: again })), broken]
    await expect(migrate(kysely, engine, { migrations })).rejects.toThrow('it breaks')
    await expect(sql`select * from half_done`.execute(kysely)).rejects.toThrow(/half_done/)
    expect((await version.execute(kysely)).rows).toEqual(before)
  })

  test('knows what was done by its name, in whatever order programs before did it', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    const did: string[] = []
    const step = (name: string): Migration => ({ name, up: () => Promise.resolve(void did.push(name)) })
    const [a, b, c] = [step('a'), step('b'), step('c')]
    await migrate(kysely, engine, { migrations: [...MIGRATIONS, b] })
    await migrate(kysely, engine, { migrations: [...MIGRATIONS, a, b, c] })
    await migrate(kysely, engine, { migrations: [...MIGRATIONS, a, b, c] })
    expect(did).toEqual(['b', 'a', 'c'])
    // As many steps as the program knows, and one of them is another's.
    const other = migrate(kysely, engine, { migrations: [...MIGRATIONS, a, step('d'), c] })
    await expect(other).rejects.toThrow(/\(b\)[\s\S]*\(b\).*start a newer Yumen/)
    await expect(requirePresent(kysely)).rejects.toThrow(/start a newer Yumen/)
  })

  test('takes steps that were only numbered for the first of its own, and gives them their names', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    await sql`alter table schema_version drop column name`.execute(kysely)
    await requirePresent(kysely)
    await migrate(kysely, engine)
    const { rows } = await sql<{ name: string }>`select name from schema_version order by version`.execute(kysely)
    expect(rows).toEqual(MIGRATIONS.map(({ name }) => ({ name })))
  })

  test('does not cut a migration short, however long it takes and whatever it waits for', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    if (engine.kind === 'sqlite') return
    const told = (tx: Kysely<Tables>) =>
      Promise.all(
        TIME_OUTS.map(async (name) => {
          const { rows } = await sql<Record<string, string>>`show ${sql.ref(name)}`.execute(tx)
          return rows[0]?.[name]
        }),
      )
    for (const name of TIME_OUTS) await sql`set ${sql.ref(name)} = 60000`.execute(kysely)
    let within: unknown
    const long: Migration = {
      name: 'long',
      up: async (tx) => {
        within = await told(tx)
      },
    }
    await migrate(kysely, engine, { migrations: [...MIGRATIONS, long] })
    expect(within).toEqual(['0', '0', '0'])
    expect(await told(kysely)).toEqual(['1min', '1min', '1min'])
    for (const name of TIME_OUTS) await sql`reset ${sql.ref(name)}`.execute(kysely)
  })
})
