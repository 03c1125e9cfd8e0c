import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { systemClock } from '../core/time.ts'
import { isOurDatabase } from '../store/backup.ts'
import { holdFolder } from '../store/hold-folder.ts'
import { openStore } from '../store/store.ts'
import { aRequest } from '../store/test-records.ts'
import { openVault } from '../vault/vault.ts'
import { placeIn, runAt } from './test-place.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yumen-compact-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const database = () => join(dataDir, 'yumen.db')
const open = async () => openStore({ dataDir, envelope: (await openVault({ dataDir })).envelope, clock: systemClock })

async function fill(count: number): Promise<void> {
  await using store = await open()
  const at = systemClock.now()
  const errorMessage = 'x'.repeat(500)
  await store.requests.insertSettled(Array.from({ length: count }, () => aRequest({ id: newId(), at, errorMessage })))
}

test('what deleted rows have left is given back to the disk, and the rest stays as it is', async () => {
  await fill(4000)
  const full = (await stat(database())).size
  {
    await using store = await open()
    while ((await store.retention.requests(systemClock.now() + 1000)) > 0);
  }
  // Deleted rows alone make no file smaller.
  expect((await stat(database())).size).toBeGreaterThanOrEqual(full)
  const said = await runAt(['compact'], placeIn(dataDir))
  const { size, mode } = await stat(database())
  expect(said).toMatch(/已压缩[\s\S]*as small as what is in it/)
  expect(said).toContain(`→ ${size} bytes`)
  expect(size).toBeLessThan(full / 2)
  expect(mode & 0o777).toBe(0o600)
  expect((await readdir(dataDir)).filter((name) => /^yumen|^backup/.test(name))).toEqual(['yumen.db'])
  expect(await isOurDatabase(database())).toBe(true)
  expect(await runAt(['verify'], placeIn(dataDir))).toContain('The books add up')
  await fill(1)
})

test('a folder that a gateway has is left alone, and so is a database of PostgreSQL', async () => {
  await fill(1)
  const compact = (over = {}) => runAt(['compact'], placeIn(dataDir, over))
  {
    using _held = await holdFolder({ dataDir, withinMs: 0 })
    await expect(compact()).rejects.toThrow(/Another process of Yumen uses this data folder/)
  }
  await expect(compact({ databaseUrl: 'postgres://db/x' })).rejects.toThrow(/PostgreSQL[\s\S]*autovacuum/)
  await expect(compact({ dataDir: join(dataDir, 'none') })).rejects.toThrow('There is no yumen.db')
})
