import { mkdtemp, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShelf } from './shelf.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'yumen-shelf-')), 'journal')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

/** What earlier processes left: segments of so many bytes, and something that is none. */
async function leave(segments: Record<number, number>) {
  const shelf = await openShelf(folder)
  for (const [number, bytes] of Object.entries(segments)) await writeFile(shelf.path(Number(number)), 'x'.repeat(bytes))
  await writeFile(join(folder, '1.journal.old'), 'x')
}

test('a shelf has the segments that were left, oldest first, and is as long as they are', async () => {
  await leave({ 12: 50, 2: 100, 3: 7 })
  const shelf = await openShelf(folder)
  expect([...shelf.segments]).toEqual([
    [2, 100],
    [3, 7],
    [12, 50],
  ])
  expect(shelf.bytes).toBe(157)
})

test('its length follows what is written and what is removed, also by somebody else', async () => {
  await leave({ 2: 100, 3: 7 })
  const shelf = await openShelf(folder)
  shelf.grown(4, 0)
  expect(shelf.bytes).toBe(107)
  shelf.grown(4, 30)
  shelf.grown(4, 35)
  expect(shelf.bytes).toBe(142)
  await unlink(shelf.path(2))
  await shelf.removeBefore(4)
  expect([[...shelf.segments], shelf.bytes]).toEqual([[[4, 35]], 35])
  await expect(stat(shelf.path(3))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('its name stays what it was, and nobody but its owner sees any of it', async () => {
  const { node } = await openShelf(folder)
  expect((await openShelf(folder)).node).toBe(node)
  const modes = await Promise.all([folder, join(folder, 'node')].map(async (path) => (await stat(path)).mode & 0o777))
  expect(modes).toEqual([0o700, 0o600])
})
