import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Syncer, type Waiter } from './syncer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PATIENCE_MS = 5000

const bytesOf = (text: string) => Buffer.from(text)

/** A syncer over a disk that says what it was told, and fails to sync the files in `bad`. */
function stage() {
  const calls: string[] = []
  const bad = new Set<number>()
  const slow: Promise<void>[] = []
  const failed = vi.fn()
  const synced = vi.fn()
  const syncer = new Syncer({
    shelf: { folder: '/journal' } as never,
    disk: {
      mayCreate: () => true,
      create: () => 0,
      write: () => 0,
      sync: async (file) => {
        calls.push(`sync ${file}`)
        await slow.shift()
        if (bad.has(file)) throw new Error('no space left on device')
      },
      syncFolder: async (path) => void calls.push(`sync ${path}`),
      close: (file) => void calls.push(`close ${file}`),
    },
    patienceMs: PATIENCE_MS,
    onFail: failed,
    onSync: synced,
  })
  const waiting = () => {
    const waiter: Waiter = { kind: 'settle', sinceMs: 0, done: Promise.withResolvers() }
    const safe = vi.fn()
    waiter.done.promise.then(safe, () => undefined)
    return { waiter, safe }
  }
  const told = () => calls.splice(0)
  return { syncer, bad, slow, failed, synced, waiting, told }
}

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

