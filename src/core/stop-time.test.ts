import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStopTime, type StopPart, STOPPED_BY_MS } from './stop-time.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function world() {
  const late: string[] = []
  const stop = createStopTime({ monotonicMs: () => Date.now() }, (part) => void late.push(part))
  const rooms = new AsyncDisposableStack()
  const open = (part: StopPart, end: () => Promise<void>) => stop.use(rooms, part, { [Symbol.asyncDispose]: end })
  return { stop, rooms, open, late }
}

test('what ends in its time is waited for, and what it throws is told', async () => {
  const { stop, rooms, open, late } = world()
  const ended: string[] = []
  open('database', async () => void ended.push('database'))
  open('requests', () => Promise.reject(new Error('broken')))
  await expect(rooms.disposeAsync()).rejects.toThrow('broken')
  expect([ended, late, stop.isOver]).toEqual([['database'], [], false])
  expect(vi.getTimerCount()).toBe(0)
})

test('however many parts never end, a stop is over before the process is ended', async () => {
  const { stop, rooms, open, late } = world()
  const began = Date.now()
  const parts = ['database', 'bodies', 'journal', 'findings', 'operations', 'requests'] as const
  for (const part of parts) open(part, () => new Promise(() => undefined))
  const done = rooms.disposeAsync().then(() => Date.now() - began)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await done).toBe(43_500)
  expect(STOPPED_BY_MS).toBeGreaterThan(43_500)
  expect(STOPPED_BY_MS).toBeLessThan(45_000)
  expect([late, stop.isOver]).toEqual([parts.toReversed(), true])
})

test('what fails after its time is heard by nobody and ends nothing', async () => {
  const { rooms, open } = world()
  const fails = Promise.withResolvers<void>()
  open('journal', () => fails.promise)
  const done = rooms.disposeAsync()
  await vi.advanceTimersByTimeAsync(43_000)
  await done
  fails.reject(new Error('too late'))
  await vi.advanceTimersByTimeAsync(1)
})
