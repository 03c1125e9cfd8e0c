import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteKey, patchKey } from '../../src/contract/keys.ts'
import { openSocket, saidBy } from '../faults/raw-caller.ts'
import { CHAT, type ErrorAnswer, idOf, startBetweenTwo, type TwoVendors } from './two-vendors.ts'

let stage: TwoVendors
beforeAll(async () => {
  stage = await startBetweenTwo()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => stage.heal())

test.each([
  ['Authorization', { authorization: 'Bearer KEY' }, ''],
  ['x-api-key', { 'x-api-key': 'KEY' }, ''],
  ['x-goog-api-key', { 'x-goog-api-key': 'KEY' }, ''],
  ['api-key', { 'api-key': 'KEY' }, ''],
  ['the query', {}, '?key=KEY'],
  ['two places alike', { authorization: 'Bearer KEY', 'x-api-key': 'KEY' }, ''],
])('a key is taken from %s and never sent on', async (_name, headers, query) => {
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('KEY', stage.key)]),
  )
  const response = await stage.send(CHAT, {
    headers: given,
    path: `/v1/chat/completions${query.replace('KEY', stage.key)}`,
  })
  expect(response.status).toBe(200)
  const { headers: received, path } = stage.first.served.at(-1) ?? { headers: {}, path: '' }
  expect(JSON.stringify(received) + path).not.toContain(stage.key)
})

test.each([
  ['no key', { headers: {} }, 401, 'invalid_api_key'],
  ['garbage', { headers: { authorization: 'Bearer sk-nonsense' } }, 401, 'invalid_api_key'],
  [
    'a key with a wrong checksum',
    { headers: { authorization: `Bearer sk-ym-${'a'.repeat(46)}` } },
    401,
    'invalid_api_key',
  ],
  ['two different keys', { headers: { authorization: 'Bearer sk-a', 'x-api-key': 'sk-b' } }, 400, 'keys_conflict'],
  [
    'two different keys in the query',
    { headers: {}, path: '/v1/chat/completions?key=sk-a&key=sk-b' },
    400,
    'keys_conflict',
  ],
])('%s is refused clearly', async (_name, given, status, code) => {
  const response = await stage.send(CHAT, given)
  expect(response.status).toBe(status)
  expect(((await response.json()) as ErrorAnswer).error.code).toBe(code)
})

test.each([
  ['an unknown model', { ...CHAT, model: 'nope' }, 404, 'model_not_found'],
  ['malformed JSON', '{"model":"m",', 400, 'body_malformed'],
  ['an empty body', '', 400, 'body_malformed'],
  ['no model', { messages: [] }, 400, 'body_invalid'],
])('%s is refused clearly, and nothing is asked upstream', async (_name, body, status, code) => {
  const asked = stage.first.served.length
  const response = await stage.send(body)
  expect(response.status).toBe(status)
  expect(((await response.json()) as ErrorAnswer).error.code).toBe(code)
  expect(stage.first.served).toHaveLength(asked)
})

test('errors speak the language the caller asks for', async () => {
  const response = await stage.send(CHAT, {
    headers: { authorization: 'Bearer x', 'accept-language': 'zh-CN,zh;q=0.9' },
  })
  expect(((await response.json()) as ErrorAnswer).error.message).toBe('API 密钥无效。')
})

test('a body over the limit is refused without being read to its end, declared or not', async () => {
  const big = 33 * 1024 * 1024
  const declared = await stage.send(`{"model":"m","x":"${'x'.repeat(big)}"}`)
  expect(declared.status).toBe(413)
  const piece = Buffer.alloc(1024 * 1024, 'x')
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1
      if (sent > 60) controller.close()
      else controller.enqueue(piece)
    },
  })
  const init = { method: 'POST', headers: { authorization: `Bearer ${stage.key}` }, body: endless, duplex: 'half' }
  const streamed = await fetch(`${stage.gateway.origin}/v1/messages`, init as RequestInit)
  expect(streamed.status).toBe(413)
  expect(await streamed.json()).toMatchObject({ type: 'error', error: { type: 'request_too_large' } })
})

test.each([
  ['/v1/nothing', {}, { error: { code: 'unknown_url' } }],
  ['/v1/messages/nothing', {}, { type: 'error', error: { type: 'not_found_error' } }],
  ['/v1beta/nothing', {}, { error: { code: 404, status: 'NOT_FOUND' } }],
])('the unknown path %s is refused in the dialect of its family', async (path, headers, expected) => {
  const response = await stage.send({}, { path, headers })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject(expected)
})

test('a doubled or missing /v1 is tolerated', async () => {
  for (const path of ['/v1/v1/chat/completions', '/chat/completions', '/v1/chat/completions/']) {
    expect((await stage.send(CHAT, { path })).status, path).toBe(200)
  }
})

