import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { many, reached } from '../../../test/faults/figures.ts'
import { systemDisk } from './disk.ts'
import { fragileDisk, recordOf, type FragileDisk, testJournal } from './test-journal.ts'
import type { Durability } from './writer.ts'

/** In the long form of D1 in docs/faults.md every one of the first 500 calls fails once. */
const CALLS = many(30, 500)
const LONGEST_MS = 900_000
/** Journals tried side by side. */
const AT_ONCE = many(30, 100)

/** As many segments however long a life is. */
const SEGMENT_BYTES = 200 * CALLS
/** A life goes on so many requests after the call that failed. */
const AFTER = 10
/** More requests than any of the calls needs to come about. */
const MOST = 4 * CALLS

type Fault = { call: 'write' | 'sync'; durability: Durability; from: number; times: number }

/** Runs requests through a journal of which some calls fail; afterwards everything acknowledged must be a row, once. */
async function life({ call, durability, from, times }: Fault): Promise<void> {
  await using at = await testJournal()
  const disk = fragileDisk((one, n) => one === call && n > from && n <= from + times)
  const calls = () => (call === 'write' ? disk.writes : disk.syncs)
  let nowMs = 0
  const clock = { monotonicMs: () => nowMs }
  const journal = await at.open({ disk, durability, segmentBytes: SEGMENT_BYTES, clock })
  const acknowledged: string[] = []
  // Nothing may be saved by having been moved already.
  at.rows.away = true
  let requests = 0
  for (let after = 0; after < AFTER && requests < MOST; requests += 1) {
    nowMs += 100
    const name = `r${requests}`
    const admitted = await journal.admit(recordOf(name, 0n)).then(
      () => true,
      () => false,
    )
    if (admitted) await journal.settle(recordOf(name, 1n)).then(() => acknowledged.push(name))
    // A refused request is settled as such; nobody waits for it.
    else journal.settle(recordOf(name, 0n)).catch(() => undefined)
    // Where nobody waits for a sync there is one for many requests: here each has its own.
    if (call === 'sync' && durability === 'normal') await nextSync(disk)
    if (calls() > from) after += 1
  }
  expect(calls(), `${call} ${from}`).toBeGreaterThan(from)
  disk.fails = () => false
  await expect.poll(() => journal.ready, { timeout: 5000, interval: 20 }).toBe(true)
  await using left = await at.afterCrash()
  at.rows.away = false
  await (await left.open()).drained()
  await journal.drained()
  for (const { rows } of [at, left]) {
    expect(acknowledged.filter((name) => rows.costs[name] !== 1n)).toEqual([])
    expect(rows.rows.size).toBe(requests)
  }
}

async function nextSync(disk: FragileDisk): Promise<void> {
  const before = disk.syncs
  for (let i = 0; i < 20 && disk.syncs === before; i += 1) await pause(5)
}

test.each([
  ['write', 'normal'],
  ['write', 'strict'],
  ['sync', 'normal'],
  ['sync', 'strict'],
] as const)(
  'D1: whichever %s fails, once or three times, nothing acknowledged is lost (%s)',
  async (call, durability) => {
    for (let first = 0; first < CALLS; first += AT_ONCE) {
      const froms = Array.from({ length: Math.min(AT_ONCE, CALLS - first) }, (_, n) => first + n)
      await Promise.all(froms.flatMap((from) => [1, 3].map((times) => life({ call, durability, from, times }))))
    }
    reached(
      'D1',
      `${call} ${durability}: each of the first ${CALLS} failed once and three times, no row lost or doubled`,
    )
  },
  LONGEST_MS,
)

test('D1: while the disk takes nothing, requests are refused; when it does again, they are not', async () => {
  await using at = await testJournal()
  const disk = fragileDisk()
  const journal = await at.open({ disk })
  await journal.admit(recordOf('a', 0n))
  disk.fails = (call) => call === 'write'
  await expect(journal.admit(recordOf('b', 0n))).rejects.toMatchObject({ code: 'not_ready' })
  expect(journal.ready).toBe(false)
  expect([...at.logged.keys()]).toEqual(['the journal cannot be written; requests are refused'])
  const end = journal.settle(recordOf('a', 1n))
  disk.fails = () => false
  await end
  expect(journal.ready).toBe(true)
  await journal.drained()
  expect(at.rows.costs).toEqual({ a: 1n })
  expect([...at.logged.keys()]).toContain('the journal is written again')
})

test('D1: a journal whose folder takes no file is not ready, before the first request as after it', async () => {
  await using at = await testJournal()
  const folder = join(at.dataDir, 'journal')
  const journal = await at.open()
  expect(journal.ready).toBe(true)
  await rm(folder, { recursive: true })
  expect(journal.ready).toBe(false)
  await expect(journal.admit(recordOf('a', 0n))).rejects.toMatchObject({ code: 'not_ready' })
  expect(journal.ready).toBe(false)
  await mkdir(folder)
  await expect.poll(() => journal.ready, { timeout: 5000, interval: 20 }).toBe(true)
  // What is being written to needs nothing more of its folder.
  await journal.admit(recordOf('b', 0n))
  expect(journal.ready).toBe(true)
})

