import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import { many, reached } from './figures.ts'
import { inLanes } from './lanes.ts'
import { chatRequest, openSocket, saidBy } from './raw-caller.ts'
import { startProcessStage } from './stage.ts'

const STREAMS = many(200, 1000)

/** The status of the readiness check, by a connection of its own; null when nobody listens any more. */
async function readiness(origin: string): Promise<number | null> {
  const response = await fetch(`${origin}/health/ready`, { headers: { connection: 'close' } }).catch(() => null)
  return response?.status ?? null
}

test('P2 told to stop, and told twice, with streams under way, it says so at once, lets them finish, settles each and exits well', async () => {
  await using vendor = await startVendor({ keepBytes: 0 })
  await using stage = await startProcessStage()
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: vendor.origin })
  const finish = Promise.withResolvers<void>()
  vendor.script({ text: ['one ', 'two ', 'three '], pause: { atEvent: 3, until: finish.promise } })
  const sockets: Socket[] = []
  await inLanes(20, Array(STREAMS).keys(), async () => {
    const socket = await openSocket(stage.origin)
    sockets.push(socket)
    socket.write(chatRequest(stage.key))
    await once(socket, 'readable')
  })
  const { child } = stage.process
  const exited = once(child, 'exit') as Promise<[number | null]>
  const told = performance.now()
  child.kill('SIGTERM')
  await expect.poll(() => readiness(stage.origin), { timeout: 2000, interval: 5 }).toBe(503)
  const unreadyMs = performance.now() - told
  // systemd tells all processes of a service, and the one above passes on what it was told.
  child.kill('SIGTERM')
  expect(await readiness(stage.origin)).toBe(503)
  const answers = sockets.map(saidBy)
  finish.resolve()
  const finishing = performance.now()
  const [code] = await exited
  const stopMs = performance.now() - finishing
  const said = await Promise.all(answers)
  expect(said.filter((text) => !text.includes('data: [DONE]'))).toEqual([])
  expect(code).toBe(0)
  expect(unreadyMs).toBeLessThan(1000)
  expect(stopMs).toBeLessThan(10_000)
  const { rows, balance } = await stage.books()
  expect(rows.filter(({ status }) => status !== 'succeeded')).toEqual([])
  expect([rows.length, balance]).toEqual([STREAMS, true])
  reached(
    'P2',
    `${STREAMS} streams at SIGTERM: 503 after ${unreadyMs.toFixed(0)} ms, all finished and settled, exit 0 ${(stopMs / 1000).toFixed(1)} s after the last word`,
  )
}, 90_000)

test('P2 told to stop, what goes on half a minute later is told so in its dialect, and is no caller who left', async () => {
  await using vendor = await startVendor({ keepBytes: 0 })
  await using stage = await startProcessStage()
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: vendor.origin })
  const never = Promise.withResolvers<void>()
  vendor.script({ text: ['one ', 'two ', 'three '], pause: { atEvent: 3, until: never.promise } })
  const streams = await Promise.all([stage.send('chat'), stage.send('messages')])
  const document = stage.send('chat', { stream: false })
  await vendor.arrival(2)
  const { child } = stage.process
  const exited = once(child, 'exit') as Promise<[number | null]>
  child.kill('SIGTERM')
  const [chat = '', messages = ''] = await Promise.all(streams.map((stream) => stream.text()))
  const whole = await document
  expect(chat).toContain('gateway_stopped')
  expect(chat).not.toContain('[DONE]')
  expect(messages).toContain('event: error')
  expect([whole.status, await whole.text()]).toEqual([500, expect.stringContaining('gateway_stopped')])
  expect(await exited).toEqual([0, null])
  never.resolve()
  const { rows, balance } = await stage.books()
  expect(rows.map(({ status, error_class }) => [status, error_class])).toEqual(
    Array(3).fill(['failed', 'gateway_stopped']),
  )
  expect(balance).toBe(true)
}, 120_000)

test('P2 told to stop when nobody reads what it says any more, as after Ctrl-C in a pipe to tee, it stops as well', async () => {
  await using stage = await startProcessStage()
  const { child } = stage.process
  const { stdout } = child
  if (!stdout) throw new Error('the gateway says nothing')
  const deaf = once(stdout, 'close')
  stdout.destroy()
  await deaf
  const exited = once(child, 'exit') as Promise<[number | null]>
  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
}, 90_000)
