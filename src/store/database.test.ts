import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../core/time.ts'
import { type Database, openDatabase, openEngine } from './database.ts'
import type { Engine } from './engine.ts'
import { openFile } from './sqlite-file.ts'
import { engines } from './test-store.ts'

describe.each(engines)('a database on %s', (_, open) => {
  test('keeps nano-dollars beyond 2^53 to the last digit, and gives every other integer as a number', async () => {
    await using store = await open()
    const { kysely } = store.db
    const rate = 2n ** 63n - 1n
    await kysely
      .insertInto('price_version')
      .values({ id: 'v', model_id: 'm', effective_from: 1_795_000_000_000, source: 'manual', source_name: null })
      .execute()
    await kysely
      .insertInto('price')
      .values({ version: 'v', service: '', component: 'input', above_tokens: 0, rate_nanos: rate })
      .execute()
    const price = await kysely.selectFrom('price').selectAll().executeTakeFirstOrThrow()
    expect(price).toEqual({ version: 'v', service: '', component: 'input', above_tokens: 0, rate_nanos: rate })
    const version = await kysely.selectFrom('price_version').selectAll().executeTakeFirstOrThrow()
    expect(version.effective_from).toBe(1_795_000_000_000)
  })

  test('gives sums and literals by the same rule', async () => {
    await using store = await open()
    const found = await sql<{ n: number; cost_nanos: bigint; factor_micros: bigint }>`
      select count(*) as n, coalesce(sum(cost_nanos), 0) as cost_nanos, 1 as factor_micros from request`.execute(
      store.db.kysely,
    )
    expect(found.rows).toEqual([{ n: 0, cost_nanos: 0n, factor_micros: 1n }])
  })

  test('takes back all of a transaction that throws', async () => {
    await using store = await open()
    const act = store.db.transaction(async (tx) => {
      await tx.insertInto('setting').values({ key: 'a', value: '1', version: 1 }).execute()
      throw new Error('no')
    })
    await expect(act).rejects.toThrow('no')
    expect(await store.settings.get('a')).toBeUndefined()
  })

  test('keeps queries of others out of an open transaction', async () => {
    await using store = await open()
    const inside = Promise.withResolvers<void>()
    const leave = Promise.withResolvers<void>()
    const act = store.db.transaction(async (tx) => {
      await tx.insertInto('setting').values({ key: 'a', value: '1', version: 1 }).execute()
      inside.resolve()
      await leave.promise
      throw new Error('no')
    })
    await inside.promise
    const other = store.settings.put('b', 2)
    leave.resolve()
    await expect(act).rejects.toThrow('no')
    await other
    expect(await store.settings.get('a')).toBeUndefined()
    expect(await store.settings.get('b')).toBe(2)
  })

  test('takes the time it needs to go through every row at night, and no more than a minute when somebody waits', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    if (engine.kind === 'sqlite') return
    await sql`set statement_timeout = 60000`.execute(kysely)
    const limit = sql<{ statement_timeout: string }>`show statement_timeout`
    const limits: string[] = []
    const watched: Engine = {
      ...engine,
      unhurried: async (tx) => {
        await engine.unhurried(tx)
        limits.push((await limit.execute(tx)).rows[0]?.statement_timeout ?? '')
      },
    }
    const db = await openEngine(watched)
    await db.report('rowSizes', { sample: 1 })
    expect(limits).toEqual([])
    expect((await db.report('booksStep', { rule: 0, from: 0, since: 0 })).broken).toBeNull()
    expect(limits).toEqual(['30min'])
    expect((await limit.execute(kysely)).rows).toEqual([{ statement_timeout: '1min' }])
    await sql`reset statement_timeout`.execute(kysely)
  })

  test('refuses to change or delete audit rows', async () => {
    await using store = await open()
    await store.audit.record({
      actorId: null,
      action: 'server.started',
      targetKind: 'server',
      targetId: null,
      before: null,
      after: { port: 3000 },
      ip: '',
      client: '',
      requestId: '',
      outcome: 'done',
    })
    const { kysely } = store.db
    await expect(kysely.updateTable('audit').set({ action: 'nothing' }).execute()).rejects.toThrow(/never changed/)
    await expect(kysely.deleteFrom('audit').execute()).rejects.toThrow(/never changed/)
    const rows = await kysely.selectFrom('audit').selectAll().execute()
    expect(rows).toMatchObject([{ action: 'server.started', after: '{"port":3000}', before: null }])
  })
})

