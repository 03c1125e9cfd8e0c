import { appendFile, open, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { pack, type PackedRecord } from '../../core/packed-record.ts'
import { fragileDisk, lineOf, recordOf, testJournal, type TestJournal } from './test-journal.ts'

const segmentsOf = async ({ dataDir }: TestJournal) =>
  (await readdir(join(dataDir, 'journal'))).filter((name) => name.endsWith('.journal')).sort()
const pathOf = async (at: TestJournal, index = -1) =>
  join(at.dataDir, 'journal', (await segmentsOf(at)).at(index) ?? '')

test('what is settled reaches the database once, and what is open does not', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  await journal.admit(recordOf('a', 0n))
  await journal.admit(recordOf('b', 0n))
  await journal.settle(recordOf('a', 5n))
  await journal.drained()
  expect(at.rows.costs).toEqual({ a: 5n })
  expect(at.logged).toEqual(new Map())
})

test('what one turn of the event loop puts down is one write', async () => {
  await using at = await testJournal()
  const disk = fragileDisk()
  const journal = await at.open({ disk })
  await Promise.all(Array.from({ length: 100 }, (_, i) => journal.admit(recordOf(`r${i}`, 0n))))
  expect(disk.writes).toBe(1)
})

test('a line is on the disk’s pages when its promise resolves', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  const record = recordOf('a', 7n)
  await journal.settle(record)
  expect(await readFile(await pathOf(at), 'utf8')).toBe(lineOf('settle', record.id, pack(record)))
})

test('what a turn puts down may be far longer than what is set aside for it, and none of it is lost or changed', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  at.rows.away = true
  const records = Array.from({ length: 3000 }, (_, i) =>
    recordOf(`r${i}`, BigInt(i), { client: '玉门🚪é'.repeat(i % 7) }),
  )
  await Promise.all(records.slice(0, 1000).map((record) => journal.settle(record)))
  await Promise.all(records.slice(1000).map((record) => journal.settle(record)))
  const lines = records.map((record) => lineOf('settle', record.id, pack(record))).join('')
  expect(await readFile(await pathOf(at), 'utf8')).toBe(lines)
  at.rows.away = false
  await journal.drained()
  expect([...at.rows.rows.values()]).toEqual(records)
})

test('after a crash, settled rows are stored and open ones are closed as their last line says', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  at.rows.away = true
  await journal.admit(recordOf('settled', 0n))
  await journal.admit(recordOf('metered', 0n))
  await journal.admit(recordOf('silent', 0n))
  journal.meter(recordOf('metered', 2n))
  journal.meter(recordOf('metered', 3n))
  await journal.settle(recordOf('settled', 9n))
  await using left = await at.afterCrash()
  await (await left.open()).drained()
  expect(left.rows.costs).toEqual({ settled: 9n, metered: 3n, silent: 0n })
  expect(left.logged.get('requests that a stop cut short are closed')).toBe(2)
})

test('between the rows of earlier processes and its own, it is told that the first are all there; until that works, the others wait', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  at.rows.away = true
  await journal.admit(recordOf('open', 0n))
  await journal.settle(recordOf('settled', 9n))
  await using left = await at.afterCrash()
  const seen: Record<string, bigint>[] = []
  const onRecovered = async () => {
    seen.push(left.rows.costs)
    if (seen.length === 1) throw new Error('the database is away')
  }
  const next = await left.open({ onRecovered })
  await next.settle(recordOf('own', 1n))
  await expect.poll(() => left.rows.costs).toEqual({ settled: 9n, open: 0n, own: 1n })
  expect(seen).toEqual([
    { settled: 9n, open: 0n },
    { settled: 9n, open: 0n },
  ])
})

