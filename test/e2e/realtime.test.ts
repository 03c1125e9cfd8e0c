import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { adminListUsers, adminPatchUser } from '../../src/contract/admin-users.ts'
import { adminCreateGroup } from '../../src/contract/groups.ts'
import { patchKey } from '../../src/contract/keys.ts'
import { adminGetProviderLimits, adminPutProviderLimits } from '../../src/contract/upstream-limits.ts'
import { adminSetPrice } from '../../src/contract/prices.ts'
import { adminCreateProvider, adminListProviders } from '../../src/contract/providers.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { ENDLESS, startRealtimeVendor } from '../vendor/realtime.ts'
import { hearing } from './hearing.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'

let vendor: Awaited<ReturnType<typeof startRealtimeVendor>>
let gateway: Gateway
let key: { id: string; secret: string }

beforeAll(async () => {
  vendor = await startRealtimeVendor()
  gateway = await startGateway()
  await gateway.addModel('m', { price: { input: '2', output: '10', audio_in: '6', audio_out: '20' } })
  await gateway.addModel('asr', { price: { input: '1', output: '2', audio_in: '3' } })
  await addNarrow(gateway, { origin: vendor.origin, offer: 'openai-realtime', model: 'm' })
  key = await gateway.addKey()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

/** Connects as browsers do, with the key in a subprotocol. */
async function connect(model = 'm') {
  const socket = new WebSocket(
    `${gateway.origin.replace('http', 'ws')}/v1/realtime?model=${model}&call_id=rtc_1&deployment=x`,
    ['realtime', `openai-insecure-api-key.${key.secret}`],
  )
  const { events, more } = hearing<{ type: string; error?: { code: string } }>(socket)
  await once(socket, 'open')
  return {
    socket,
    events,
    until: async (type: string) => {
      while (!events.some((event) => event.type === type)) await more()
    },
  }
}

const around = () => ({
  from: new Date(Date.now() - 60_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
})
const newest = async () => (await gateway.call(adminUsage.requests, { query: { ...around(), limit: 1 } })).items[0]

test('a conversation goes through under the upstream’s name, and each answer is a row with its cost', async () => {
  const { socket, until } = await connect()
  expect(socket.protocol).toBe('realtime')
  await until('session.created')
  socket.send('{"type": "response.create", "big": 12345678901234567890}')
  socket.send(Buffer.from([1, 2, 3]))
  await until('response.done')
  const [heard] = vendor.heard
  expect(heard).toMatchObject({ url: '/v1/realtime?model=m-upstream', authorization: `Bearer ${VENDOR_SECRET}` })
  // A server that knows no subprotocol would be taken for one that refuses, if it were asked for one.
  expect(heard?.protocol).toBe('')
  await expect.poll(() => heard?.frames).toHaveLength(2)
  expect(heard?.frames[0]).toEqual({
    text: '{"type": "response.create", "big": 12345678901234567890}',
    isBinary: false,
  })
  expect(heard?.frames[1]?.isBinary).toBe(true)
  socket.close()
  // 40×2 + 60×6 + 20×10 + 30×20 = 1240 micro-dollars
  await expect.poll(async () => (await newest())?.cost).toBe('0.00124')
  expect(await newest()).toMatchObject({ protocol: 'openai-realtime', status: 'succeeded', usage_source: 'upstream' })
})

test('who hangs up in the middle of an answer pays what it used, which its upstream tells when it is cancelled', async () => {
  const { socket, until } = await connect()
  await until('session.created')
  socket.send(`{"type": "response.create", "response": {"metadata": {"length": ${ENDLESS}}}}`)
  await until('response.output_text.delta')
  socket.close()
  const end = { end: 'caller_gone', status: 'cancelled', usage_source: 'drained', cost: '0.00124' }
  await expect.poll(newest).toMatchObject(end)
  expect(vendor.heard.at(-1)?.frames.at(-1)?.text).toBe('{"type":"response.cancel","response_id":"resp_1"}')
})

test('an answer counts in the limits of the provider that gives it, from when it begins', async () => {
  const { items } = await gateway.call(adminListProviders)
  const params = { id: items.find(({ slug }) => slug === 'm')?.id ?? '' }
  const once = [
    { metric: 'requests', window: 'total', max: 99 },
    { metric: 'concurrency', max: 99 },
  ] as const
  await gateway.call(adminPutProviderLimits, { params, body: { limits: [...once] } })
  const counted = async () => {
    const { limits } = await gateway.call(adminGetProviderLimits, { params })
    return limits.map(({ used, held }) => [used, held])
  }
  const before = Number((await counted())[0]?.[0])
  const { socket, until } = await connect()
  await until('session.created')
  socket.send(`{"type": "response.create", "response": {"metadata": {"length": ${ENDLESS}}}}`)
  await expect.poll(counted).toEqual([
    [before, 1],
    [0, 1],
  ])
  socket.close()
  await expect.poll(counted).toEqual([
    [before + 1, 0],
    [0, 0],
  ])
  await gateway.call(adminPutProviderLimits, { params, body: { limits: [] } })
})

test('a transcript is charged by the price of the model that wrote it', async () => {
  const { socket, until } = await connect()
  await until('session.created')
  socket.send('{"type": "input_audio_buffer.commit"}')
  await until('conversation.item.input_audio_transcription.completed')
  // 100×3 + 20×2 = 340 micro-dollars
  await expect.poll(newest).toMatchObject({ model: 'asr', cost: '0.00034', usage_source: 'upstream' })
  socket.close()
})

test('an answer is charged by the price and the factor of when it came, however long its conversation goes on already', async () => {
  const { socket, until } = await connect()
  await until('session.created')
  const doubled = { input: '4', output: '20', audio_in: '12', audio_out: '40' }
  await gateway.call(adminSetPrice, { body: { model: 'm', price: doubled } })
  const group = await gateway.call(adminCreateGroup, { body: { name: 'Dear', multiplier: '3' } })
  const { items } = await gateway.call(adminListUsers)
  await gateway.call(adminPatchUser, { params: { id: items[0]?.id ?? '' }, body: { group: group.id } })
  socket.send('{"type": "response.create"}')
  await until('response.done')
  socket.close()
  // 1240 micro-dollars at first, twice that by its price, and three times that by its factor.
  await expect.poll(async () => (await newest())?.cost).toBe('0.00744')
})

test('a model that is not served is told, and the connection closed', async () => {
  const { socket, events } = await connect('nobody')
  await once(socket, 'close')
  expect(events).toMatchObject([{ type: 'error', error: { code: 'model_not_found' } }])
})

const DEARER = JSON.stringify({ type: 'session.update', session: { model: 'dearer' } })

test.each([
  ['in plain words', DEARER],
  ['with escapes', DEARER.replace('session.', 'session\\u002e').replace('model', 'mod\\u0065l')],
  ['as bytes', Buffer.from(DEARER)],
  ['before a session without one', DEARER.replace(/}$/, ',"session":{}}')],
  ['before its own', DEARER.replace('"dearer"', '"dearer","model":"m"')],
  ['before another type', DEARER.replace(/}$/, ',"type":"response.create"}')],
])('a conversation cannot change its model, %s', async (_name, message) => {
  const { socket, until } = await connect()
  await until('session.created')
  socket.send(message)
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(1008)
})

test('a key that is disabled loses its conversation', async () => {
  const { socket, until } = await connect()
  await until('session.created')
  // Listened for from here on: it may be closed before the console has answered.
  const closed = once(socket, 'close') as Promise<[number]>
  await gateway.call(patchKey, { params: { id: key.id }, body: { status: 'disabled' } })
  const [code] = await closed
  expect(code).toBe(1008)
})

test('a vendor that refuses a conversation goes on being asked for everything else', async () => {
  const server = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end('{"model":"x","choices":[{"index":0,"message":{"content":"hi"},"finish_reason":"stop"}]}')
  })
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\nno'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  await using parts = new AsyncDisposableStack()
  parts.defer(() => void server.close())
  parts.defer(() => server.closeAllConnections())
  await gateway.addModel('no-talk')
  await gateway.call(adminCreateProvider, {
    body: {
      slug: 'no-talk',
      name: 'no-talk',
      preset: 'custom',
      allow_private: true,
      endpoints: [
        {
          dialect: 'openai',
          base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
          protocols: ['chat', 'realtime'],
        },
      ],
      credentials: [{ secret: VENDOR_SECRET }],
      routes: [{ model: 'no-talk' }],
    },
  })
  key = await gateway.addKey()
  for (let n = 0; n < 6; n += 1) {
    const { socket, until } = await connect('no-talk')
    await until('error')
    await once(socket, 'close')
  }
  const { items } = await gateway.call(adminListProviders)
  const { health } = items.find(({ slug }) => slug === 'no-talk') ?? {}
  expect(health?.endpoints.map(({ breaker }) => breaker)).toEqual(['closed'])
})

test('what a caller says while they are sent away asks nobody', async () => {
  const witness = await connect()
  const { socket, until } = await connect()
  await until('session.created')
  // Who reads nothing does not answer the close either.
  socket.pause()
  // Listened for from here on: they may be closed before the console has answered.
  const ends = [witness.socket, socket].map((one) => once(one, 'close'))
  await gateway.call(patchKey, { params: { id: key.id }, body: { status: 'disabled' } })
  await ends[0]
  socket.send('{"type":"response.create"}')
  socket.resume()
  await ends[1]
  expect(vendor.heard.slice(-2).flatMap(({ frames }) => frames)).toEqual([])
  await gateway.call(patchKey, { params: { id: key.id }, body: { status: 'active' } })
})
