import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Migration, migrate, MIGRATIONS, requirePresent } from './migrate.ts'
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
    const nothing: Migration = { up: () => Promise.resolve() }
    await migrate(kysely, engine, { news })
    expect(told).toEqual([])
    await requirePresent(kysely)
    await migrate(kysely, engine, { migrations: [...MIGRATIONS, nothing, nothing], news })
    expect(told).toEqual([[known, 2], known + 1, known + 2])
    await sql`delete from schema_version`.execute(kysely)
    await expect(requirePresent(kysely)).rejects.toThrow(/请先启动本程序[\s\S]*start it first/)
    await migrate(kysely, engine, { migrations: [nothing], news })
    expect(told).toHaveLength(3)
  })

  test('does each migration once, and takes back one that fails', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    const done: Migration = { up: () => Promise.reject(new Error('it was done before')) }
    const broken: Migration = {
      up: async (tx) => {
        await sql`create table half_done (id text)`.execute(tx)
        throw new Error('it breaks')
      },
    }
    const version = sql<{ version: number }>`select version from schema_version order by version`
    const before = (await version.execute(kysely)).rows
    const migrations = [...before.map(() => done), broken]
    await expect(migrate(kysely, engine, { migrations })).rejects.toThrow('it breaks')
    await expect(sql`select * from half_done`.execute(kysely)).rejects.toThrow(/half_done/)
    expect((await version.execute(kysely)).rows).toEqual(before)
  })

  test('does not cut a migration short, however long it takes', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    if (engine.kind === 'sqlite') return
    await sql`set statement_timeout = 60000`.execute(kysely)
    const timeout = sql<{ statement_timeout: string }>`show statement_timeout`
    let within = ''
    const long: Migration = {
      up: async (tx) => {
        within = (await timeout.execute(tx)).rows[0]?.statement_timeout ?? ''
      },
    }
    const before = (await sql`select version from schema_version`.execute(kysely)).rows
    await migrate(kysely, engine, { migrations: [...before.map(() => long), long] })
    expect(within).toBe('0')
    expect((await timeout.execute(kysely)).rows).toEqual([{ statement_timeout: '1min' }])
    await sql`reset statement_timeout`.execute(kysely)
  })
})