test('an open request is found again however many segments and crashes lie behind it', async () => {
  await using at = await testJournal()
  const journal = await at.open({ segmentBytes: 4000 })
  await journal.admit(recordOf('long', 1n))
  for (let i = 0; i < 20; i += 1) await journal.settle(recordOf(`r${i}`, 1n))
  await journal.drained()
  // Only the newest segment, and perhaps the one before it, is left.
  expect((await segmentsOf(at)).length).toBeLessThanOrEqual(2)
  await using first = await at.afterCrash()
  await (await first.open()).admit(recordOf('second', 2n))
  await using second = await first.afterCrash()
  await (await second.open()).drained()
  expect(second.rows.costs).toMatchObject({ long: 1n, second: 2n, r0: 1n, r19: 1n })
  expect(second.rows.rows.size).toBe(22)
})

test('a crash while the rows of earlier crashes are taken up forgets no open request', async () => {
  await using at = await testJournal()
  at.rows.away = true
  await (await at.open()).admit(recordOf('open', 4n))
  await using second = await at.afterCrash()
  second.rows.away = true
  const journal = await second.open()
  await Promise.all(Array.from({ length: 2100 }, (_, i) => journal.settle(recordOf(`r${i}`, 1n))))
  await using third = await second.afterCrash()
  third.rows.patience = 1
  await expect((await third.open()).drained()).rejects.toThrow('the database is away')
  expect(third.rows.rows.size).toBe(2000)
  await using fourth = await third.afterCrash()
  await (await fourth.open()).drained()
  expect(fourth.rows.costs).toMatchObject({ open: 4n, r0: 1n, r2099: 1n })
  expect(fourth.logged.get('requests that a stop cut short are closed')).toBe(1)
})

test('a journal whose last line is torn at any byte loses that line alone', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  at.rows.away = true
  await journal.settle(recordOf('whole', 1n))
  const { length } = await readFile(await pathOf(at))
  await journal.settle(recordOf('torn', 2n))
  const torn = (await readFile(await pathOf(at))).length
  for (let end = length; end < torn; end += 37) {
    await using left = await at.afterCrash()
    await truncate(await pathOf(left), end)
    await (await left.open()).drained()
    expect(left.rows.costs).toEqual({ whole: 1n })
    expect(left.logged.get('lines of the journal were unreadable')).toBe(end === length ? undefined : 1)
  }
})

test('a line that was changed on the disk is left out and counted; those around it are read', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  at.rows.away = true
  for (const name of ['a', 'b', 'c']) await journal.settle(recordOf(name, 1n))
  await using left = await at.afterCrash()
  const path = await pathOf(left)
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('S b ["b"', 'S b ["x"'))
  await appendFile(path, lineOf('settle', 'odd', '["of a shape that nobody knows"]' as PackedRecord))
  await appendFile(path, '\0'.repeat(5000))
  await (await left.open()).drained()
  expect(left.rows.costs).toEqual({ a: 1n, c: 1n })
  expect(left.logged.get('lines of the journal were unreadable')).toBe(3)
})

test('a row is not taken for stored because it is as far from its segment’s beginning as one that is', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  for (const name of ['a', 'b', 'c']) await journal.settle(recordOf(name, 1n))
  await journal.drained()
  await using second = await at.afterCrash()
  second.rows.away = true
  await (await second.open()).settle(recordOf('d', 1n))
  await using third = await second.afterCrash()
  await (await third.open()).drained()
  expect(third.rows.costs).toEqual({ a: 1n, b: 1n, c: 1n, d: 1n })
})

test('a line longer than a megabyte is read like any other', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  await journal.settle(recordOf('small', 1n))
  await journal.settle(recordOf('large', 2n, { usageRaw: 'x'.repeat(3 * 1024 * 1024) }))
  await journal.settle(recordOf('after', 3n))
  await journal.drained()
  expect(at.rows.costs).toEqual({ small: 1n, large: 2n, after: 3n })
})

test('an admission that turns up behind its settled row, as a write that failed may leave it, changes nothing', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  at.rows.away = true
  await journal.settle(recordOf('a', 5n))
  await using left = await at.afterCrash()
  await appendFile(await pathOf(left), lineOf('admit', 'a', pack(recordOf('a', 0n))))
  await (await left.open()).drained()
  expect(left.rows.costs).toEqual({ a: 5n })
})

