import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder, sync, syncNames, writeWhole } from './durable.ts'
import { watchDisk } from './test-power.ts'

let disk: ReturnType<typeof watchDisk>
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yumen-durable-'))
  disk = watchDisk()
})
afterEach(async () => {
  disk[Symbol.dispose]()
  await rm(folder, { recursive: true })
})

test('a file that is written whole is on the disk under its name, and its owner’s alone', async () => {
  const path = join(folder, 'secret')
  for (const text of ['one', 'two']) {
    await writeWhole(path, text)
    expect(disk.lost).toEqual([])
    expect(await readFile(path, 'utf8')).toBe(text)
  }
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['secret'])
})

test('a folder is on the disk with all it lies in; one that was there is left alone', async () => {
  const path = join(folder, 'one', 'two', 'three')
  await makeFolder(path)
  expect(disk.lost).toEqual([])
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  disk.fails = () => 'EIO'
  await makeFolder(path)
})

test('where the system syncs no folders files are written all the same, and a disk that fails is told of', async () => {
  const path = join(folder, 'secret')
  disk.fails = (at) => (at === folder ? 'EINVAL' : null)
  await writeWhole(path, 'one')
  disk.fails = (at) => (at === folder ? 'EIO' : null)
  await expect(syncNames(path)).rejects.toThrow('EIO')
  disk.fails = (at) => (at === path ? 'EINVAL' : null)
  await expect(sync(path)).rejects.toThrow('EINVAL')
})
