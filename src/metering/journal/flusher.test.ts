import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pack, type PackedRecord } from '../../core/packed-record.ts'
import { Flusher } from './flusher.ts'
import { Tail } from './tail.ts'
import { lineOf, recordOf } from './test-journal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A flusher that follows what one process writes into its first segment; `sizes` says how many rows each write had. */
function stage() {
  const sizes: number[] = []
  const state = { away: false }
  const tail = new Tail()
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const segments = new Map([[1, 0]])
  const flusher = new Flusher({
    shelf: { segments, path: () => '/nowhere', removeBefore: async () => undefined } as never,
    tail,
    stored: null,
    firstSegment: 1,
    write: async (records: readonly PackedRecord[]) => {
      sizes.push(records.length)
      if (state.away) throw new Error('the database is away')
    },
    onRecovered: async () => undefined,
    log,
    lingerMs: 10,
  })
  let written = 0
  const settle = (count = 1) => {
    const line = lineOf('settle', 'a', pack(recordOf('a', 1n)))
    const lines = Buffer.from(line.repeat(count))
    tail.add({ segment: 1, from: written, end: written + lines.length, lines })
    written += lines.length
    segments.set(1, written)
    flusher.nudge()
  }
  return { flusher, log, settle, state, writes: () => sizes.splice(0) }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('each row is written once, after a moment, and nothing when there is nothing', async () => {
  const { settle, writes } = stage()
  settle()
  settle()
  expect(vi.getTimerCount()).toBe(1)
  await pass(9)
  expect(writes()).toEqual([])
  await pass(1)
  expect(writes()).toEqual([2])
  await pass(60_000)
  expect([writes(), vi.getTimerCount()]).toEqual([[], 0])
})

test('no write is much longer than 2000 rows', async () => {
  const { settle, writes } = stage()
  for (let n = 0; n < 5; n += 1) settle(999)
  await pass(10)
  expect(writes()).toEqual([2997, 1998])
})

test('a database that is away is asked again ever more rarely, and as at first once it was there', async () => {
  const { settle, state, writes } = stage()
  state.away = true
  for (const round of ['one', 'other']) {
    settle()
    await pass(10)
    for (const ms of [100, 500, 2000, 5000, 5000]) {
      expect(writes(), round).toHaveLength(1)
      await pass(ms - 1)
      expect(writes(), `${round} ${ms}`).toEqual([])
      await pass(1)
    }
    state.away = false
    await pass(5000)
    writes()
    state.away = true
  }
})

test('the log tells that a database is away at each try, and once that it is there again', async () => {
  const { log, settle, state } = stage()
  settle()
  await pass(10)
  expect(log.info).not.toHaveBeenCalled()
  state.away = true
  settle()
  await pass(10 + 100 + 500)
  expect(log.error.mock.calls.map(([, { count }]) => count)).toEqual([1, 2, 3])
  state.away = false
  await pass(60_000)
  settle()
  await pass(10)
  expect(log.info.mock.calls).toEqual([['records are written to the database again', { count: 3 }]])
})

test('once it is stopped it begins nothing any more', async () => {
  for (const before of [0, 1]) {
    const { flusher, settle, writes } = stage()
    if (before) settle()
    await flusher.stop()
    settle()
    expect(vi.getTimerCount()).toBe(0)
    await pass(60_000)
    expect(writes()).toEqual([])
  }
})