test('D1: what a failed write left is written again, once and in its order, with all that came meanwhile', async () => {
  await using at = await testJournal()
  at.rows.away = true
  const disk = fragileDisk((call, n) => call === 'write' && n > 1 && n <= 4)
  const journal = await at.open({ disk })
  const records = Array.from({ length: 400 }, (_, i) => recordOf(`r${i}`, BigInt(i), { client: '玉门'.repeat(i) }))
  const settled: Promise<void>[] = []
  for (const record of records) {
    settled.push(journal.settle(record))
    if (settled.length % 50 === 0) await pause(1)
  }
  await Promise.all(settled)
  expect(disk.writes).toBeGreaterThan(4)
  await using left = await at.afterCrash()
  await (await left.open()).drained()
  at.rows.away = false
  await journal.drained()
  for (const { rows } of [at, left]) expect([...rows.rows.values()]).toEqual(records)
})

test('the end of an answer waits five seconds for a disk that fails, not longer', async () => {
  await using at = await testJournal()
  const disk = fragileDisk()
  let nowMs = 0
  const journal = await at.open({ disk, clock: { monotonicMs: () => nowMs } })
  await journal.admit(recordOf('a', 0n))
  disk.fails = (call) => call === 'write'
  const end = journal.settle(recordOf('a', 1n))
  nowMs = 5001
  await expect(end).rejects.toMatchObject({ code: 'not_ready' })
  disk.fails = () => false
})

test.each([
  ['strict', 5000],
  ['normal', 30_000],
] as const)(
  'D1: while a disk stalls in a sync nothing is admitted, nor waited for without an end (%s)',
  async (durability, patienceMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      await using at = await testJournal()
      const platter = Promise.withResolvers<void>()
      const disk = { ...fragileDisk(), sync: () => platter.promise }
      let nowMs = 0
      const journal = await at.open({ disk, durability, clock: { monotonicMs: () => nowMs } })
      await journal.admit(recordOf('a', 0n))
      const end = journal.settle(recordOf('a', 1n)).then(
        () => 'told',
        () => 'cut',
      )
      await new Promise(setImmediate)
      await vi.advanceTimersByTimeAsync(patienceMs - 2000)
      expect(journal.ready).toBe(true)
      nowMs = patienceMs + 1000
      await vi.advanceTimersByTimeAsync(3000)
      expect([journal.ready, await end]).toEqual([false, durability === 'strict' ? 'cut' : 'told'])
      const { bytes } = journal.size
      await vi.advanceTimersByTimeAsync(60_000)
      expect([journal.ready, journal.size.bytes]).toEqual([false, bytes])
      platter.resolve()
      await expect.poll(() => journal.ready).toBe(true)
      await journal.drained()
      expect(at.rows.costs).toEqual({ a: 1n })
    } finally {
      vi.useRealTimers()
    }
  },
)

test('a folder that takes no new file is no fault while the old one is written', async () => {
  await using at = await testJournal()
  const disk = fragileDisk()
  const journal = await at.open({ disk, segmentBytes: 1 })
  await journal.settle(recordOf('a', 1n))
  disk.create = () => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
  }
  await journal.settle(recordOf('b', 1n))
  expect(journal.ready).toBe(true)
  await journal.drained()
  expect(at.rows.costs).toEqual({ a: 1n, b: 1n })
})

test('strict: a segment made while the disk was full has its name synced before anybody is told', async () => {
  await using at = await testJournal()
  let isFull = false
  let unnamed = 0
  let refusals = 0
  const disk = fragileDisk((act) => isFull && act === 'write')
  disk.create = (path) => {
    unnamed += 1
    return systemDisk.create(path)
  }
  disk.syncFolder = async (path) => {
    if (isFull) {
      refusals += 1
      throw new Error('no space left on device')
    }
    await systemDisk.syncFolder(path)
    unnamed = 0
  }
  const journal = await at.open({ disk, durability: 'strict', segmentBytes: 8000 })
  for (let n = 0; journal.size.bytes < 7500; n += 1) await journal.settle(recordOf(`filled ${n}`, 0n))
  for (let n = 0; journal.size.bytes < 8000; n += 1) await journal.admit(recordOf(`open ${n}`, 0n))
  isFull = true
  journal.admit(recordOf('a', 0n)).catch(() => undefined)
  await expect.poll(() => refusals).toBeGreaterThan(0)
  expect(unnamed).toBe(1)
  isFull = false
  await expect.poll(() => journal.ready).toBe(true)
  await journal.settle(recordOf('a', 5n))
  expect(unnamed).toBe(0)
})

test('a disk that takes nothing and says so is one that fails', async () => {
  await using at = await testJournal()
  const journal = await at.open({ disk: { ...fragileDisk(), write: () => 0 } })
  await expect(journal.admit(recordOf('a', 0n))).rejects.toMatchObject({ code: 'not_ready' })
})

test('what is put down last is written before the end; where it cannot be, whoever waits is told', async () => {
  await using at = await testJournal()
  const disk = fragileDisk()
  const journal = await at.open({ disk })
  const last = journal.settle(recordOf('a', 1n))
  await journal[Symbol.asyncDispose]()
  await last
  expect(at.rows.costs).toEqual({ a: 1n })
  const other = await at.open({ disk })
  disk.fails = (call) => call === 'write'
  const lost = expect(other.settle(recordOf('b', 1n))).rejects.toMatchObject({ code: 'not_ready' })
  await other[Symbol.asyncDispose]()
  await lost
  expect(at.logged.get('lines of the journal could not be written')).toBe(1)
})
