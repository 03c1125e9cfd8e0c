import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Condition } from '../core/alerts.ts'
import { MINUTE_MS, SECOND_MS } from '../core/time.ts'
import { lookingAround } from './look-around.ts'
import { lastingChannels } from './lasting-channels.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const DISK: Condition = { rule: 'disk_low', subject: 'data', facts: {} }
const POOR: Condition = { rule: 'balance_low', subject: 'u1', facts: {} }

function world() {
  const now = { ms: 0, asked: (): Promise<Condition[]> => Promise.resolve([POOR]) }
  const away: number[] = []
  const faults: unknown[] = []
  const look = lookingAround({
    known: async (awayMs) => {
      away.push(awayMs)
      return [DISK]
    },
    asked: () => now.asked(),
    monotonicMs: () => now.ms,
    onFault: (error) => faults.push(error),
  })
  return { now, away, faults, look }
}

test('while the database can be asked, all of it is looked at', async () => {
  const { look, away } = world()
  expect(await look()).toEqual({ wrong: [DISK, POOR], unseen: [] })
  expect(away).toEqual([0])
})

test('while it is away, what is known without it is found, and what it alone tells is unseen; it is told for how long', async () => {
  const { look, now, away, faults } = world()
  now.asked = () => Promise.reject(new Error('ECONNREFUSED'))
  for (const minute of [0, 1, 2]) {
    now.ms = minute * MINUTE_MS
    expect(await look()).toMatchObject({ wrong: [DISK], unseen: expect.arrayContaining(['balance_low']) })
  }
  expect(away).toEqual([0, MINUTE_MS, 2 * MINUTE_MS])
  expect(faults).toHaveLength(3)
  now.asked = async () => []
  await look()
  expect(away.at(-1)).toBe(0)
})

test('a database that says nothing at all is waited for for less than a minute', async () => {
  const { look, now } = world()
  now.asked = () => new Promise(() => undefined)
  const looking = look()
  await vi.advanceTimersByTimeAsync(50 * SECOND_MS)
  expect(await looking).toMatchObject({ wrong: [DISK] })
})

test('channels are those of now, and where the database is away those that were read last', async () => {
  let read = (): Promise<string[]> => Promise.reject(new Error('away'))
  const channels = lastingChannels(() => read())
  await expect(channels()).rejects.toThrow('away')
  read = async () => ['ops']
  expect(await channels()).toEqual(['ops'])
  read = () => Promise.reject(new Error('away'))
  expect(await channels()).toEqual(['ops'])
  read = () => new Promise(() => undefined)
  const waiting = channels()
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  expect(await waiting).toEqual(['ops'])
})
