import { once } from 'node:events'
import { connect as dial } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { getKey, patchKey } from '../../src/contract/keys.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import type { Vendor } from '../vendor/server.ts'
import { hearing } from './hearing.ts'
import { type ResponsesGateway, startResponsesGateway } from './responses.ts'

let here: ResponsesGateway
let vendor: Vendor
let gateway: ResponsesGateway['gateway']

beforeAll(async () => {
  here = await startResponsesGateway()
  ;({ vendor, gateway } = here)
})
afterAll(() => here[Symbol.asyncDispose]())
beforeEach(() => vendor.script({}))

type Event = {
  type: string
  stream_id?: string
  status?: number
  response?: { id: string }
  error?: { code: string }
} & Record<string, unknown>

type Client = AsyncDisposable & {
  socket: WebSocket
  send(message: object): void
  /** The events up to and including the next one that ends a response. */
  turn(): Promise<Event[]>
}

function connect(key = here.key, headers: Record<string, string> = {}): Promise<Client> {
  return clientOf(
    new WebSocket(`${gateway.origin.replace('http', 'ws')}/v1/responses`, {
      headers: { authorization: `Bearer ${key}`, 'openai-beta': 'responses_websockets=2026-02-06', ...headers },
    }),
  )
}

async function clientOf(socket: WebSocket): Promise<Client> {
  const { events, more } = hearing<Event>(socket)
  await once(socket, 'open')
  const ends = ({ type }: Event) => /^(response\.(completed|incomplete|failed)|error)$/.test(type)
  return {
    socket,
    send: (message) => socket.send(JSON.stringify(message)),
    async turn() {
      while (!events.some(ends)) await more()
      return events.splice(0, events.findIndex(ends) + 1)
    },
    async [Symbol.asyncDispose]() {
      socket.terminate()
    },
  }
}

const create = (more: object) => ({ type: 'response.create', model: 'm', ...more })
const lastBody = async () =>
  JSON.parse((await vendor.arrival(vendor.served.length - 1)).body.toString()) as Record<string, unknown>

test('messages are not packed, as what they open to is counted by nobody', async () => {
  await using client = await connect()
  expect(client.socket.extensions).toBe('')
})

test('Codex’s own sequence: warm up, a full turn that calls a tool, and its result alone', async () => {
  await using client = await connect()
  const before = vendor.served.length
  client.send(create({ generate: false, input: [{ role: 'developer', content: 'be brief' }] }))
  const [created, warm] = await client.turn()
  expect([created?.type, warm?.type]).toEqual(['response.created', 'response.completed'])
  expect(vendor.served).toHaveLength(before)

  vendor.script({
    tools: [{ id: 'call_1', name: 'shell', arguments: { cmd: 'ls' } }],
    usage: { input: 34, output: 56 },
  })
  client.send(create({ previous_response_id: warm?.response?.id, input: [{ role: 'user', content: 'list' }] }))
  const called = await client.turn()
  expect(called.map(({ type }) => type)).toContain('response.output_item.done')
  expect((await lastBody()).input).toEqual([
    { role: 'developer', content: 'be brief' },
    { role: 'user', content: 'list' },
  ])

  vendor.script({ text: 'two files', usage: { input: 34, output: 56 } })
  const result = { type: 'function_call_output', call_id: 'call_1', output: 'a b' }
  client.send(create({ previous_response_id: called.at(-1)?.response?.id, input: [result] }))
  const told = await client.turn()
  expect(told.at(-1)?.type).toBe('response.completed')
  const { input, store, stream } = await lastBody()
  expect(input).toMatchObject([{ role: 'developer' }, { role: 'user' }, { type: 'function_call' }, result])
  expect([store, stream]).toEqual([false, true])
})

