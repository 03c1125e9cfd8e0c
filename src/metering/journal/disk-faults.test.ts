import { expect, test } from 'vitest'
import { fragileDisk, recordOf, type FragileDisk, testJournal } from './test-journal.ts'
import type { Durability } from './writer.ts'

/** In the long form of faults.md's D1 every one of the first 500 calls fails once. */
const CALLS = process.env['YUMEN_FAULTS'] === 'long' ? 500 : 30
const LONGEST_MS = 600_000
/** Journals tried side by side. */
const AT_ONCE = 30

/** Runs requests through a journal whose disk fails at will; afterwards everything acknowledged must be a row, once. */
async function life(disk: FragileDisk, durability: Durability): Promise<void> {
  await using at = await testJournal()
  let nowMs = 0
  const clock = { monotonicMs: () => nowMs }
  const journal = await at.open({ disk, durability, segmentBytes: 6000, clock })
  const acknowledged: string[] = []
  // Nothing may be saved by having been moved already.
  at.rows.away = true
  for (let i = 0; i < CALLS; i += 1) {
    nowMs += 100
    const name = `r${i}`
    const admitted = await journal.admit(recordOf(name, 0n)).then(
      () => true,
      () => false,
    )
    if (admitted) await journal.settle(recordOf(name, 1n)).then(() => acknowledged.push(name))
    // A refused request is settled as such; nobody waits for it.
    else journal.settle(recordOf(name, 0n)).catch(() => undefined)
  }
  disk.fails = () => false
  await expect.poll(() => journal.ready, { timeout: 5000, interval: 20 }).toBe(true)
  await using left = await at.afterCrash()
  at.rows.away = false
  await (await left.open()).drained()
  await journal.drained()
  for (const { rows } of [at, left]) {
    expect(acknowledged.filter((name) => rows.costs[name] !== 1n)).toEqual([])
    expect(rows.rows.size).toBe(CALLS)
  }
}

test.each([
  ['write', 'normal'],
  ['write', 'strict'],
  ['sync', 'normal'],
  ['sync', 'strict'],
] as const)(
  'whichever %s fails, once or three times, nothing acknowledged is lost (%s)',
  async (call, durability) => {
    for (let from = 0; from < CALLS; from += AT_ONCE) {
      const lives = Array.from({ length: Math.min(AT_ONCE, CALLS - from) }, (_, n) =>
        [1, 3].map((times) =>
          life(
            fragileDisk((one, at) => one === call && at > from + n && at <= from + n + times),
            durability,
          ),
        ),
      )
      await Promise.all(lives.flat())
    }
  },
  LONGEST_MS,
)

test('while the disk takes nothing, requests are refused; when it does again, they are not', async () => {
  await using at = await testJournal()
  const disk = fragileDisk()
  const journal = await at.open({ disk })
  await journal.admit(recordOf('a', 0n))
  disk.fails = (call) => call === 'write'
  await expect(journal.admit(recordOf('b', 0n))).rejects.toMatchObject({ code: 'not_ready' })
  expect(journal.ready).toBe(false)
  const end = journal.settle(recordOf('a', 1n))
  disk.fails = () => false
  await end
  expect(journal.ready).toBe(true)
  await journal.drained()
  expect(at.rows.costs).toEqual({ a: 1n })
  expect([...at.logged.keys()]).toContain('the journal is written again')
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
