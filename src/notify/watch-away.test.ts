import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../core/time.ts'
import type { Condition } from '../core/alerts.ts'
import { CHANNEL, DISK, DOWN, watchWorld } from './test-watch.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.UTC(2026, 10, 20) }))
afterEach(() => vi.useRealTimers())

const AWAY: Condition = { rule: 'database_away', subject: 'database', facts: { minutes: 5, percent: 1 } }
const POOR: Condition = { rule: 'balance_low', subject: 'u1', facts: { user: 'Ada' } }

/** A watch whose book can be taken away, all of it or what is written alone. */
function awayWorld() {
  const world = watchWorld()
  const { book } = world
  const own = { ...book }
  const gone = () => Promise.reject(new Error('ECONNREFUSED'))
  const writes = { fire: gone, resolve: gone, delivered: gone }
  const reads = { open: gone, endedSince: gone, lastNotified: gone, wasTakenBy: gone }
  return {
    ...world,
    leave: () => Object.assign(book, reads, writes),
    fill: () => Object.assign(book, writes),
    comeBack: () => Object.assign(book, own),
  }
}

test('what begins while the database is away is told once, and its end too', async () => {
  const { watch, now, sent, leave } = awayWorld()
  await using _end = watch
  leave()
  now.wrong = [AWAY, DOWN]
  for (let minute = 0; minute < 3; minute += 1) await watch.look()
  expect(sent).toEqual(['database_away fired', 'provider_down fired'])
  now.wrong = [AWAY]
  await watch.look()
  await watch.look()
  expect(sent.slice(2)).toEqual(['provider_down resolved'])
})

test('what was told without the database is written down once it is back, as it was, and is told no second time', async () => {
  const { watch, now, sent, alerts, leave, comeBack } = awayWorld()
  await using _end = watch
  leave()
  const began = Date.now()
  now.wrong = [AWAY, DOWN]
  await watch.look()
  vi.setSystemTime(began + MINUTE_MS)
  now.wrong = [AWAY]
  await watch.look()
  vi.setSystemTime(began + 2 * MINUTE_MS)
  comeBack()
  await watch.look()
  expect(alerts).toMatchObject([
    { rule: 'database_away', firedAt: began, open: true, deliveries: [{ channel: 'c1', ok: true, state: 'fired' }] },
    { rule: 'provider_down', firedAt: began, open: false, endedAt: began + MINUTE_MS },
  ])
  expect(alerts[1]?.deliveries.map(({ state }) => state)).toEqual(['fired', 'resolved'])
  now.wrong = []
  await watch.look()
  expect(sent).toEqual([
    'database_away fired',
    'provider_down fired',
    'provider_down resolved',
    'database_away resolved',
  ])
})

test('what had been told before the database went away is told no second time, and its end is', async () => {
  const { watch, now, sent, leave, alerts, comeBack } = awayWorld()
  await using _end = watch
  now.wrong = [DISK, POOR]
  await watch.look()
  leave()
  now.wrong = []
  // What the database alone tells can be neither wrong nor over.
  now.unseen = ['balance_low']
  await watch.look()
  await watch.look()
  expect(sent).toEqual(['disk_low fired', 'balance_low fired', 'disk_low resolved'])
  comeBack()
  now.unseen = []
  await watch.look()
  expect(sent.slice(3)).toEqual(['balance_low resolved'])
  expect(alerts.map(({ open }) => open)).toEqual([false, false])
})

test('what cannot be written down of what was told is not told again each minute', async () => {
  const { watch, now, sent, alerts, book, comeBack } = awayWorld()
  await using _end = watch
  Object.assign(book, { delivered: () => Promise.reject(new Error('database or disk is full')) })
  now.wrong = [DOWN]
  for (let minute = 0; minute < 3; minute += 1) await watch.look()
  expect(sent).toEqual(['provider_down fired'])
  now.wrong = []
  for (let minute = 0; minute < 3; minute += 1) await watch.look()
  expect(sent).toEqual(['provider_down fired', 'provider_down resolved'])
  comeBack()
  await watch.look()
  expect(alerts[0]?.deliveries.map(({ state, ok }) => [state, ok])).toEqual([
    ['fired', true],
    ['resolved', true],
  ])
})

test('a database that takes no writes keeps nothing from being told, and the pause holds without it', async () => {
  const { watch, now, sent, fill } = awayWorld()
  await using _end = watch
  fill()
  for (const wrong of [[DOWN], [], [DOWN]]) {
    now.wrong = wrong
    await watch.look()
  }
  expect(sent).toEqual(['provider_down fired', 'provider_down resolved'])
  vi.setSystemTime(Date.now() + HOUR_MS)
  await watch.look()
  expect(sent.slice(2)).toEqual(['provider_down fired'])
})

test('what happened while the database was away is told and written down afterwards', async () => {
  const { watch, sent, alerts, leave, comeBack } = awayWorld()
  leave()
  watch.happened({ rule: 'budget_threshold', subject: 'l1:80', facts: { percent: 80 } })
  await watch.look()
  expect(sent).toEqual(['budget_threshold fired'])
  comeBack()
  await watch.look()
  await watch[Symbol.asyncDispose]()
  expect(alerts).toMatchObject([{ rule: 'budget_threshold', open: false, deliveries: [{ channel: CHANNEL.id }] }])
})
