import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { CHANNEL, DISK, DOWN, watchWorld } from './test-watch.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.UTC(2026, 10, 20) }))
afterEach(() => vi.useRealTimers())

test('an end that could not be told is told again once in the pause, for a day, to whoever heard of the beginning', async () => {
  const { watch, now, sent, alerts } = watchWorld([{ ...CHANNEL, id: 'dead' }, CHANNEL])
  await using _end = watch
  now.wrong = [DOWN]
  await watch.look()
  now.refusing = 'dead'
  now.wrong = []
  await watch.look()
  await watch.look()
  const toldOnce = ['dead provider_down resolved', 'c1 provider_down resolved']
  expect(sent.slice(2)).toEqual(toldOnce)
  vi.setSystemTime(Date.now() + HOUR_MS)
  await watch.look()
  now.refusing = ''
  vi.setSystemTime(Date.now() + HOUR_MS)
  await watch.look()
  await watch.look()
  expect(sent.slice(2)).toEqual([...toldOnce, 'dead provider_down resolved', 'dead provider_down resolved'])
  expect(alerts[0]?.deliveries.filter(({ channel }) => channel === 'dead').map(({ ok }) => ok)).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('an end that had to make room for what is newer is told later, when the channel is back', async () => {
  const gate = Promise.withResolvers<void>()
  let pause = Promise.resolve()
  const { watch, now, sent, errors } = watchWorld([CHANNEL], () => pause)
  await using _end = watch
  now.wrong = [DOWN]
  await watch.look()
  pause = gate.promise
  now.wrong = [DISK]
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  now.wrong = [DISK, ...Array.from({ length: 200 }, (_, n) => ({ ...DOWN, subject: `model ${n}` }))]
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  gate.resolve()
  await watch.look()
  expect(sent.filter((line) => line.endsWith('resolved'))).toEqual([])
  expect(errors).toEqual(['a channel cannot keep up with alerts; the oldest are given up'])
  vi.setSystemTime(Date.now() + HOUR_MS)
  await watch.look()
  expect(sent.filter((line) => line.endsWith('resolved'))).toEqual(['provider_down resolved'])
})

test('the end of what was told is told at a stop, too, though the channel has just failed: no later look finds it', async () => {
  const gate = Promise.withResolvers<void>()
  let pause = Promise.resolve()
  const { watch, now, sent } = watchWorld([CHANNEL], () => pause)
  now.wrong = [DOWN]
  await watch.look()
  pause = gate.promise
  now.refusing = 'c1'
  now.wrong = [DISK]
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  const ended = watch[Symbol.asyncDispose]()
  await new Promise((done) => setImmediate(done))
  gate.resolve()
  await ended
  expect(sent).toEqual(['provider_down fired', 'disk_low fired', 'provider_down resolved'])
})

test('a channel that could not be told that something began hears nothing of its end', async () => {
  const { watch, now, sent } = watchWorld([{ ...CHANNEL, id: 'broken' }, CHANNEL])
  await using _end = watch
  now.refusing = 'broken'
  now.wrong = [DOWN]
  await watch.look()
  now.refusing = ''
  now.wrong = [DISK]
  await watch.look()
  expect(sent.filter((line) => line.endsWith('resolved'))).toEqual(['c1 provider_down resolved'])
  expect(sent).toContain('broken disk_low fired')
})
