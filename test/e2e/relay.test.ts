import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminUsage } from '../../src/contract/usage.ts'
import { patchKey } from '../../src/contract/keys.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'

let first: Vendor
let second: Vendor
let gateway: Gateway
let key: string

beforeAll(async () => {
  first = await startVendor()
  second = await startVendor()
  gateway = await startGateway()
  await gateway.addModel('m')
  await gateway.addProvider({ slug: 'first', vendor: first, models: ['m'], priority: 1 })
  await gateway.addProvider({ slug: 'second', vendor: second, models: ['m'], priority: 2 })
  key = (await gateway.addKey()).secret
})
afterAll(async () => {
  for (const owned of [gateway, first, second]) await owned[Symbol.asyncDispose]()
})
beforeEach(() => {
  first.script({})
  second.script({ text: 'from the second' })
})

const CHAT = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

type Options = { headers?: Record<string, string>; path?: string; method?: string; signal?: AbortSignal }

function send(body: unknown, { headers, path = '/v1/chat/completions', method = 'POST', signal }: Options = {}) {
  return fetch(gateway.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...(headers ?? { authorization: `Bearer ${key}` }) },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

const idOf = (response: Response) => response.headers.get('x-yumen-request-id') ?? ''
type ErrorAnswer = { error: { code: string; type: string; message: string } }

test.each([
  ['a status of the moment', { status: 503 }],
  ['too many requests', { status: 429 }],
  ['a refusal of our own key', { status: 401 }],
  ['our unpaid account', { status: 402 }],
  ['a reset before the headers', { cut: 'before-headers' as const }],
  ['a body cut before its end', { cut: { afterBytes: 40 } }],
  ['something that is no answer', { body: '<html>Bad gateway</html>' }],
])('after %s the next candidate is asked, and the caller sees one answer', async (_name, script) => {
  first.script(script)
  const response = await send(CHAT)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('from the second')
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'succeeded', attempts_made: 2, provider: { name: 'second' } })
  expect(row.attempts.map(({ provider }) => provider)).toEqual(['first', 'second'])
})

test('an upstream that cannot be reached at all is passed over', async () => {
  const gone = await startVendor()
  await gone[Symbol.asyncDispose]()
  await gateway.addModel('unreachable-first')
  await gateway.addProvider({ slug: 'gone', vendor: gone, models: ['unreachable-first'], priority: 1 })
  await gateway.addProvider({ slug: 'there', vendor: second, models: ['unreachable-first'], priority: 2 })
  const response = await send({ ...CHAT, model: 'unreachable-first' })
  expect(await response.text()).toContain('from the second')
})

test('a stream that breaks before any content is asked of the next candidate; the caller sees only one stream', async () => {
  first.script({ cut: { atEvent: 1 } })
  const text = await (await send({ ...CHAT, stream: true })).text()
  expect(text).toContain('from the second')
  expect(text.match(/"role":"assistant"/g)).toHaveLength(1)
})

test('after content has gone out no other candidate is asked: the failure is told in the dialect, and no [DONE] follows', async () => {
  first.script({ text: ['one ', 'two ', 'three '], cut: { atEvent: 3 } })
  const asked = second.served.length
  const response = await send({ ...CHAT, stream: true })
  const text = await response.text()
  expect(text).toContain('one ')
  expect(text).toMatch(/data: \{"error":\{"message":"The upstream broke off\."[^\n]*\n\n$/)
  expect(text).not.toContain('[DONE]')
  expect(second.served).toHaveLength(asked)
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'failed', end: 'upstream_truncated', usage_source: 'estimated' })
  expect(row.usage.output).toBeGreaterThan(0)
})