test('who waits is safe once the file is synced, and with it its name while that is new', async () => {
  const { syncer, slow, synced, waiting, told } = stage()
  const platter = Promise.withResolvers<void>()
  slow.push(platter.promise)
  const [first, second] = [waiting(), waiting()]
  expect(syncer.owes).toBe(false)
  syncer.begin(1)
  syncer.written(bytesOf('a'))
  syncer.wait([first.waiter])
  await pass()
  expect([told(), first.safe.mock.calls.length]).toEqual([['sync 1'], 0])
  syncer.written(bytesOf('b'))
  syncer.wait([second.waiter])
  await pass(100)
  expect(told(), 'one at a time').toEqual([])
  platter.resolve()
  await pass()
  expect([first.safe, second.safe].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect(told()).toEqual(['sync /journal', 'sync 1'])
  expect([synced.mock.calls.length, syncer.owes]).toEqual([2, false])
})

test('what nobody waits for is synced within 50 ms or with what somebody waits for, and nothing is while nothing is written', async () => {
  const { syncer, waiting, told } = stage()
  syncer.begin(1)
  syncer.wait([])
  await pass(1000)
  expect(told()).toEqual([])
  for (const text of ['a', 'b']) {
    syncer.written(bytesOf(text))
    syncer.wait([])
    await pass(20)
  }
  await pass(9)
  expect(told()).toEqual([])
  await pass(1)
  expect(told()).toEqual(['sync 1', 'sync /journal'])
  await pass(1000)
  expect(told()).toEqual([])
  syncer.written(bytesOf('c'))
  syncer.wait([])
  syncer.written(bytesOf('d'))
  syncer.wait([waiting().waiter])
  await pass(1000)
  expect(told()).toEqual(['sync 1'])
  syncer.written(bytesOf('e'))
  syncer.wait([])
  await pass(50)
  expect(told()).toEqual(['sync 1'])
})

test('files that are full are synced before the one that is written to, in their order, and closed', async () => {
  const { syncer, waiting, told } = stage()
  for (const file of [1, 2, 3]) {
    syncer.begin(file)
    syncer.written(bytesOf(`${file}`))
  }
  const { waiter, safe } = waiting()
  syncer.wait([waiter])
  await pass()
  expect(told()).toEqual(['sync 1', 'sync 2', 'sync 3', 'sync /journal', 'close 1', 'close 2'])
  expect(safe).toHaveBeenCalledOnce()
})

test('after a sync that failed all since the last good one is lost, until it is in another file; who waits does so on', async () => {
  const { syncer, bad, slow, failed, waiting, told } = stage()
  const platter = Promise.withResolvers<void>()
  const [first, second] = [waiting(), waiting()]
  syncer.begin(1)
  bad.add(1)
  slow.push(platter.promise)
  for (const text of ['a', 'b']) syncer.written(bytesOf(text))
  syncer.wait([first.waiter])
  syncer.written(bytesOf('c'))
  syncer.wait([second.waiter])
  platter.resolve()
  await pass(1000)
  expect(failed).toHaveBeenCalledOnce()
  expect([String(syncer.lost), syncer.owes, told()]).toEqual(['a,b,c', true, ['sync 1']])
  syncer.begin(2)
  syncer.written(bytesOf('abc'))
  expect(syncer.lost).toBeNull()
  syncer.wait([])
  await pass()
  expect(told()).toEqual(['close 1', 'sync 2', 'sync /journal'])
  expect([first.safe, second.safe].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect(syncer.owes).toBe(false)
  // The system gives the number of what is closed to the next file.
  bad.clear()
  for (const file of [1, 3]) {
    syncer.begin(file)
    syncer.written(bytesOf('d'))
  }
  syncer.wait([waiting().waiter])
  await pass()
  expect(told()).toEqual(['sync 2', 'sync 1', 'sync 3', 'sync /journal', 'close 2', 'close 1'])
})

test('the name of a file that was begun while a sync failed is synced with the next', async () => {
  const { syncer, bad, slow, told } = stage()
  syncer.begin(1)
  syncer.written(bytesOf('a'))
  syncer.wait([])
  await pass(50)
  const platter = Promise.withResolvers<void>()
  slow.push(platter.promise)
  bad.add(1)
  syncer.written(bytesOf('b'))
  syncer.wait([])
  await pass(50)
  syncer.begin(2)
  platter.resolve()
  await pass()
  bad.clear()
  told()
  syncer.written(bytesOf('b'))
  syncer.wait([])
  await pass(50)
  expect(told()).toContain('sync /journal')
})

test('a file that was empty when a full one failed is written on, and what follows in it is synced as ever', async () => {
  const { syncer, bad, waiting, told } = stage()
  syncer.begin(1)
  syncer.written(bytesOf('a'))
  syncer.begin(2)
  bad.add(1)
  const first = waiting()
  syncer.wait([first.waiter])
  await pass()
  expect(told()).toEqual(['sync 1', 'close 1'])
  syncer.written(bytesOf('a'))
  syncer.wait([])
  await pass()
  expect([told(), first.safe.mock.calls.length]).toEqual([['sync 2', 'sync /journal'], 1])
  syncer.written(bytesOf('b'))
  syncer.begin(3)
  syncer.written(bytesOf('c'))
  syncer.wait([waiting().waiter])
  await pass()
  expect(told()).toEqual(['sync 2', 'sync 3', 'sync /journal', 'close 2'])
})

test('who has waited too long is taken out, and the others are not', async () => {
  const { syncer, bad, waiting, told } = stage()
  const [old, young] = [waiting(), waiting()]
  syncer.begin(1)
  bad.add(1)
  syncer.written(bytesOf('a'))
  syncer.wait([old.waiter, young.waiter])
  await pass()
  expect(syncer.giveUp((waiter) => waiter === old.waiter)).toEqual([old.waiter])
  syncer.begin(2)
  syncer.written(bytesOf('a'))
  syncer.wait([])
  await pass()
  expect([old.safe, young.safe].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  expect(told()).toEqual(['sync 1', 'close 1', 'sync 2', 'sync /journal'])
})

test('a sync that takes too long is told as one that failed, over and over, and its end as one that went well', async () => {
  const { syncer, slow, failed, synced, waiting } = stage()
  const platter = Promise.withResolvers<void>()
  slow.push(platter.promise)
  const [old, young, next] = [waiting(), waiting(), waiting()]
  syncer.begin(1)
  syncer.written(bytesOf('a'))
  syncer.wait([old.waiter, young.waiter])
  await pass(PATIENCE_MS - 1)
  expect([failed.mock.calls.length, syncer.owes]).toEqual([0, false])
  await pass(1)
  expect([failed.mock.calls.length, syncer.owes, syncer.lost]).toEqual([1, true, null])
  syncer.written(bytesOf('b'))
  syncer.wait([next.waiter])
  expect(syncer.giveUp((waiter) => waiter === old.waiter)).toEqual([old.waiter])
  await pass(2000)
  expect(failed).toHaveBeenCalledTimes(3)
  platter.resolve()
  await pass()
  expect([old, young, next].map(({ safe }) => safe.mock.calls.length)).toEqual([0, 1, 1])
  expect([synced.mock.calls.length, syncer.owes]).toEqual([2, false])
  expect(vi.getTimerCount()).toBe(0)
})

test('a sync that fails after it took too long has lost what it was for, and who waits does so on', async () => {
  const { syncer, bad, slow, failed, waiting } = stage()
  const platter = Promise.withResolvers<void>()
  slow.push(platter.promise)
  bad.add(1)
  const { waiter, safe } = waiting()
  syncer.begin(1)
  syncer.written(bytesOf('a'))
  syncer.wait([waiter])
  await pass(PATIENCE_MS)
  platter.resolve()
  await pass()
  expect([failed.mock.calls.length, String(syncer.lost), syncer.owes]).toEqual([2, 'a', true])
  syncer.begin(2)
  syncer.written(bytesOf('a'))
  syncer.wait([])
  await pass()
  expect([safe.mock.calls.length, syncer.owes]).toEqual([1, false])
})

test('at the end what is left is synced, and every file closed', async () => {
  const { syncer, told } = stage()
  syncer.begin(1)
  syncer.written(bytesOf('a'))
  syncer.begin(2)
  syncer.written(bytesOf('b'))
  syncer.wait([])
  await syncer[Symbol.asyncDispose]()
  expect(told()).toEqual(['sync 1', 'sync 2', 'sync /journal', 'close 1', 'close 2'])
  expect(vi.getTimerCount()).toBe(0)
  const idle = stage()
  idle.syncer.begin(1)
  await idle.syncer[Symbol.asyncDispose]()
  expect(idle.told()).toEqual(['close 1'])
})
