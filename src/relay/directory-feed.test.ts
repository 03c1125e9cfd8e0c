import { afterEach, expect, test, vi } from 'vitest'
import type { DirectoryData } from '../core/directory.ts'
import { feedDirectory } from './directory-feed.ts'

afterEach(() => vi.useRealTimers())

const NOTHING: DirectoryData = { keys: [], models: [], targets: [], limits: [], accounts: [], limitUse: [] }

/** A feed whose readings a test answers by hand, in the order in which they began. */
function handFed() {
  const readings: PromiseWithResolvers<DirectoryData>[] = []
  const held: DirectoryData[] = []
  const errors: string[] = []
  const feed = feedDirectory(
    { replace: (data) => void held.push(data) },
    {
      read: () => {
        const reading = Promise.withResolvers<DirectoryData>()
        readings.push(reading)
        return reading.promise
      },
      log: { error: (event) => void errors.push(event) },
    },
  )
  return { feed, readings, held, errors }
}

test('a change made while a reading is under way is read again, and both who wait for it share one reading', async () => {
  const { feed, readings, held } = handFed()
  const older = { ...NOTHING }
  const newer = { ...NOTHING }
  const first = feed.reload()
  const later = [feed.reload(), feed.reload()]
  expect(readings).toHaveLength(1)
  readings[0]?.resolve(older)
  await first
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.resolve(newer)
  await Promise.all(later)
  expect(held).toEqual([older, newer])
  expect(readings).toHaveLength(2)
})

test('a reading that fails does not fail those who wait for the next one', async () => {
  const { feed, readings } = handFed()
  const first = feed.reload()
  const second = feed.reload()
  readings[0]?.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.resolve(NOTHING)
  await expect(second).resolves.toBeUndefined()
})

test('after a change that is done a failure is logged, not thrown, and tried again until it succeeds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { feed, readings, held, errors } = handFed()
  const done = feed.changed()
  readings[0]?.reject(new Error('postgres://user:secret@host is gone'))
  await expect(done).resolves.toBeUndefined()
  expect(errors).toEqual(['the directory cannot be read; will try again'])
  await vi.advanceTimersByTimeAsync(1000)
  readings[1]?.reject(new Error('still gone'))
  await vi.advanceTimersByTimeAsync(1000)
  readings[2]?.resolve(NOTHING)
  await vi.advanceTimersByTimeAsync(5000)
  expect(held).toEqual([NOTHING])
  expect(readings).toHaveLength(3)
})

test('a feed that is disposed of tries nothing again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { feed, readings } = handFed()
  const done = feed.changed()
  readings[0]?.reject(new Error('gone'))
  await done
  feed[Symbol.dispose]()
  await vi.advanceTimersByTimeAsync(5000)
  expect(readings).toHaveLength(1)
})
