import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/core/time.ts'
import { migrate, MIGRATIONS } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/store.ts'
import { keepServed, openVault } from '../../src/vault/vault.ts'
import { settingsFor } from './process-env.ts'

async function aFolder(life: AsyncDisposableStack): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-update-'))
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** A data folder as the program before this one left it. */
async function leave(dataDir: string): Promise<void> {
  const { envelope } = await openVault({ dataDir })
  const migrations = MIGRATIONS.slice(0, -1)
  const prepare = (...[db, engine]: Parameters<typeof migrate>) => migrate(db, engine, { migrations })
  const store = await openStore({ dataDir, envelope, clock: systemClock, prepare })
  await store[Symbol.asyncDispose]()
}

test('a start over what an older program left brings it up to date, and tells the log before and after each step', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await aFolder(life)
  await leave(dataDir)
  const said: unknown[] = []
  const quiet = () => undefined
  const info = (event: string, { version, count }: { version?: unknown; count?: unknown } = {}) =>
    void said.push([event, version, count])
  const app = life.use(
    await startApp(readConfig(settingsFor(dataDir)), { debug: quiet, info, warn: quiet, error: quiet }),
  )
  expect((await fetch(`${app.origin}/health/ready`)).status).toBe(200)
  expect(said.slice(0, 2)).toEqual([
    ['the database is being brought up to date before the start', MIGRATIONS.length - 1, 1],
    ['a step of the schema is done', MIGRATIONS.length, undefined],
  ])
})

test('a database without its vault is not begun anew, and nothing is made beside it', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await aFolder(life)
  await leave(dataDir)
  for (const name of ['vault.json', 'master.key']) await rm(join(dataDir, name))
  await expect(startApp(readConfig(settingsFor(dataDir)))).rejects.toThrow(/没有 vault.json[\s\S]*no vault.json/)
  expect((await readdir(dataDir)).toSorted()).toEqual(['gateway.lock', 'yumen.db'])
})

test('a database is not served with the vault of another, wherever the database lies', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await aFolder(life)
  await leave(dataDir)
  const start = () => startApp(readConfig(settingsFor(dataDir)))
  await (await start())[Symbol.asyncDispose]()
  for (const name of ['vault.json', 'master.key']) await rename(join(dataDir, name), join(dataDir, `own-${name}`))
  await openVault({ dataDir })
  await expect(start()).rejects.toThrow(/属于另一个 vault.json[\s\S]*belongs to another vault.json.*YUMEN_DATA/)
  for (const name of ['vault.json', 'master.key']) await rename(join(dataDir, `own-${name}`), join(dataDir, name))
  await (await start())[Symbol.asyncDispose]()
})

test('a vault that was served is not begun anew without its database, and says so before one is made', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await aFolder(life)
  const start = () => startApp(readConfig(settingsFor(dataDir)))
  // A start that was cut short before it served has left a vault that nobody had a key of.
  await openVault({ dataDir })
  await (await start())[Symbol.asyncDispose]()
  const left = (await readdir(dataDir)).filter((name) => name.startsWith('yumen.db'))
  for (const name of left) await rename(join(dataDir, name), join(dataDir, `own-${name}`))
  await expect(start()).rejects.toThrow(/都会得到 401[\s\S]*put yumen.db back or restore a backup.*YUMEN_DATA/)
  expect(await readdir(dataDir)).not.toContain('yumen.db')
  await writeFile(join(dataDir, 'yumen.db'), '')
  await expect(start()).rejects.toThrow(/would all get 401/)
  for (const name of left) await rename(join(dataDir, `own-${name}`), join(dataDir, name))
  await (await start())[Symbol.asyncDispose]()
})

test('a vault that was served with PostgreSQL begins no file, until its operator says that the data was moved', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await aFolder(life)
  await leave(dataDir)
  await keepServed(dataDir, 'postgres')
  const start = () => startApp(readConfig(settingsFor(dataDir)))
  await expect(start()).rejects.toThrow(/没有设置 DATABASE_URL[\s\S]*DATABASE_URL is not set/)
  const path = join(dataDir, 'vault.json')
  const kept = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, kept.filter((line) => !line.includes('serves')).join('\n'))
  await (await start())[Symbol.asyncDispose]()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ serves: 'sqlite' })
})
