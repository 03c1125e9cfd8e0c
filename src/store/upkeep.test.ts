import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../core/time.ts'
import { keepTidy } from './upkeep.ts'

afterEach(() => vi.useRealTimers())

test('sessions are purged at the start and every hour, also after a failure, until it is disposed of', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const faults: unknown[] = []
  let purges = 0
  const purge = async () => {
    purges += 1
    if (purges === 2) throw new Error('database is locked')
  }
  const upkeep = keepTidy({ sessions: { purge } }, (error) => faults.push(error))
  await expect.poll(() => purges).toBe(1)
  vi.advanceTimersByTime(HOUR_MS)
  await expect.poll(() => faults).toEqual([new Error('database is locked')])
  vi.advanceTimersByTime(HOUR_MS)
  await expect.poll(() => purges).toBe(3)
  await upkeep[Symbol.asyncDispose]()
  vi.advanceTimersByTime(3 * HOUR_MS)
  expect(purges).toBe(3)
})

test('disposing waits for the purge under way, so that the database is not closed beneath it', async () => {
  const purge = Promise.withResolvers<void>()
  const told: string[] = []
  const upkeep = keepTidy({ sessions: { purge: () => purge.promise.then(() => void told.push('purged')) } }, () => {})
  const disposed = Promise.resolve(upkeep[Symbol.asyncDispose]()).then(() => told.push('disposed'))
  purge.resolve()
  await disposed
  expect(told).toEqual(['purged', 'disposed'])
})
