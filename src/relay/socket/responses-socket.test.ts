import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { GatewayError } from '../../core/errors.ts'
import { createBodyRoom } from '../body-room.ts'
import { CALLER } from '../routing/test-targets.ts'
import { sharedRoom } from '../shared-room.ts'
import { serveResponses } from './responses-socket.ts'
import type { Bound } from './session.ts'

const none = () => ({ [Symbol.dispose]: () => undefined })

/** A connection to a gateway that has room for so many bytes; messages are answered when a test lets them fail. */
function connect(roomBytes: number, { maxBodyBytes = 8000, remembered = 1_000_000, requests = Infinity } = {}) {
  const sent: { type?: string; status?: number; stream_id?: string; response?: { id: string } }[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: (text: string) => void sent.push(JSON.parse(text) as object),
  })
  const admitted: PromiseWithResolvers<never>[] = []
  const admit = () => {
    const waiting = Promise.withResolvers<never>()
    admitted.push(waiting)
    return waiting.promise
  }
  const TOO_MANY = new GatewayError('rate_limited', { seconds: 7 })
  let called = 0
  const limits = {
    refusesCall: () => (called < requests ? null : TOO_MANY),
    admitCall() {
      if (called >= requests) throw TOO_MANY
      called += 1
      return none()
    },
  }
  const options = {
    limits,
    bodyRoom: createBodyRoom(roomBytes),
    policy: () => ({ maxBodyBytes }),
    live: { watch: none },
    directory: { keyByHash: () => CALLER },
    clock: { now: () => 0, monotonicMs: () => 0 },
  }
  const steps = { watch: none, admit }
  const session = serveResponses(
    socket as unknown as WebSocket,
    { caller: CALLER, headers: {}, ip: '', locale: 'en' },
    {
      options,
      steps,
      query: new URLSearchParams(),
      room: sharedRoom(remembered),
      wire: new PassThrough(),
    } as unknown as Bound,
  )
  const say = (message: object) => void socket.emit('message', Buffer.from(JSON.stringify(message)), false)
  return { sent, say, socket, admitted, settled: () => session.settled() }
}

test('a message for which there is no room is refused by its name, and those before it wait on', () => {
  const { sent, say } = connect(1000)
  const message = (stream_id: string, words: number) => ({
    type: 'response.create',
    stream_id,
    input: 'word '.repeat(words),
  })
  say(message('a', 60))
  expect(sent).toEqual([])
  say(message('b', 60))
  expect(sent).toMatchObject([{ type: 'error', status: 503, stream_id: 'b' }])
})

test('what goes on from a long conversation has room for all of it, however short its message is, and an end', async () => {
  const { sent, say, admitted } = connect(16_000)
  const create = { type: 'response.create', model: 'm' }
  say({ ...create, generate: false, input: 'word '.repeat(1200) })
  await expect.poll(() => sent).toHaveLength(2)
  const previous_response_id = sent[0]?.response?.id
  for (const stream_id of ['a', 'b']) say({ ...create, stream_id, previous_response_id })
  await expect.poll(() => sent).toHaveLength(3)
  expect([sent[2], admitted.length]).toMatchObject([{ type: 'error', status: 503, stream_id: 'b' }, 1])
  admitted[0]?.reject(new GatewayError('not_ready'))
  await expect.poll(() => sent).toHaveLength(4)
  say({ ...create, previous_response_id, input: 'word '.repeat(400) })
  await expect.poll(() => sent).toHaveLength(5)
  expect(sent[4]).toMatchObject({ type: 'error', status: 413 })
  expect(admitted).toHaveLength(1)
})

test('a conversation that is warmed up is a request to limits', async () => {
  const { sent, say } = connect(10_000, { requests: 1 })
  for (let n = 0; n < 2; n += 1) say({ type: 'response.create', generate: false, model: 'm', input: 'hi' })
  await expect.poll(() => sent).toHaveLength(3)
  expect(sent[1]).toMatchObject({ type: 'response.completed' })
  expect(sent[2]).toMatchObject({
    type: 'error',
    status: 429,
    error: { code: 'rate_limit_exceeded' },
    headers: { 'retry-after': '7' },
  })
})

const MIB = 1024 * 1024
const LARGE = { maxBodyBytes: 40 * MIB, remembered: 100 * MIB }

/** A connection that remembers two megabytes, and the message that goes on from them. */
async function warmedUp(roomBytes: number, requests = Infinity) {
  const connection = connect(roomBytes, { ...LARGE, requests })
  connection.say({ type: 'response.create', generate: false, model: 'm', input: 'x'.repeat(2 * MIB) })
  await expect.poll(() => connection.sent).toHaveLength(2)
  const previous_response_id = connection.sent[0]?.response?.id
  return { ...connection, onward: { type: 'response.create', model: 'm', previous_response_id } }
}