test('the same failure in the Messages dialect is an error event without message_stop, and what was told so far is billed', async () => {
  first.script({ text: ['one ', 'two ', 'three '], cut: { atEvent: 5 }, usage: { input: 40, output: 9 } })
  const response = await send(
    { ...CHAT, max_tokens: 9, stream: true },
    { path: '/v1/messages', headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' } },
  )
  const text = await response.text()
  expect(text).toMatch(/event: error\ndata: \{"type":"error","error":\{"type":"overloaded_error"/)
  expect(text).not.toContain('message_stop')
  expect(await gateway.row(idOf(response))).toMatchObject({
    end: 'upstream_truncated',
    usage_source: 'partial',
    usage: { input: 40 },
  })
})

test.each(['openai', 'anthropic'] as const)(
  'a stream cut at every byte ends in a valid way and settles once: %s',
  async (dialect) => {
    const path = dialect === 'openai' ? '/v1/chat/completions' : '/v1/messages'
    const headers = {
      authorization: `Bearer ${key}`,
      ...(dialect === 'anthropic' && { 'anthropic-version': '2023-06-01' }),
    }
    const ask = () => send({ ...CHAT, max_tokens: 9, stream: true }, { path, headers })
    first.script({ text: ['你', '好'] })
    await (await ask()).text()
    const size = Buffer.byteLength(first.served.at(-1)?.sent ?? '')
    expect(size).toBeGreaterThan(200)
    for (let afterBytes = 1; afterBytes < size; afterBytes += 7) {
      first.script({ text: ['你', '好'], cut: { afterBytes } })
      const text = await (await ask()).text()
      if (text.includes('from the second')) continue
      const sent = first.served.at(-1)?.sent.toString() ?? ''
      const told = /(?:event: error\n)?data: \{(?:"error":\{"message"|"type":"error").*\n\n$/.exec(text)
      const forwarded = told ? text.slice(0, told.index) : text
      // What was forwarded is a prefix of the vendor's bytes and whole events only; without its end it is followed by an error.
      expect(sent.startsWith(forwarded), `${afterBytes}`).toBe(true)
      expect(forwarded).toMatch(/\n\n$/)
      const complete = forwarded.includes(dialect === 'openai' ? '"finish_reason":"stop"' : 'message_stop')
      expect(told === null, `${afterBytes}: ${text}`).toBe(complete)
    }
  },
  60_000,
)

test("a caller's own mistake goes back byte for byte, and no other candidate is asked", async () => {
  const body =
    '{"error":{"message":"Unknown  parameter:\\u0020x","type":"invalid_request_error","param":"x","code":null}}'
  first.script({ status: 400, body })
  const asked = second.served.length
  const response = await send(CHAT)
  expect(response.status).toBe(400)
  expect(await response.text()).toBe(body)
  expect(second.served).toHaveLength(asked)
  expect(await gateway.row(idOf(response))).toMatchObject({ status: 'failed', cost: '0', usage_source: 'none' })
})

test("an upstream's error that repeats our credential never reaches the caller", async () => {
  first.script({ status: 400, echoCredential: true })
  second.script({ status: 400, echoCredential: true })
  const text = await (await send(CHAT)).text()
  expect(text).not.toContain('vendor-secret')
  expect(text).toContain('"error"')
})

test('when every candidate fails the caller gets one clear error in their dialect', async () => {
  first.script({ status: 500 })
  second.script({ status: 529 })
  const chat = await send(CHAT)
  expect(chat.status).toBe(503)
  expect(await chat.json()).toMatchObject({ error: { type: 'server_error', code: 'upstream_failed' } })
  const messages = await send({ ...CHAT, max_tokens: 5 }, { path: '/v1/messages', headers: { 'x-api-key': key } })
  expect(messages.status).toBe(529)
  expect(await gateway.row(idOf(messages))).toMatchObject({ http_status: 529, error: { class: 'upstream_failed' } })
  expect(await messages.json()).toMatchObject({
    type: 'error',
    error: { type: 'overloaded_error' },
    request_id: idOf(messages),
  })
})

test.each([
  ['Authorization', { authorization: 'Bearer KEY' }, ''],
  ['x-api-key', { 'x-api-key': 'KEY' }, ''],
  ['x-goog-api-key', { 'x-goog-api-key': 'KEY' }, ''],
  ['api-key', { 'api-key': 'KEY' }, ''],
  ['the query', {}, '?key=KEY'],
  ['two places alike', { authorization: 'Bearer KEY', 'x-api-key': 'KEY' }, ''],
])('a key is taken from %s and never sent on', async (_name, headers, query) => {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('KEY', key)]))
  const response = await send(CHAT, { headers: given, path: `/v1/chat/completions${query.replace('KEY', key)}` })
  expect(response.status).toBe(200)
  const { headers: received, path } = first.served.at(-1) ?? { headers: {}, path: '' }
  expect(JSON.stringify(received) + path).not.toContain(key)
})

test.each([
  ['no key', {}, 401, 'invalid_api_key'],
  ['garbage', { authorization: 'Bearer sk-nonsense' }, 401, 'invalid_api_key'],
  ['a key with a wrong checksum', { authorization: `Bearer sk-ym-${'a'.repeat(46)}` }, 401, 'invalid_api_key'],
  ['two different keys', { authorization: 'Bearer sk-a', 'x-api-key': 'sk-b' }, 400, 'keys_conflict'],
])('%s is refused clearly', async (_name, headers, status, code) => {
  const response = await send(CHAT, { headers })
  expect(response.status).toBe(status)
  expect(((await response.json()) as ErrorAnswer).error.code).toBe(code)
})

test.each([
  ['an unknown model', { ...CHAT, model: 'nope' }, 404, 'model_not_found'],
  ['malformed JSON', '{"model":"m",', 400, 'body_malformed'],
  ['an empty body', '', 400, 'body_malformed'],
  ['no model', { messages: [] }, 400, 'body_invalid'],
])('%s is refused clearly, and nothing is asked upstream', async (_name, body, status, code) => {
  const asked = first.served.length
  const response = await send(body)
  expect(response.status).toBe(status)
  expect(((await response.json()) as ErrorAnswer).error.code).toBe(code)
  expect(first.served).toHaveLength(asked)
})

test('errors speak the language the caller asks for', async () => {
  const response = await send(CHAT, { headers: { authorization: 'Bearer x', 'accept-language': 'zh-CN,zh;q=0.9' } })
  expect(((await response.json()) as ErrorAnswer).error.message).toBe('API 密钥无效。')
})

test('a body over the limit is refused without being read to its end, declared or not', async () => {
  const big = 33 * 1024 * 1024
  const declared = await send(`{"model":"m","x":"${'x'.repeat(big)}"}`)
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
  const init = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: endless, duplex: 'half' }
  const streamed = await fetch(`${gateway.origin}/v1/messages`, init as RequestInit)
  expect(streamed.status).toBe(413)
  expect(await streamed.json()).toMatchObject({ type: 'error', error: { type: 'request_too_large' } })
})

test.each([
  ['/v1/nothing', {}, { error: { code: 'unknown_url' } }],
  ['/v1/messages/nothing', {}, { type: 'error', error: { type: 'not_found_error' } }],
  ['/v1beta/models/x:generateContent', {}, { error: { code: 404, status: 'NOT_FOUND' } }],
])('the unknown path %s is refused in the dialect of its family', async (path, headers, expected) => {
  const response = await send({}, { path, headers })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject(expected)
})

test('a doubled or missing /v1 is tolerated', async () => {
  for (const path of ['/v1/v1/chat/completions', '/chat/completions', '/v1/chat/completions/']) {
    expect((await send(CHAT, { path })).status, path).toBe(200)
  }
})

test('the models are listed in the dialect of the client, and only those the key may use', async () => {
  const list = async (headers: Record<string, string>) =>
    (await send(null, { path: '/v1/models', method: 'GET', headers })).json()
  expect(await list({ authorization: `Bearer ${key}` })).toMatchObject({
    object: 'list',
    data: expect.arrayContaining([expect.objectContaining({ id: 'm', object: 'model' })]),
  })
  expect(await list({ 'x-api-key': key, 'anthropic-version': '2023-06-01' })).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: 'm', type: 'model' })]),
    has_more: false,
  })
  expect(await list({ 'x-goog-api-key': key })).toMatchObject({
    models: expect.arrayContaining([expect.objectContaining({ name: 'models/m' })]),
  })
  const { secret } = await gateway.addKey({ allow_models: ['unreachable-first'] })
  expect(await list({ authorization: `Bearer ${secret}` })).toMatchObject({ data: [{ id: 'unreachable-first' }] })
  expect((await send(CHAT, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(404)
})

test('a disabled key is refused at once', async () => {
  const { id, secret } = await gateway.addKey()
  expect((await send(CHAT, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(200)
  await gateway.call(patchKey, { params: { id }, body: { status: 'disabled' } })
  const refused = await send(CHAT, { headers: { authorization: `Bearer ${secret}` } })
  expect(refused.status).toBe(401)
  expect(((await refused.json()) as ErrorAnswer).error.message).toBe('This API key is disabled.')
})

test('a WebSocket upgrade is answered with 426', async () => {
  const { port, hostname } = new URL(gateway.origin)
  const socket = connect(Number(port), hostname)
  socket.write('GET /v1/responses HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n')
  const [data] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(data.toString()).toMatch(/^HTTP\/1\.1 426 /)
})

test('the caller leaving before the first byte cancels the upstream and costs nothing; leaving later costs what was delivered', async () => {
  first.script({ delays: { firstEventMs: 60_000 } })
  const early = new AbortController()
  const before = first.served.length
  const waiting = send({ ...CHAT, stream: true }, { signal: early.signal }).catch(() => null)
  const served = await first.arrival(before)
  early.abort()
  await waiting
  await served.done
  expect(served.aborted).toBe(true)

  first.script({ endless: true, text: ['word '], delays: { eventMs: 5 } })
  const late = new AbortController()
  const response = await send({ ...CHAT, stream: true }, { signal: late.signal })
  await response.body?.getReader().read()
  const at = performance.now()
  late.abort()
  const cut = await first.arrival(before + 1)
  await cut.done
  expect((cut.abortedAtMs ?? 0) - at).toBeLessThan(1000)
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'cancelled', end: 'caller_gone', http_status: 499, usage_source: 'estimated' })
  expect(Number(row.cost)).toBeGreaterThan(0)
})

test('a refused request has a row too', async () => {
  const response = await send({ ...CHAT, model: 'no-such-model' })
  expect(await gateway.row(idOf(response))).toMatchObject({
    status: 'refused',
    http_status: 404,
    model: null,
    model_asked: 'no-such-model',
    cost: '0',
  })
  const { items } = await gateway.call(adminUsage.requests, {
    query: { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', status: 'refused', limit: 1 },
  })
  expect(items).toHaveLength(1)
})