test.each([
  ['authorization', 'Bearer KEY', 'Bearer KEY', 200],
  ['authorization', 'Bearer KEY', 'Bearer OTHER', 400],
  ['x-api-key', 'KEY', 'KEY', 200],
  ['x-api-key', 'KEY', 'OTHER', 400],
])('a key that stands in two lines of %s is one, and two of them are refused', async (name, first, second, status) => {
  const other = (await stage.gateway.addKey()).secret
  const lines = [first, second].map((value) => `${name}: ${value}\r\n`).join('')
  const told = lines.replaceAll('KEY', stage.key).replaceAll('OTHER', other)
  const socket = await openSocket(stage.gateway.origin)
  socket.write(`GET /v1/models HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${told}\r\n`)
  expect(await saidBy(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('the models are listed in the dialect of the client, and only those the key may use', async () => {
  const list = async (headers: Record<string, string>) =>
    (await stage.send(null, { path: '/v1/models', method: 'GET', headers })).json()
  expect(await list({ authorization: `Bearer ${stage.key}` })).toMatchObject({
    object: 'list',
    data: expect.arrayContaining([expect.objectContaining({ id: 'm', object: 'model' })]),
  })
  expect(await list({ 'x-api-key': stage.key, 'anthropic-version': '2023-06-01' })).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: 'm', type: 'model' })]),
    has_more: false,
  })
  expect(await list({ 'x-goog-api-key': stage.key })).toMatchObject({
    models: expect.arrayContaining([expect.objectContaining({ name: 'models/m' })]),
  })
  await stage.gateway.addModel('n')
  await stage.gateway.addProvider({ slug: 'n', vendor: stage.second, models: ['n'] })
  const { secret } = await stage.gateway.addKey({ allow_models: ['n'] })
  expect(await list({ authorization: `Bearer ${secret}` })).toMatchObject({ data: [{ id: 'n' }] })
  expect((await stage.send(CHAT, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(404)
})

test('a disabled key is refused at once', async () => {
  const { id, secret } = await stage.gateway.addKey()
  expect((await stage.send(CHAT, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(200)
  await stage.gateway.call(patchKey, { params: { id }, body: { status: 'disabled' } })
  const refused = await stage.send(CHAT, { headers: { authorization: `Bearer ${secret}` } })
  expect(refused.status).toBe(401)
  expect(((await refused.json()) as ErrorAnswer).error.message).toBe('This API key is disabled.')
})

test('a WebSocket where there is none is answered with 426', async () => {
  const { port, hostname } = new URL(stage.gateway.origin)
  const socket = connect(Number(port), hostname)
  socket.write('GET /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n')
  const [data] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(data.toString()).toMatch(/^HTTP\/1\.1 426 /)
})

test('an offer to go on in HTTP/2 is passed over, and the request answered as it came', async () => {
  const { port, hostname } = new URL(stage.gateway.origin)
  const socket = connect(Number(port), hostname)
  const body = JSON.stringify(CHAT)
  const offer = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAAAAIAAAAB\r\n'
  const head = `host: x\r\nauthorization: Bearer ${stage.key}\r\n${offer}content-length: ${body.length}`
  socket.write(`POST /v1/chat/completions HTTP/1.1\r\n${head}\r\n\r\n${body}`)
  const [data] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(data.toString()).toMatch(/^HTTP\/1\.1 200 /)
  expect(Object.keys(stage.first.served.at(-1)?.headers ?? {})).not.toContain('http2-settings')
})

test('a stream is cut off once its key is disabled, deleted or expired: told in the dialect, and what was delivered is billed', async () => {
  stage.first.script({ endless: true, text: ['word '], delays: { eventMs: 20 } })
  const soon = () => ({ expires_at: new Date(Date.now() + 3000).toISOString() })
  const ways = [
    ['key_disabled', (id: string) => stage.gateway.call(patchKey, { params: { id }, body: { status: 'disabled' } })],
    ['key_invalid', (id: string) => stage.gateway.call(deleteKey, { params: { id } })],
    ['key_expired', (id: string) => stage.gateway.call(patchKey, { params: { id }, body: soon() })],
  ] as const
  for (const [code, end] of ways) {
    const { id, secret } = await stage.gateway.addKey()
    const asked = stage.first.served.length
    const response = await stage.send({ ...CHAT, stream: true }, { headers: { authorization: `Bearer ${secret}` } })
    await end(id)
    const text = await response.text()
    expect(text).toContain('word ')
    expect(text).toMatch(/data: \{"error":\{"message":"[^"]+","type":"invalid_request_error"[^\n]*\n\n$/)
    expect(text).not.toContain('[DONE]')
    const served = await stage.first.arrival(asked)
    await served.done
    expect(served.aborted, code).toBe(true)
    const row = await stage.gateway.row(idOf(response))
    expect(row).toMatchObject({ status: 'failed', end: 'gateway_error', error: { class: code } })
    expect(Number(row.cost)).toBeGreaterThan(0)
  }
})

test('a request that has no answer yet when its key is disabled gets the refusal of the key', async () => {
  stage.first.script({ delays: { headersMs: 60_000 } })
  const { id, secret } = await stage.gateway.addKey()
  const asked = stage.first.served.length
  const waiting = stage.send(CHAT, { headers: { authorization: `Bearer ${secret}` } })
  await stage.first.arrival(asked)
  await stage.gateway.call(patchKey, { params: { id }, body: { status: 'disabled' } })
  const response = await waiting
  expect(response.status).toBe(401)
  expect(((await response.json()) as ErrorAnswer).error.message).toBe('This API key is disabled.')
  expect(await stage.gateway.row(idOf(response))).toMatchObject({ status: 'failed', http_status: 401, cost: '0' })
})
