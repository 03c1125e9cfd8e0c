import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { holdDatabase } from '../../src/store/hold-database.ts'
import { findPostgres } from './postgres-server.ts'
import { settingsFor } from './process-env.ts'

/** Without PostgreSQL these are passed over. */
const start = findPostgres()

test.skipIf(start === null)(
  'a second gateway on a database, on a folder of its own, serves nobody before the first has ended',
  async () => {
    await using life = new AsyncDisposableStack()
    const server = await start?.()
    if (!server) return
    life.use(server)
    const folders = await Promise.all(['one', 'two'].map((name) => mkdtemp(join(tmpdir(), `yumen-${name}-`))))
    for (const folder of folders) life.defer(() => rm(folder, { recursive: true, force: true }))
    const [one = '', two = ''] = folders
    const configOf = (dataDir: string) => readConfig({ ...settingsFor(dataDir), DATABASE_URL: server.url })
    const first = await startApp(configOf(one))
    for (const name of ['vault.json', 'master.key']) await copyFile(join(one, name), join(two, name)).catch(() => null)
    const waits = Promise.withResolvers<string>()
    const quiet = () => undefined
    const ended: string[] = []
    const coming = startApp(configOf(two), { debug: quiet, info: quiet, error: quiet, warn: waits.resolve }).then(
      (app) => {
        ended.push('second is there')
        return app
      },
    )
    expect(await waits.promise).toBe('another process serves the database; waiting for it to end')
    await first[Symbol.asyncDispose]()
    ended.push('first is gone')
    const second = life.use(await coming)
    expect(ended).toEqual(['first is gone', 'second is there'])
    expect((await fetch(`${second.origin}/health/ready`)).status).toBe(200)
  },
  60_000,
)

test.skipIf(start === null)(
  'a database that is held is refused, and is held again once its server is back',
  async () => {
    await using server = await start?.()
    if (!server?.crash) return
    const { url } = server
    const taken = Promise.withResolvers<void>()
    // Who looks in below has it for a moment, too, and is not to be taken for one that keeps it.
    await using held = await holdDatabase({ url, withinMs: 3000, onTaken: taken.resolve })
    const another = () => holdDatabase({ url, withinMs: 0 })
    await expect(another()).rejects.toThrow('Another process of Yumen serves the database')
    await server.crash()
    await expect.poll(() => another().then(letGo, String), { timeout: 20_000 }).toContain('Another process')
    // One whose connection broke unheard of is no other process.
    await onServer(url, 'select pg_terminate_backend(pid) from pg_locks where locktype = $1', ['advisory'])
    const usurper = await another()
    await taken.promise
    await usurper[Symbol.asyncDispose]()
    await held[Symbol.asyncDispose]()
    await letGo(await another())
  },
  60_000,
)

test.skipIf(start === null)(
  'the hold keeps vacuum from no row, and no time-out ends it',
  async () => {
    await using server = await start?.()
    if (!server) return
    await onServer(server.url, `alter role current_user set idle_in_transaction_session_timeout = '50ms'`)
    await using _held = await holdDatabase({ url: server.url, withinMs: 0 })
    await onServer(server.url, 'select pg_sleep(0.5)')
    const asked = `select backend_xmin, backend_xid from pg_stat_activity where application_name like 'yumen %'`
    expect(await onServer(server.url, asked)).toEqual([{ backend_xmin: null, backend_xid: null }])
  },
  60_000,
)

async function letGo(held: AsyncDisposable): Promise<string> {
  await held[Symbol.asyncDispose]()
  return 'was free'
}

async function onServer(url: string, statement: string, values: string[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement, values)
  await client.end()
  return rows
}