test('what goes on from a long conversation is put together once, and has room for all it takes meanwhile', async () => {
  const { say, admitted, onward } = await warmedUp(100 * MIB)
  const concat = vi.spyOn(Buffer, 'concat')
  say({ ...onward, input: 'short' })
  await expect.poll(() => admitted).toHaveLength(1)
  const made = concat.mock.results.map(({ value }) => (value as Buffer).length)
  concat.mockRestore()
  expect(made.filter((length) => length > MIB)).toHaveLength(1)
  // Instructions of a message are there beside what it goes on from.
  const { say: tell, sent, onward: next } = await warmedUp(10 * MIB)
  tell({ ...next, stream_id: 'a', instructions: 'x'.repeat(MIB) })
  tell({ ...next, stream_id: 'b' })
  await expect.poll(() => sent).toHaveLength(3)
  expect(sent[2]).toMatchObject({ type: 'error', status: 503, stream_id: 'b' })
})

test('what goes on from a long conversation is not put together for who may ask nothing now', async () => {
  const { say, sent, admitted, onward } = await warmedUp(100 * MIB, 1)
  const concat = vi.spyOn(Buffer, 'concat')
  for (let n = 0; n < 3; n += 1) say({ ...onward, input: 'short' })
  await expect.poll(() => sent).toHaveLength(5)
  const made = concat.mock.results.map(({ value }) => (value as Buffer).length)
  concat.mockRestore()
  expect(made.filter((length) => length > MIB)).toEqual([])
  expect(sent.slice(2)).toMatchObject(Array.from({ length: 3 }, () => ({ type: 'error', status: 429 })))
  expect(admitted).toEqual([])
})

test('what is begun while the end of what is under way is waited for is waited for too', async () => {
  const { say, admitted, settled } = connect(10_000)
  say({ type: 'response.create', model: 'm', stream_id: 'a' })
  await expect.poll(() => admitted).toHaveLength(1)
  let over = false
  const waiting = settled().then(() => {
    over = true
  })
  say({ type: 'response.create', model: 'm', stream_id: 'b' })
  await expect.poll(() => admitted).toHaveLength(2)
  const [first, second] = admitted
  first?.reject(new GatewayError('not_ready'))
  await new Promise(setImmediate)
  expect(over).toBe(false)
  second?.reject(new GatewayError('not_ready'))
  await waiting
})

test('a message that comes when the connection is being closed asks nobody, for nobody would hear the answer', async () => {
  const { say, socket, admitted, sent } = connect(10_000)
  socket.readyState = 2
  say({ type: 'response.create', model: 'm' })
  await new Promise(setImmediate)
  expect([admitted, sent]).toEqual([[], []])
})

/** For as long as a test may last: 24 MB take the time that the machine has for them. */
const AT_LEISURE = { timeout: 25_000 }

test.each([
  ['what is no request', { type: 'x'.repeat(4000) }],
  ['a conversation to be warmed up', { type: 'response.create', generate: false, model: 'm'.repeat(4000) }],
])('a client that reads nothing is not listened to without an end: %s', async (_what, message) => {
  const options = {
    limits: { admitCall: none },
    directory: { keyByHash: () => CALLER },
    bodyRoom: createBodyRoom(1024 * 1024),
    policy: () => ({ maxBodyBytes: 1024 * 1024 }),
    live: { watch: none },
    clock: { now: () => 0, monotonicMs: () => 0 },
    log: { error: () => undefined },
  }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const connected = once(server, 'connection') as Promise<[WebSocket]>
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [socket] = await connected
  await once(client, 'open')
  serveResponses(socket, { caller: CALLER, headers: {}, ip: '', locale: 'en' }, {
    options,
    steps: {},
    query: new URLSearchParams(),
    room: { mostBytes: 1, used: 0 },
    wire: new PassThrough(),
  } as unknown as Bound)
  client.pause()
  let [heard, most] = [0, 0]
  socket.on('message', () => {
    heard += 1
    most = Math.max(most, socket.bufferedAmount)
  })
  const text = JSON.stringify(message)
  for (let n = 0; n < 6000; n += 1) client.send(text)
  await expect.poll(() => socket.isPaused || heard === 6000, AT_LEISURE).toBe(true)
  expect(most).toBeLessThan(2 * 1024 * 1024)
  // Who reads again is heard to the end.
  client.resume()
  await expect.poll(() => heard, AT_LEISURE).toBe(6000)
  client.terminate()
  server.close()
})