test('every turn is a request of its own, with a row and its cost', async () => {
  await using client = await connect()
  vendor.script({ text: 'hi', usage: { input: 34, cacheRead: 1000, output: 56 } })
  client.send(create({ input: 'hello' }))
  await client.turn()
  const query = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() }
  const newest = async () => (await gateway.call(adminUsage.requests, { query: { ...query, limit: 1 } })).items[0]
  await expect.poll(async () => (await newest())?.cost).toBe('0.000828')
})

test('a stream is named on every event that answers it', async () => {
  await using client = await connect()
  client.send(create({ input: 'hello', stream_id: 's1' }))
  expect((await client.turn()).every(({ stream_id }) => stream_id === 's1')).toBe(true)
})

test('what cannot be continued, is no message, or is refused is told as an error event, and the connection lives on', async () => {
  await using client = await connect()
  client.send(create({ previous_response_id: 'resp_unknown', input: 'x' }))
  expect(await client.turn()).toMatchObject([{ status: 400, error: { code: 'previous_response_not_found' } }])
  client.send({ type: 'response.steer', input: 'x' })
  expect(await client.turn()).toMatchObject([{ status: 400 }])
  client.send(create({ model: 'nobody', input: 'x' }))
  expect(await client.turn()).toMatchObject([{ status: 404, error: { code: 'model_not_found' } }])
  vendor.script({ status: 400, message: 'that will not do' })
  client.send(create({ input: 'x' }))
  expect(await client.turn()).toMatchObject([{ status: 400, error: { message: 'that will not do' } }])
  vendor.script({ text: 'hi' })
  client.send(create({ input: 'x' }))
  expect((await client.turn()).at(-1)?.type).toBe('response.completed')
})

test('how long to wait is told where a refusal can be asked again, for Codex gives up where it is not', async () => {
  await using client = await connect()
  vendor.script({ status: 429, headers: { 'retry-after': '7' } })
  client.send(create({ input: 'x' }))
  const refused = await client.turn()
  await gateway.recover()
  const headers = { 'retry-after': '7' }
  expect(refused).toMatchObject([{ status: 429, headers, error: { headers } }])
  vendor.script({ status: 400, message: 'that will not do' })
  client.send(create({ input: 'x' }))
  expect((await client.turn())[0]).not.toHaveProperty('headers')
})

test('a conversation that is warmed up is a request like the one that goes on from it', async () => {
  const { id, secret } = await gateway.addKey({ limits: [{ metric: 'requests', window: 'day', max: 3 }] })
  await using client = await connect(secret)
  const used = async () => (await gateway.call(getKey, { params: { id } })).limits.map((limit) => limit.used)
  client.send({ type: 'response.create', generate: false, model: 'm', input: 'hi' })
  const warmed = (await client.turn()).at(-1)
  expect(warmed).toMatchObject({ type: 'response.completed' })
  expect(await used()).toEqual([1])
  client.send({ type: 'response.create', model: 'm', previous_response_id: warmed?.response?.id, input: 'go on' })
  expect((await client.turn()).at(-1)?.type).toBe('response.completed')
  expect(JSON.parse(vendor.served.at(-1)?.body.toString() ?? '')).toMatchObject({
    input: [{ content: 'hi' }, { content: 'go on' }],
  })
  client.send({ type: 'response.create', generate: false, model: 'm' })
  expect((await client.turn()).at(-1)?.type).toBe('response.completed')
  client.send({ type: 'response.create', generate: false, model: 'm' })
  expect((await client.turn()).at(-1)).toMatchObject({
    type: 'error',
    status: 429,
    error: { code: 'insufficient_quota' },
  })
  expect(await used()).toEqual([3])
})

test('a client that asks for more than it hears is refused, also on one stream', async () => {
  await using client = await connect()
  const gate = Promise.withResolvers<void>()
  vendor.script({ text: ['a', 'b'], pause: { atEvent: 1, until: gate.promise } })
  for (let i = 0; i < 9; i += 1) client.send(create({ input: 'x' }))
  expect((await client.turn()).at(-1)).toMatchObject({ type: 'error', status: 429 })
  gate.resolve()
  for (let i = 0; i < 8; i += 1) expect((await client.turn()).at(-1)?.type).toBe('response.completed')
})

