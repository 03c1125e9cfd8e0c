import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GATEWAY } from '../../scripts/gateway.mjs'
import { costNanos } from '../../src/catalog/cost.ts'
import { problemOf, verifyPlace } from '../../src/cli/verify.ts'
import { systemClock } from '../../src/core/time.ts'
import { placeIn, runAt } from '../../src/cli/test-place.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { migrate } from '../../src/store/migrate.ts'
import { openDatabase } from '../../src/store/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../faults/gateway-process.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { connectGateway } from './gateway.ts'
import { findPostgres, type Postgres } from './postgres-server.ts'
import { ADMIN, processEnv } from './process-env.ts'

/** Without PostgreSQL these tests are passed over. */
const start = findPostgres()

const EVER = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
const MINUTE = 60_000

describe.skipIf(start === null)('a gateway that moves between SQLite and PostgreSQL', () => {
  let server: Postgres | undefined
  let vendor: Vendor
  beforeAll(async () => {
    server = await start?.()
    vendor = await startVendor()
  })
  afterAll(async () => {
    await vendor?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  const name = `yumen_move_${process.pid}`
  let dataDir: string
  let url: string
  let gateway: GatewayProcess | undefined
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'yumen-move-'))
    await asked(server?.url, `create database ${name}`)
    const named = new URL(server?.url ?? '')
    named.pathname = `/${name}`
    url = named.href
  })
  afterEach(async () => {
    await stop()
    await asked(server?.url, `drop database ${name} with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  })

  const serve = async (env: Record<string, string> = {}) => {
    gateway = await startGatewayProcess(dataDir, env)
    return connectGateway(gateway.origin, ADMIN)
  }
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    await gateway?.end(signal)
    gateway = undefined
  }
  const move = (to: string) => runAt(['move', to], placeIn(dataDir, { databaseUrl: url }))
  const problem = async (over = {}) => problemOf(await verifyPlace(placeIn(dataDir, over), systemClock, costNanos))
  const rowsThere = async (table: string) => (await asked(url, `select * from "${table}"`)).length

  /** A folder as a gateway on SQLite leaves it, and a key that it knows. */
  async function aFolder(): Promise<string> {
    const { addModel, addProvider, addKey } = await serve()
    await addModel('m')
    await addProvider({ vendor, models: ['m'] })
    const { secret } = await addKey()
    await ask(secret)
    return secret
  }

  /** The id of a request that was answered. */
  async function ask(key: string): Promise<string> {
    vendor.queue({ usage: { input: 40, output: 9 } })
    const response = await fetch(`${gateway?.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }),
    })
    expect([response.status, await response.text()]).toMatchObject([200, expect.stringContaining('usage')])
    return response.headers.get('x-yumen-request-id') ?? ''
  }

  /** What a key of before has cost once it has asked again. */
  async function askedAgain(
    key: string,
    env: Record<string, string> = {},
  ): Promise<{ requests: number; cost: string }> {
    const { call, row } = await serve(env)
    expect(await row(await ask(key))).toMatchObject({ status: 'succeeded', cost: '0.00017' })
    const { current } = await call(adminUsage.summary, { query: EVER })
    await stop()
    return { requests: current.requests, cost: current.cost }
  }

  test(
    'bills a key of before on, there and back, and is started with no other database than the one it moved to',
    async () => {
      const key = await aFolder()
      await expect(move('postgres')).rejects.toThrow('Another process of Yumen uses this data folder')
      await stop()
      const said = await move('postgres')
      expect(said).toMatch(
        /request +1 +\d+\n[\s\S]*✓ 全部数据已迁移[\s\S]*1 accounts[\s\S]*DATABASE_URL 启动[\s\S]*master key/,
      )
      await expect(serve()).rejects.toThrow()
      await expect(move('postgres')).rejects.toThrow(/已经在使用 PostgreSQL[\s\S]*is on PostgreSQL already/)
      expect(await askedAgain(key, { DATABASE_URL: url })).toEqual({ requests: 2, cost: '0.00034' })
      await expect(move('sqlite')).rejects.toThrow(/yumen.db 移到别处[\s\S]*put yumen.db .* elsewhere/)
      await rm(join(dataDir, 'yumen.db'))
      expect(await move('sqlite')).toMatch(/request +2 /)
      expect(await problem()).toBeNull()
      expect(await askedAgain(key)).toEqual({ requests: 3, cost: '0.00051' })
    },
    4 * MINUTE,
  )

  test(
    'takes along what only its journal holds, once',
    async () => {
      const key = await aFolder()
      const file = new DatabaseSync(join(dataDir, 'yumen.db'))
      file.exec('begin immediate')
      const id = await ask(key)
      await stop('SIGKILL')
      file.exec('rollback')
      file.close()
      await move('postgres')
      expect(await asked(url, 'select * from request where id = $1', [id])).toEqual([])
      const { row } = await serve({ DATABASE_URL: url })
      expect(await row(id)).toMatchObject({ status: 'succeeded', cost: '0.00017' })
      await stop()
      expect(await problem({ databaseUrl: url })).toBeNull()
    },
    4 * MINUTE,
  )

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'leaves nothing half done where %s ends the move, which is begun anew',
    async (signal) => {
      const key = await aFolder()
      await stop()
      {
        // As a start leaves it that was refused because the database was empty.
        await using _schema = await openDatabase({ url, dataDir, prepare: migrate })
      }
      const outsider = new pg.Client({ connectionString: url })
      await outsider.connect()
      await outsider.query('begin')
      // It can be read that there is nothing, and nothing can be written.
      await outsider.query('lock table request in share mode')
      const child = spawn(process.execPath, [...GATEWAY.flags, GATEWAY.main, 'move', 'postgres'], {
        env: { ...processEnv(dataDir), DATABASE_URL: url },
        stdio: 'ignore',
      })
      const gone = once(child, 'exit')
      const waits = `select 1 from pg_locks where relation = 'request'::regclass and not granted`
      await expect.poll(() => asked(url, waits), { timeout: MINUTE }).toHaveLength(1)
      child.kill(signal)
      expect(await gone).toEqual([null, signal])
      await outsider.query('rollback')
      await outsider.end()
      expect(await rowsThere('request')).toBe(0)
      expect(JSON.parse(await readFile(join(dataDir, 'vault.json'), 'utf8'))).toMatchObject({ serves: 'sqlite' })
      expect(await move('postgres')).toContain('Everything was moved')
      expect(await askedAgain(key, { DATABASE_URL: url })).toEqual({ requests: 2, cost: '0.00034' })
    },
    4 * MINUTE,
  )

  test(
    'refuses a database that a gateway serves, one that belongs to another vault, and one that is not named',
    async () => {
      await aFolder()
      await stop()
      const other = await mkdtemp(join(tmpdir(), 'yumen-other-'))
      const served = await startGatewayProcess(other, { DATABASE_URL: url })
      await expect(move('postgres')).rejects.toThrow('Another process of Yumen serves the database')
      await served.end('SIGTERM')
      await rm(other, { recursive: true, force: true })
      await expect(move('postgres')).rejects.toThrow('is not empty')
      await rm(join(dataDir, 'yumen.db'))
      const vault = join(dataDir, 'vault.json')
      await writeFile(vault, (await readFile(vault, 'utf8')).replace('"sqlite"', '"postgres"'))
      await expect(move('sqlite')).rejects.toThrow('The database belongs to another vault.json')
      expect(await readdir(dataDir)).not.toContain('yumen.db')
      const place = placeIn(dataDir)
      await expect(runAt(['move', 'postgres'], place)).rejects.toThrow(/DATABASE_URL 指定[\s\S]*with DATABASE_URL/)
      await expect(runAt(['move', url], place)).rejects.toThrow(/DATABASE_URL 中/)
    },
    2 * MINUTE,
  )
})

async function asked(url: string | undefined, statement: string, values: string[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, values)).rows
  } finally {
    await client.end()
  }
}
