import fs, { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFolder, renameNew, sync, syncNames, writeWhole } from './durable.ts'
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

test.runIf(process.platform === 'linux')('a folder that the system makes nowhere is refused at once', async () => {
  await expect(makeFolder('/proc/yumen/data')).rejects.toThrow(/ENOENT.*mkdir '\/proc\/yumen'/)
})

test('of two who make a folder at once both have it, and a file in its place is told of', async () => {
  const path = join(folder, 'one', 'two')
  await Promise.all([makeFolder(path), makeFolder(path)])
  await writeWhole(join(path, 'file'), '')
  await expect(makeFolder(join(path, 'file'))).rejects.toThrow('EEXIST')
})

test.each([
  ['with', null],
  ['without', 'EPERM'],
])('a name that something has is not taken from it on a file system %s second names', async (_, code) => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await writeWhole(from, 'new')
  await writeWhole(to, 'precious')
  const link = vi.spyOn(fs, 'link')
  if (code) link.mockRejectedValue(Object.assign(new Error(code), { code }))
  syncBuiltinESMExports()
  await expect(renameNew(from, to)).rejects.toThrow('EEXIST')
  expect(await Promise.all([from, to].map((path) => readFile(path, 'utf8')))).toEqual(['new', 'precious'])
  await rm(to)
  await renameNew(from, to)
  await syncNames(to)
  expect(await readdir(folder)).toEqual(['to'])
  expect(await readFile(to, 'utf8')).toBe('new')
  expect(disk.lost).toEqual([])
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
