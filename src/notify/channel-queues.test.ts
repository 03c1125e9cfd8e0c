import { expect, onTestFinished, test, vi } from 'vitest'
import { openChannelQueues } from './channel-queues.ts'
import type { Delivery } from './send.ts'

const TOLD: Delivery = { ok: true, problem: null }
const FAILED: Delivery = { ok: false, problem: 'econnrefused' }

function world(send: (what: string) => Promise<Delivery>) {
  const came: string[] = []
  const faults: unknown[] = []
  const full: string[] = []
  const queues = openChannelQueues(
    (error) => void faults.push(error),
    (channel) => void full.push(channel),
  )
  const add = (channel: string, what: string, once = false) =>
    queues.add({
      channel,
      once,
      send: () => send(what),
      done: async (delivery) => void came.push(`${what} ${delivery ? (delivery.problem ?? 'told') : 'dropped'}`),
    })
  return { queues, add, came, faults, full }
}

test('one channel is told in order, and a message that cannot be sent does not keep the next from it', async () => {
  const { queues, add, came, faults } = world(async (what) => {
    if (what === 'b') throw new Error('no database')
    return TOLD
  })
  await using _end = queues
  for (const what of ['a', 'b', 'c']) add('one', what)
  await queues.empty()
  expect(came).toEqual(['a told', 'b dropped', 'c told'])
  expect(faults).toHaveLength(1)
})

test('so many messages wait for a channel and no more; the oldest is given up, which is said at once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { queues, add, came, full } = world(async () => {
    await promise
    return TOLD
  })
  add('dead', 'm0')
  await new Promise((done) => setImmediate(done))
  for (let n = 1; n < 203; n += 1) add('dead', `m${n}`)
  add('other', 'last')
  await new Promise((done) => setImmediate(done))
  // The first is being told.
  expect(came).toEqual(['m1 queue_full', 'm2 queue_full'])
  resolve()
  await queues.empty()
  expect(came).toHaveLength(204)
  expect(came).toEqual(expect.arrayContaining(['m0 told', 'm3 told', 'm202 told', 'last told']))
  expect(full).toEqual(['dead'])
})

test('at the end what waits for a channel that fails is let go, but for what happened once', async () => {
  const { queues, add, came } = world(async (what) => (what.startsWith('x') ? FAILED : TOLD))
  for (const what of ['x1', 'x2', 'x3']) add('dead', what, what === 'x3')
  for (const what of ['a', 'b', 'c']) add('well', what)
  await queues[Symbol.asyncDispose]()
  expect(came.filter((line) => line.startsWith('x'))).toEqual(['x1 econnrefused', 'x2 dropped', 'x3 econnrefused'])
  expect(came.filter((line) => line.endsWith('told'))).toEqual(['a told', 'b told', 'c told'])
})

test('a stop does not wait for many messages to a channel that takes long', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const { queues, add, came } = world(async () => {
    now += 10_000
    return FAILED
  })
  for (const what of ['a', 'b', 'c', 'd']) add('slow', what, true)
  await queues[Symbol.asyncDispose]()
  expect(came).toEqual(['a econnrefused', 'b econnrefused', 'c dropped', 'd dropped'])
})
