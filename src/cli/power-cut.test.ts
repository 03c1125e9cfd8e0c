import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../core/time.ts'
import { watchDisk } from '../disk/test-power.ts'
import { openShelf } from '../metering/journal/shelf.ts'
import { holdFolder } from '../store/hold-folder.ts'
import { openStore } from '../store/store.ts'
import { openVault } from '../vault/vault.ts'
import { moveAll } from './move-all.ts'
import { startFault } from './start-fault.ts'
import { placeIn, runAt } from './test-place.ts'

let disk: ReturnType<typeof watchDisk>
let folder: string
let dataDir: string
let backup: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yumen-power-'))
  dataDir = join(folder, 'there', 'data')
  backup = join(folder, 'one.db')
  disk = watchDisk()
})
afterEach(async () => {
  disk[Symbol.dispose]()
  await rm(folder, { recursive: true })
})

const run = (args: string[]): Promise<string> => runAt(args, placeIn(dataDir))

/** A data folder as a gateway leaves it. */
async function start(): Promise<void> {
  using _held = await holdFolder({ dataDir, withinMs: 0 })
  const { envelope } = await openVault(placeIn(dataDir))
  await using _store = await openStore({ dataDir, envelope, clock: systemClock })
  await openShelf(join(dataDir, 'journal'))
}

test('what the first start makes is on the disk when it listens', async () => {
  await start()
  expect(disk.lost).toEqual([])
})

test('on PostgreSQL the vault is', async () => {
  await openVault({ dataDir })
  expect(disk.lost).toEqual([])
})

test('a first start whose disk fails is told so, and makes no vault', async () => {
  disk.fails = (path) => (path === dataDir ? 'EIO' : null)
  const error = await openVault({ dataDir }).catch((cause: unknown) => cause)
  const said = startFault(error, { host: '127.0.0.1', port: 3000, dataDir, databaseUrl: undefined })
  expect(said).toMatch(/数据文件夹 .*data 无法写入[^]*The data folder .*data cannot be written: .*EIO: fsync/)
  expect(await readdir(dataDir)).toEqual(['master.key'])
})

test('a backup that is said to be made is on the disk under its name', async () => {
  await start()
  disk.clear()
  expect(await run(['backup', backup])).toContain('Backup made')
  expect(disk.lost).toEqual([])
})

test.each([
  ['content', (path: string) => path.endsWith('.part')],
  ['name', (path: string) => path === folder],
])('a backup whose %s no disk takes is none, and leaves nothing', async (_, fails) => {
  await start()
  disk.fails = (path) => (fails(path) ? 'EIO' : null)
  await expect(run(['backup', backup])).rejects.toThrow(/无法写入 .*one.db[^]*one.db cannot be written: EIO/)
  expect(await readdir(folder)).toEqual(['there'])
})

test('a backup is made where the system syncs no folders', async () => {
  await start()
  disk.fails = (path) => (path === folder ? 'EINVAL' : null)
  expect(await run(['backup', backup])).toContain('Backup made')
})

test('what is restored is on the disk before it takes a place, and what was there before goes first', async () => {
  await start()
  await run(['backup', backup])
  disk.clear()
  expect(await run(['restore', backup])).toContain('Restored')
  expect(disk.lost).toEqual([])
})

test('a restore into an empty folder is on the disk', async () => {
  await start()
  await run(['backup', backup])
  const key = await readFile(join(dataDir, 'master.key'), 'utf8')
  dataDir = join(folder, 'new', 'data')
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'master.key'), key)
  disk.clear()
  expect(await run(['restore', backup])).toContain('Restored')
  expect(disk.lost).toEqual([])
})

test('another master key is on the disk only after what it opens', async () => {
  await start()
  const next = join(folder, 'next.key')
  await writeFile(next, 'n'.repeat(43))
  disk.clear()
  expect(await run(['rekey', next])).toContain('master.key')
  expect(disk.lost).toEqual([])
})

test('what cannot all be moved is back where it was, also on the disk', async () => {
  const at = (name: string) => join(folder, name)
  await mkdir(at('aside'))
  for (const name of ['a', 'b']) await writeFile(at(name), name)
  disk.clear()
  const moves = ['a', 'b', 'none'].map((name) => ({ from: at(name), to: join(at('aside'), name) }))
  await expect(moveAll(moves)).rejects.toThrow('cannot be moved')
  expect(disk.lost).toEqual([])
  disk.fails = (path) => (path === at('aside') ? 'EIO' : null)
  await expect(moveAll(moves)).rejects.toThrow('EIO')
  expect(await readdir(folder)).toEqual(['a', 'aside', 'b'])
})