test('a key that is not known, and a path without sockets, are refused in HTTP', async () => {
  const refused = async (path: string, key: string) => {
    const socket = new WebSocket(`${gateway.origin.replace('http', 'ws')}${path}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    socket.on('error', () => undefined)
    socket.terminate()
    return response.statusCode
  }
  expect(await refused('/v1/responses', 'sk-ym-garbage')).toBe(401)
  expect(await refused('/v1/chat/completions', here.key)).toBe(426)
})

test.each([
  ['the address', (url: string, key: string) => new WebSocket(`${url}?key=${key}`)],
  ['the subprotocol', (url: string, key: string) => new WebSocket(url, ['realtime', `openai-insecure-api-key.${key}`])],
])('a key that came in %s of the upgrade holds for its messages', async (_where, open) => {
  const url = `${gateway.origin.replace('http', 'ws')}/v1/responses`
  await using client = await clientOf(open(url, here.key))
  client.send(create({ input: 'x' }))
  expect((await client.turn()).at(-1)).toMatchObject({ type: 'response.completed' })
})

test('a client that leaves cancels what it asked for', async () => {
  const client = await connect()
  vendor.script({ text: ['a', 'b'], endless: true })
  client.send(create({ input: 'x' }))
  await once(client.socket, 'message')
  client.socket.terminate()
  const served = await vendor.arrival(vendor.served.length - 1)
  await served.done
  expect(served.aborted).toBe(true)
})

test('a connection lasts as long as its key stands, over many looks at it', async () => {
  await using client = await connect()
  // Keys are looked at every second.
  vendor.script({ text: Array.from({ length: 24 }, () => 'word '), delays: { eventMs: 100 } })
  client.send(create({ input: 'x' }))
  const events = await Promise.race([client.turn(), once(client.socket, 'close')])
  expect(events.at(-1)).toMatchObject({ type: 'response.completed' })
})

test('a key that is disabled loses its connections', async () => {
  const { id, secret } = await gateway.addKey({ name: 'second' })
  const client = await connect(secret)
  // Listened for first: it may be closed before whoever disabled the key is answered.
  const closed = once(client.socket, 'close') as Promise<[number]>
  await gateway.call(patchKey, { params: { id }, body: { status: 'disabled' } })
  expect((await closed)[0]).toBe(1008)
})

test('an upgrade to what is no address is refused, and nobody else notices', async () => {
  const { hostname, port } = new URL(gateway.origin)
  for (const target of ['//', '///', '//[', 'http://[', '/%', '*']) {
    const caller = dial(Number(port), hostname)
    caller.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    const [answer] = (await once(caller, 'data')) as [Buffer]
    expect(answer.toString(), target).toMatch(/^HTTP\/1\.1 4\d\d /)
    caller.destroy()
  }
  expect((await fetch(`${gateway.origin}/health`)).status).toBe(200)
})

test('a message of more values than may be read is refused, and the connection goes on', async () => {
  await using client = await connect()
  client.socket.send(`{"type":"response.create","generate":false,"input":[${'{},'.repeat(600_000)}{}]}`)
  expect((await client.turn()).at(-1)).toMatchObject({ type: 'error', status: 400 })
  client.send({ type: 'response.create', generate: false, model: 'm', input: 'hi' })
  expect((await client.turn()).at(-1)).toMatchObject({ type: 'response.completed' })
})

test('a key has no more than so many connections open at once', async () => {
  const { secret, id } = await gateway.addKey()
  await using connections = new AsyncDisposableStack()
  for (let n = 0; n < 256; n += 1) connections.use(await connect(secret))
  await expect(connect(secret)).rejects.toThrow('Unexpected server response: 429')
  await using _other = await connect()
  await gateway.call(patchKey, { params: { id }, body: { status: 'disabled' } })
})
