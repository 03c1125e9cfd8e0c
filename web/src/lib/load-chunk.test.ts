import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkFailed, chunksInFlight, loadChunk, reloadPage, warmChunk } from './load-chunk.ts'

const failure = new TypeError('Failed to fetch dynamically imported module: /assets/page-1.js')
const replaced = vi.fn()
const deleted: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  sessionStorage.clear()
  replaced.mockReset()
  deleted.length = 0
  vi.spyOn(location, 'replace').mockImplementation(replaced)
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve(['one', 'two']),
    delete: (name: string) => Promise.resolve(deleted.push(name) > 0),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Fails the first `times` attempts. */
function flaky(times: number) {
  const at: number[] = []
  const begun = Date.now()
  const load = () => {
    at.push(Date.now() - begun)
    return at.length > times ? Promise.resolve('page') : Promise.reject(failure)
  }
  return { load, at }
}

test('A failed load is retried, waiting 1 s before retrying.', async () => {
  const { load, at } = flaky(1)
  const loading = loadChunk(load)
  await vi.advanceTimersByTimeAsync(999)
  expect(at).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  await expect(loading).resolves.toBe('page')
  expect(at).toEqual([0, 1000])
  expect(deleted).toEqual([])
})

test('On the 2nd failure the browser caches are cleared and the wait is 2 s.', async () => {
  const { load, at } = flaky(2)
  const loading = loadChunk(load)
  await vi.advanceTimersByTimeAsync(1000)
  expect(deleted).toEqual(['one', 'two'])
  await vi.advanceTimersByTimeAsync(1999)
  expect(at).toEqual([0, 1000])
  await vi.advanceTimersByTimeAsync(1)
  await expect(loading).resolves.toBe('page')
  expect(at).toEqual([0, 1000, 3000])
})

test('A failed load is retried up to 3 times.', async () => {
  const { load, at } = flaky(3)
  const loading = loadChunk(load)
  await vi.runAllTimersAsync()
  await expect(loading).resolves.toBe('page')
  expect(at).toEqual([0, 1000, 3000, 4000])
  expect(replaced).not.toHaveBeenCalled()
})

test('After all retries fail, the page reloads with a timestamp query parameter.', async () => {
  const { load, at } = flaky(Infinity)
  const settled = vi.fn()
  loadChunk(load).then(settled, settled)
  await vi.runAllTimersAsync()
  expect(at).toHaveLength(4)
  expect(replaced).toHaveBeenCalledTimes(1)
  expect(new URL(String(replaced.mock.calls[0]?.[0])).searchParams.get('_t')).toBe('1800000004000')
  // No error screen may flash while the page goes away.
  expect(settled).not.toHaveBeenCalled()
})

test('a page that was just reloaded for this says so instead of reloading for ever', async () => {
  expect(reloadPage()).toBe(true)
  const { load } = flaky(Infinity)
  const loading = expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkFailed)
  await vi.runAllTimersAsync()
  await loading
  expect(replaced).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 60_000)
  expect(reloadPage()).toBe(true)
})

test('retries go on where the browser has no caches', async () => {
  vi.unstubAllGlobals()
  const { load } = flaky(2)
  const loading = loadChunk(load)
  await vi.runAllTimersAsync()
  await expect(loading).resolves.toBe('page')
})

test('attempts are in flight until the last has been answered', async () => {
  const { load } = flaky(1)
  const loading = loadChunk(load)
  expect(chunksInFlight()).toBe(true)
  await vi.runAllTimersAsync()
  await loading
  expect(chunksInFlight()).toBe(false)
})

test('a chunk nobody wants yet is asked for once, and its failure reloads nothing', async () => {
  const { load, at } = flaky(9)
  const warming = warmChunk(load)
  // Whoever hears of the failure beside it must know that somebody cares for it.
  expect(chunksInFlight()).toBe(true)
  await warming
  await vi.advanceTimersByTimeAsync(60_000)
  expect([at, replaced.mock.calls, chunksInFlight()]).toEqual([[0], [], false])
})
