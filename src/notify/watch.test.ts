import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Condition } from '../core/alerts.ts'
import { HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { CHANNEL, DISK, DOWN, watchWorld } from './test-watch.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.UTC(2026, 10, 20) }))
afterEach(() => vi.useRealTimers())

test('what goes wrong is told once, and its end too, a minute after the other', async () => {
  const { watch, now, sent, alerts } = watchWorld()
  await using _end = watch
  now.wrong = [DOWN]
  await watch.look()
  await watch.look()
  expect(sent).toEqual(['provider_down fired'])
  now.wrong = []
  await watch.look()
  await watch.look()
  expect(sent).toEqual(['provider_down fired', 'provider_down resolved'])
  expect(alerts).toMatchObject([{ open: false, deliveries: [{ channel: 'c1', ok: true }, { state: 'resolved' }] }])
})

test('it looks every minute by itself', async () => {
  const { watch, now, sent } = watchWorld()
  now.wrong = [DISK]
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await watch[Symbol.asyncDispose]()
  expect(sent).toEqual(['disk_low fired'])
})

test('what comes and goes is written down each time and told once in the pause', async () => {
  const { watch, now, sent, alerts } = watchWorld()
  await using _end = watch
  for (let n = 0; n < 3; n += 1) {
    now.wrong = [DOWN]
    await watch.look()
    now.wrong = []
    await watch.look()
  }
  expect(alerts).toHaveLength(3)
  expect(sent).toEqual(['provider_down fired', 'provider_down resolved'])
  vi.setSystemTime(Date.now() + HOUR_MS)
  now.wrong = [DOWN]
  await watch.look()
  expect(sent).toHaveLength(3)
})

test('what came back within the pause and stays is told when the pause is over, for its end was told', async () => {
  const { watch, now, sent } = watchWorld()
  await using _end = watch
  for (const wrong of [[DOWN], [], [DOWN]]) {
    now.wrong = wrong
    await watch.look()
  }
  expect(sent).toEqual(['provider_down fired', 'provider_down resolved'])
  vi.setSystemTime(Date.now() + HOUR_MS)
  await watch.look()
  await watch.look()
  expect(sent.slice(2)).toEqual(['provider_down fired'])
})

test('what no channel took is told again once in the pause, until one takes it', async () => {
  const { watch, now, sent, alerts } = watchWorld()
  await using _end = watch
  now.delivery = { ok: false, problem: 'econnrefused' }
  now.wrong = [DOWN]
  await watch.look()
  await watch.look()
  expect(sent).toHaveLength(1)
  now.delivery = { ok: true, problem: null }
  for (const hours of [1, 2]) {
    vi.setSystemTime(Date.UTC(2026, 10, 20) + hours * HOUR_MS)
    await watch.look()
  }
  expect(sent).toEqual(['provider_down fired', 'provider_down fired'])
  expect(alerts[0]?.deliveries).toMatchObject([{ ok: false }, { ok: true }])
})

test('while every channel fails, or there is none, each minute is not another try', async () => {
  const failing = watchWorld()
  failing.now.delivery = { ok: false, problem: 'econnrefused' }
  const silent = watchWorld([])
  for (const { now } of [failing, silent]) now.wrong = [DOWN]
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
  for (const { watch } of [failing, silent]) await watch[Symbol.asyncDispose]()
  // In the first minute, and an hour and two hours after that.
  expect(failing.sent).toHaveLength(3)
  expect(failing.alerts[0]?.deliveries).toHaveLength(3)
  expect(silent.written).toEqual(['fire'])
})

test('something that happened is told and is over', async () => {
  const { watch, sent, alerts } = watchWorld()
  watch.happened({ rule: 'budget_threshold', subject: 'l1:80', facts: { percent: 80 } })
  watch.happened({ rule: 'budget_threshold', subject: 'l1:80', facts: { percent: 80 } })
  await watch[Symbol.asyncDispose]()
  expect(sent).toEqual(['budget_threshold fired'])
  expect(alerts.map(({ open }) => open)).toEqual([false, false])
})

test('a channel that cannot be reached is noted, and without a channel there is still the history', async () => {
  const failing = watchWorld()
  failing.now.delivery = { ok: false, problem: 'http_500' }
  failing.now.wrong = [DOWN]
  await failing.watch.look()
  expect(failing.alerts[0]?.deliveries).toMatchObject([{ ok: false, problem: 'http_500' }])
  const silent = watchWorld([])
  silent.now.wrong = [DOWN]
  await silent.watch.look()
  expect(silent.alerts).toMatchObject([{ open: true, notifiedAt: null, deliveries: [] }])
  for (const { watch } of [failing, silent]) await watch[Symbol.asyncDispose]()
})

test('a look that fails is logged, and the next one comes', async () => {
  const { watch, now, errors, sent } = watchWorld()
  await using _end = watch
  now.wrong = null as unknown as Condition[]
  await watch.look()
  expect(errors).toEqual(['alerts cannot be watched; will try again'])
  now.wrong = [DOWN]
  await watch.look()
  expect(sent).toEqual(['provider_down fired'])
})

test('a look that is under way when it ends stops after what it is telling of', async () => {
  const { watch, now, sent, alerts } = watchWorld()
  now.wrong = [DOWN, DISK]
  const looking = watch.look()
  await Promise.all([watch[Symbol.asyncDispose](), looking])
  expect(sent).toEqual([])
  expect(alerts).toEqual([])
})

/** Two channels, the first of which does not answer before it is let. */
function withDeadChannel() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const channels = [{ ...CHANNEL, id: 'dead' }, CHANNEL]
  return { ...watchWorld(channels, (id) => (id === 'dead' ? promise : Promise.resolve())), channels, answer: resolve }
}

test('a channel that does not answer holds up itself alone, and is told in order when it does', async () => {
  const { watch, now, sent, alerts, answer } = withDeadChannel()
  now.wrong = [DOWN, DISK]
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  const begun = ['dead provider_down fired', 'c1 provider_down fired', 'c1 disk_low fired']
  expect(sent).toEqual(begun)
  expect(alerts.map(({ deliveries }) => deliveries)).toMatchObject([[{ channel: 'c1' }], [{ channel: 'c1' }]])
  now.wrong = [DOWN]
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(sent.slice(3)).toEqual(['c1 disk_low resolved'])
  answer()
  await watch[Symbol.asyncDispose]()
  expect(sent.slice(4)).toEqual(['dead disk_low fired', 'dead disk_low resolved'])
})

test('what a channel has yet to be told of is not told twice, and its end is told after it', async () => {
  const { watch, now, sent, alerts, channels, answer } = withDeadChannel()
  channels.pop()
  now.wrong = [DOWN]
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(sent).toEqual(['provider_down fired'])
  now.wrong = []
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  answer()
  await watch[Symbol.asyncDispose]()
  expect(sent).toEqual(['provider_down fired', 'provider_down resolved'])
  expect(alerts[0]?.deliveries.map(({ state }) => state)).toEqual(['fired', 'resolved'])
})

test('a channel that is taken away while messages wait for it is not told them', async () => {
  const { watch, now, sent, channels, answer } = withDeadChannel()
  now.wrong = [DOWN, DISK]
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  channels.shift()
  answer()
  await watch[Symbol.asyncDispose]()
  expect(sent.filter((line) => line.startsWith('dead'))).toEqual(['dead provider_down fired'])
})