describe('the embedded file', () => {
  test('is written through a log, synced at every commit, with foreign keys on', async () => {
    await using file = await embedded()
    const { db } = file
    await db.kysely.insertInto('setting').values({ key: 'a', value: '1', version: 1 }).execute()
    const pragma = async (name: string) =>
      Object.values((await sql.raw<object>(`pragma ${name}`).execute(db.kysely)).rows[0] ?? {})
    expect(await pragma('journal_mode')).toEqual(['wal'])
    expect(await pragma('synchronous')).toEqual([2])
    expect(await pragma('foreign_keys')).toEqual([1])
  })

  test('tells what a transaction failed of where SQLite has taken it back itself, as on a full disk', async () => {
    await using file = await embedded()
    const act = file.db.transaction(async (tx) => {
      await sql`rollback`.execute(tx)
      throw new Error('database or disk is full')
    })
    await expect(act).rejects.toThrow('database or disk is full')
    await file.db.transaction((tx) => sql`select 1`.execute(tx))
  })

  test('leaves the event loop free while a heavy query runs', async () => {
    await using file = await embedded()
    let turns = 0
    let running = true
    const heavy =
      sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000000) select sum(i) from n`
        .execute(file.db.kysely)
        .finally(() => {
          running = false
        })
    while (running) {
      turns += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    await heavy
    // Were the query run on this thread, the loop would have turned once or twice.
    expect(turns).toBeGreaterThan(100)
  })

  test('is the same after it was closed and opened again', async () => {
    await using file = await embedded()
    await file.db.kysely.insertInto('setting').values({ key: 'a', value: '1', version: 1 }).execute()
    await file.db[Symbol.asyncDispose]()
    await using again = await openDatabase({ dataDir: file.dataDir })
    const row = await again.kysely.selectFrom('setting').selectAll().executeTakeFirst()
    expect(row).toEqual({ key: 'a', value: '1', version: 1 })
  })

  test('tells what is wrong with a query, and goes on', async () => {
    await using file = await embedded()
    await expect(sql`select nonsense`.execute(file.db.kysely)).rejects.toThrow(/no such column: nonsense/)
    expect((await sql<{ n: number }>`select 1 as n`.execute(file.db.kysely)).rows).toEqual([{ n: 1 }])
  })

  test('fails to open with a reason when the file is no database', async () => {
    await using file = await embedded()
    const dataDir = join(file.dataDir, 'other')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'yumen.db'), 'This is a letter, and a long one at that. '.repeat(100))
    const opening = openDatabase({ dataDir })
    await expect(opening).rejects.toThrow(/数据库文件无法打开[\s\S]*cannot be opened: file is not a database/)
    await expect(opening).rejects.toMatchObject({ cause: { message: 'file is not a database' } })
  })
})

async function embedded() {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-store-'))
  const db = await openDatabase({ dataDir })
  return {
    db,
    dataDir,
    [Symbol.asyncDispose]: async () => {
      await db[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

test('a report on the embedded database sees what was written before it and holds up nobody', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-database-'))
  await using life = new AsyncDisposableStack()
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { kysely, report } = life.use(await openDatabase({ dataDir }))
  await kysely.insertInto('account').values({ user_id: 'a', spent_nanos: 0n, credit_nanos: 0n }).execute()
  const accounts = async () => (await report('countBooks', undefined)).accounts
  expect(await accounts()).toBe(1)
  const ended: string[] = []
  const years = report('series', { from: 0, to: 1000 * DAY_MS, by: 'model', zone: 'Asia/Shanghai', bucket: 'hour' })
  const told = years.then(({ buckets }) => {
    ended.push('report')
    return buckets.length
  })
  await kysely.insertInto('account').values({ user_id: 'b', spent_nanos: 0n, credit_nanos: 0n }).execute()
  ended.push('write')
  expect(await told).toBe(24_000)
  expect(ended).toEqual(['write', 'report'])
  expect(await accounts()).toBe(2)
})

test('a report that takes long holds up no other one, and what waits is answered when it ends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-database-'))
  await using life = new AsyncDisposableStack()
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { report } = life.use(await openDatabase({ dataDir }))
  const ended: string[] = []
  const slow = async (name: string) => {
    await report('series', { from: 0, to: 1000 * DAY_MS, by: 'model', zone: 'Asia/Shanghai', bucket: 'hour' })
    ended.push(name)
  }
  const quick = async (name: string) => {
    await report('rowSizes', { sample: 1 })
    ended.push(name)
  }
  await Promise.all([quick('first'), quick('second')])
  await Promise.all([slow('long'), quick('third'), quick('fourth')])
  expect(ended.slice(2)).toEqual(['third', 'fourth', 'long'])
  ended.length = 0
  await Promise.all([slow('long'), slow('long'), ...Array.from({ length: 5 }, () => quick('quick'))])
  expect(ended.toSorted()).toEqual(['long', 'long', 'quick', 'quick', 'quick', 'quick', 'quick'])
})

test('a question of the nightly check begins when nobody waits for anything', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-database-'))
  await using life = new AsyncDisposableStack()
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { report } = life.use(await openDatabase({ dataDir }))
  const ended: string[] = []
  const ask = async (name: string, asked: Promise<unknown>) => {
    await asked
    ended.push(name)
  }
  const years = { from: 0, to: 1000 * DAY_MS, by: 'model', zone: 'Asia/Shanghai', bucket: 'hour' } as const
  await Promise.all([
    ask('page', report('series', years)),
    ask('check', report('booksStep', { rule: 0, from: 0, since: 0 })),
    ask('page', report('rowSizes', { sample: 1 })),
  ])
  expect(ended).toEqual(['page', 'page', 'check'])
})

test('a closed database answers no report, and one that is under way when it closes ends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-database-'))
  await using life = new AsyncDisposableStack()
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const db = await openDatabase({ dataDir })
  // Heard from the start: one that is under way may fail before the database is closed.
  const ask = (count: number) => Promise.allSettled(Array.from({ length: count }, () => report(db)))
  const asked = ask(4)
  await report(db)
  const late = ask(20)
  await db[Symbol.asyncDispose]()
  expect([...(await asked), ...(await late)]).toHaveLength(24)
  await expect(report(db)).rejects.toThrow('closed')
})
const report = (db: Database) => db.report('rowSizes', { sample: 1 })

test('a file that is opened to be read is not written', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-database-'))
  await using life = new AsyncDisposableStack()
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  life.use(await openDatabase({ dataDir }))
  const file = openFile({ path: join(dataDir, 'yumen.db'), readsOnly: true })
  life.defer(() => file.close())
  expect(file.ask({ sql: 'select count(*) as users from user', parameters: [] }).rows).toEqual([{ users: 0n }])
  expect(() => file.ask({ sql: 'delete from user', parameters: [] })).toThrow('readonly')
})