test('replaying from an older position changes nothing', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  for (let i = 0; i < 10; i += 1) await journal.settle(recordOf(`r${i}`, BigInt(i)))
  await journal.drained()
  await using left = await at.afterCrash()
  left.rows.positions.clear()
  await (await left.open()).drained()
  expect(left.rows.costs).toEqual(at.rows.costs)
  expect(left.rows.repeated).toBe(10)
})

test('while the database is away the journal takes what comes, and the database gets it when it is back', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  at.rows.away = true
  await Promise.all(Array.from({ length: 2000 }, (_, i) => journal.settle(recordOf(`r${i}`, 1n))))
  await expect(journal.drained()).rejects.toThrow('the database is away')
  expect(journal.ready).toBe(true)
  at.rows.away = false
  await journal.drained()
  expect(at.rows.rows.size).toBe(2000)
})

test('a full journal is not ready, and is again as soon as the database has taken what it holds', async () => {
  await using at = await testJournal()
  const journal = await at.open({ segmentBytes: 2000, maxBytes: 10_000 })
  at.rows.away = true
  for (let i = 0; journal.ready; i += 1) await journal.settle(recordOf(`r${i}`, 1n))
  expect((await segmentsOf(at)).length).toBeGreaterThan(1)
  at.rows.away = false
  await journal.drained()
  expect(journal.ready).toBe(true)
})

test('segments without a settled row are given back too', async () => {
  await using at = await testJournal()
  const onRecovered = vi.fn(async () => undefined)
  const journal = await at.open({ segmentBytes: 3000, maxBytes: 30_000, onRecovered })
  for (let i = 0; i < 50; i += 1) {
    await journal.admit(recordOf('long', 0n))
    await journal.drained()
  }
  expect((await segmentsOf(at)).length).toBe(1)
  expect(onRecovered, 'nothing was left by others').not.toHaveBeenCalled()
  expect(journal.ready).toBe(true)
})

test('a journal that has not begun leaves everything to the process that may still be living', async () => {
  await using at = await testJournal()
  const living = await at.open()
  await living.admit(recordOf('a', 0n))
  await using other = await at.afterCrash()
  const { openJournal } = await import('./journal.ts')
  const second = await openJournal({
    dataDir: other.dataDir,
    durability: 'normal',
    target: other.rows,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  await second[Symbol.asyncDispose]()
  expect(other.rows.costs).toEqual({})
})

test('with strict durability a settle waits for a sync, an admit does not', async () => {
  await using at = await testJournal()
  const disk = fragileDisk()
  const journal = await at.open({ disk, durability: 'strict' })
  await journal.admit(recordOf('a', 0n))
  const platter = Promise.withResolvers<void>()
  disk.sync = () => platter.promise
  let answered = false
  const settled = journal.settle(recordOf('a', 1n)).then(() => (answered = true))
  await journal.admit(recordOf('b', 0n))
  expect(answered).toBe(false)
  platter.resolve()
  await settled
})

test('a request that is noted after it was settled is not closed once more, whose row may be kept no more', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  await journal.admit(recordOf('a', 0n))
  const settled = journal.settle(recordOf('a', 5n))
  journal.meter(recordOf('a', 4n))
  await settled
  await journal.drained()
  at.rows.rows.delete('a')
  await using left = await at.afterCrash()
  await (await left.open()).drained()
  expect(left.rows.costs).toEqual({})
})

test('what is settled after the journal was closed goes into nobody else’s file', async () => {
  await using at = await testJournal()
  const journal = await at.open()
  await journal.admit(recordOf('a', 0n))
  await journal[Symbol.asyncDispose]()
  // One of them gets the number that the journal's file had.
  const others = await Promise.all(Array.from({ length: 8 }, (_, n) => open(join(at.dataDir, `other-${n}`), 'w+')))
  await expect(journal.settle(recordOf('a', 1n))).rejects.toMatchObject({ code: 'not_ready' })
  await new Promise(setImmediate)
  for (const other of others) {
    expect((await other.stat()).size).toBe(0)
    await other.close()
  }
})
