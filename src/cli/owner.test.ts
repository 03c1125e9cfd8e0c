import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../core/time.ts'
import { openStore } from '../store/store.ts'
import { openVault } from '../vault/vault.ts'
import { placeIn, runAt } from './test-place.ts'

let folder: string
let dataDir: string
let backup: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yumen-owner-'))
  dataDir = join(folder, 'data')
  backup = join(folder, 'one.db')
  const { envelope } = await openVault({ dataDir })
  await using _store = await openStore({ dataDir, envelope, clock: systemClock })
  await runAt(['backup', backup], placeIn(dataDir))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const SERVICE = 65_534

test.skipIf(process.getuid?.() !== 0)(
  'what root restores or seals anew in the folder of a service is the service’s, which could not start with it otherwise',
  async () => {
    for (const path of [dataDir, join(dataDir, 'master.key')]) await chown(path, SERVICE, SERVICE)
    const next = join(folder, 'next.key')
    await writeFile(next, 'n'.repeat(43))
    await runAt(['restore', backup], placeIn(dataDir))
    await runAt(['rekey', next], placeIn(dataDir))
    const names = (await readdir(dataDir)).filter((name) => !name.startsWith('before-restore-'))
    expect(names.toSorted()).toEqual(['gateway.lock', 'master.key', 'vault.json', 'yumen.db'])
    for (const name of names) {
      const { uid, gid } = await stat(join(dataDir, name))
      expect({ name, uid, gid }).toEqual({ name, uid: SERVICE, gid: SERVICE })
    }
  },
)

test.skipIf(process.getuid?.() !== 0)(
  'a restore by root that is refused leaves the folder of a service open to the service',
  async () => {
    await rm(join(dataDir, 'gateway.lock'), { force: true })
    for (const name of ['', 'master.key']) await chown(join(dataDir, name), SERVICE, SERVICE)
    const other = join(folder, 'other.key')
    await writeFile(other, 'o'.repeat(43))
    const place = { ...placeIn(dataDir), masterKeyFile: other }
    await expect(runAt(['restore', backup], place)).rejects.toThrow('opens with the master key of its time')
    expect(await stat(join(dataDir, 'gateway.lock'))).toMatchObject({ uid: SERVICE, gid: SERVICE })
  },
)

test('a folder that was mistyped is not made by a restore that is refused for want of its key', async () => {
  const mistyped = join(folder, 'dta')
  await expect(runAt(['restore', backup], placeIn(mistyped))).rejects.toThrow('Put the master key')
  await expect(stat(mistyped)).rejects.toMatchObject({ code: 'ENOENT' })
  await mkdir(mistyped)
  await expect(runAt(['restore', backup], placeIn(mistyped))).rejects.toThrow('Put the master key')
  expect(await readdir(mistyped)).toEqual([])
})
