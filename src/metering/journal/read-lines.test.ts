import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pack } from '../../core/packed-record.ts'
import { readLines } from './read-lines.ts'
import { lineOf, recordOf } from './test-journal.ts'

const lineFor = (name: string, usageRaw = '') => lineOf('settle', name, pack(recordOf(name, 1n, { usageRaw })))

/** Reads from a segment of these lines, and answers whose they were. */
async function reading(lines: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'yumen-lines-'))
  const path = join(folder, 'segment')
  const text = lines.join('')
  await writeFile(path, text)
  return {
    size: text.length,
    read: async (from: number, limit: number) => {
      const { lines: found, bad, end } = await readLines(path, from, limit)
      return { ids: found.map(({ line }) => line.id), bad, end }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('a line that is longer than what is read at once is read whole', async () => {
  const [short, long] = [lineFor('short'), lineFor('long', 'x'.repeat(1024 * 1024))]
  await using segment = await reading([short, long, short])
  const { size } = segment
  expect(await segment.read(0, size)).toEqual({ ids: ['short'], bad: 0, end: short.length })
  expect(await segment.read(short.length, size)).toEqual({ ids: ['long', 'short'], bad: 0, end: size })
  const within = short.length + long.length - 1
  expect(await segment.read(short.length, within)).toEqual({ ids: [], bad: 0, end: short.length })
})

test('of many lines some are read at once, and none twice', async () => {
  const lines = Array.from({ length: 1000 }, (_, n) => lineFor(`r${n}`))
  await using segment = await reading(lines)
  const ids: string[] = []
  let reads = 0
  for (let from = 0; from < segment.size; reads += 1) {
    const found = await segment.read(from, segment.size)
    expect(found.end - from).toBeLessThanOrEqual(256 * 1024)
    ids.push(...found.ids)
    from = found.end
  }
  expect(ids).toEqual(lines.map((_, n) => `r${n}`))
  expect(reads).toBeLessThan(5)
})

test('nothing is read beyond the limit, where what a failed write left may be', async () => {
  const [one, other] = [lineFor('one'), lineFor('other')]
  await using segment = await reading([one, other])
  expect(await segment.read(0, one.length)).toEqual({ ids: ['one'], bad: 0, end: one.length })
  expect(await segment.read(0, one.length - 1)).toEqual({ ids: [], bad: 0, end: 0 })
  expect(await segment.read(one.length, segment.size - 1)).toEqual({ ids: [], bad: 0, end: one.length })
})

test('an empty line is one that cannot be read', async () => {
  await using segment = await reading(['\n', lineFor('one'), '\n'])
  expect(await segment.read(0, segment.size)).toEqual({ ids: ['one'], bad: 2, end: segment.size })
})
