import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchJoining } from '../../core/test-joining.ts'
import { createSpooler } from './spool.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yumen-spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

const bytesFrom = (start: number, length: number) => Buffer.from(Array.from({ length }, (_, i) => (start + i) % 251))

async function read(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts)
}

test.each([10_000, 700_000])(
  '%i bytes come back as they were written, any part of them and more than once',
  async (size) => {
    await using spool = createSpooler(join(folder, 'new')).open('u')
    const all = bytesFrom(0, size)
    for (let at = 0; at < size; at += 60_000) await spool.write(all.subarray(at, at + 60_000))
    expect((await read(spool.read(0, size))).equals(all)).toBe(true)
    expect((await read(spool.read(3, size - 7))).equals(all.subarray(3, size - 7))).toBe(true)
    expect(await read(spool.read(5, 5))).toHaveLength(0)
    // Nothing is left behind by a process that dies.
    if (size < 256 * 1024) return
    expect(await readdir(join(folder, 'new'))).toEqual([])
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700)
  },
)

test('nobody takes more than is left for everybody else, and room is given back', async () => {
  const spooler = createSpooler(folder, 1200)
  const full = { code: 'uploads_full' }
  const first = spooler.open('one')
  await first.write(bytesFrom(0, 600))
  await using another = spooler.open('one')
  await expect(another.write(bytesFrom(0, 1))).rejects.toMatchObject(full)
  await using second = spooler.open('two')
  await second.write(bytesFrom(0, 300))
  await expect(second.write(bytesFrom(0, 200))).rejects.toMatchObject(full)
  await using third = spooler.open('three')
  await third.write(bytesFrom(0, 150))
  await expect(third.write(bytesFrom(0, 1))).rejects.toMatchObject(full)
  await first[Symbol.asyncDispose]()
  await second.write(bytesFrom(0, 200))
  expect(await read(second.read(300, 500))).toHaveLength(200)
})

test('what comes byte by byte is kept in few pieces', async () => {
  await using spool = createSpooler(folder).open('u')
  const all = bytesFrom(0, 5000)
  for (let at = 0; at < all.length; at += 1) await spool.write(all.subarray(at, at + 1))
  using joining = watchJoining()
  for await (const piece of spool.read(0, all.length)) expect(all.equals(piece)).toBe(true)
  expect(joining.pieces.map((pieces) => pieces < 10)).toEqual([true])
})
