import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import { VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'
import { type ResponsesGateway, startResponsesGateway } from './responses.ts'

let here: ResponsesGateway

beforeAll(async () => {
  here = await startResponsesGateway()
})
afterAll(() => here[Symbol.asyncDispose]())
beforeEach(async () => {
  here.vendor.script({})
  await here.gateway.recover()
})

const usage = { input: 34, cacheRead: 1000, cacheWrite5m: 150, cacheWrite1h: 50, output: 56, reasoning: 20 }
// 34×2 + 1000×0.2 + 150×2.5 + 50×4 + 56×10 = 1403 micro-dollars
const COST = '0.001403'

const idOf = (response: Response) => response.headers.get('x-yumen-request-id') ?? ''
const tapeOf = (name: string) => readFileSync(new URL(`../tapes/openai-responses/${name}.sse`, import.meta.url))
const asStream = { headers: { 'content-type': 'text/event-stream' } }

test('a caller that closes at the last event, as Codex does, has a complete answer with the vendor’s usage', async () => {
  const tape = tapeOf('text')
  // It says its last word and keeps the connection open, so that only the caller can end it.
  await using upstream = await startOpenEnded(tape)
  await here.gateway.addModel('open')
  await here.addResponsesProvider({ slug: 'open-ended', origin: upstream.origin, models: [{ model: 'open' }] })
  const id = await askAndLeaveAtTheEnd({ model: 'open', input: 'hi', stream: true })
  const row = await here.gateway.row(id)
  expect(row).toMatchObject({ status: 'succeeded', end: 'complete', http_status: 200, usage_source: 'upstream' })
  expect(row.usage).toMatchObject({ input: 34, cache_read: 1000, cache_write_1h: 50, output: 56, searches: 2 })
  await upstream.closed
})

test('turn after turn of such a caller goes over a connection that is there', async () => {
  await using upstream = await startOpenEnded(tapeOf('text'))
  await here.gateway.addModel('turns')
  await here.addResponsesProvider({ slug: 'turns', origin: upstream.origin, models: [{ model: 'turns' }] })
  for (let turn = 1; turn <= 3; turn += 1) {
    const id = await askAndLeaveAtTheEnd({ model: 'turns', input: 'hi', stream: true })
    // It is settled without waiting for the upstream, which ends its answer only now.
    const row = await here.gateway.row(id)
    expect(row).toMatchObject({ end: 'complete', usage_source: 'upstream', usage: { input: 34, output: 56 } })
    await upstream.end()
  }
  // On a slow machine the end of one may come after the time that an upstream has.
  expect(upstream.connections()).toBeLessThan(3)
})

/** An upstream that answers with these bytes, and then waits for the caller to leave or to be told to end. */
async function startOpenEnded(tape: Buffer) {
  const closed = Promise.withResolvers<void>()
  let last: ServerResponse | undefined
  let connections = 0
  const server = createServer((request, response) => {
    request.resume()
    response.once('close', () => closed.resolve())
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(tape)
    last = response
  })
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closed: closed.promise,
    connections: () => connections,
    async end() {
      if (!last || last.closed) return
      last.end()
      await once(last, 'close')
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Destroys the connection as soon as `response.completed` has come whole; answers the request's id. */
async function askAndLeaveAtTheEnd(body: object): Promise<string> {
  const call = request(`${here.gateway.origin}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${here.key}`, 'content-type': 'application/json' },
  })
  call.end(JSON.stringify(body))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    if (/^event: response\.completed$/m.test(text) && text.endsWith('\n\n')) break
  }
  call.destroy()
  return String(response.headers['x-yumen-request-id'])
}

test('a break is told in the protocol’s own event, numbered after the last', async () => {
  here.vendor.script({ text: ['a', 'b', 'c'], cut: { atEvent: 5 } })
  const text = await (await here.post({ model: 'm', input: 'hi', stream: true })).text()
  const told = text
    .trimEnd()
    .split('\n\n')
    .slice(-2)
    .map((event): unknown => JSON.parse(event.split('\ndata: ')[1] ?? ''))
  expect(told).toMatchObject([
    { type: 'error', code: 'upstream_broke', param: null, sequence_number: 5 },
    { type: 'response.failed', sequence_number: 6, response: { status: 'failed', error: { code: 'upstream_broke' } } },
  ])
})

test.each(['error-failed', 'error'])('the vendor’s own failure in %s goes out once and unchanged', async (name) => {
  const tape = tapeOf(name)
  here.vendor.script({ body: tape, ...asStream })
  const response = await here.post({ model: 'm', input: 'hi', stream: true })
  expect(Buffer.from(await response.arrayBuffer()).equals(tape)).toBe(true)
  const row = await here.gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'failed', end: 'upstream_error', error: { class: 'server_error' } })
  // A failed response that tells its usage has been paid for upstream.
  expect(row).toMatchObject(name === 'error' ? { usage_source: 'estimated' } : { usage_source: 'upstream', cost: COST })
})

test('a context that is too long is told in the vendor’s words, though nothing was said before', async () => {
  const tape = tapeOf('error-before')
  here.vendor.script({ body: tape, ...asStream })
  const response = await here.post({ model: 'm', input: 'hi', stream: true })
  expect(await response.text()).toBe(tape.toString())
  const row = await here.gateway.row(idOf(response))
  expect(row).toMatchObject({
    status: 'failed',
    attempts_made: 1,
    cost: '0',
    error: { class: 'context_length_exceeded' },
  })
})

test('that a conversation is too long for a vendor of another protocol is told in the stream, where alone Codex looks for it', async () => {
  await here.gateway.addModel('narrow', { max_output: 4096 })
  await addNarrow(here.gateway, { origin: here.vendor.origin, offer: 'openai-chat', model: 'narrow' })
  here.vendor.script({ status: 400, message: 'This model’s maximum context length is 8192 tokens' })
  const response = await here.post({ model: 'narrow', input: 'hi', stream: true, store: false })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const told = (await response.text())
    .trimEnd()
    .split('\n\n')
    .map((event): unknown => JSON.parse(event.split('\ndata: ')[1] ?? ''))
  const failed = { status: 'failed', error: { code: 'context_length_exceeded' } }
  expect(told).toMatchObject([
    { type: 'error', code: failed.error.code },
    { type: 'response.failed', response: failed },
  ])
  expect(await here.gateway.row(idOf(response))).toMatchObject({ status: 'failed', cost: '0' })
  const whole = await here.post({ model: 'narrow', input: 'hi', store: false })
  expect(whole.status).toBe(400)
  expect(await whole.json()).toMatchObject({ error: { code: 'context_length_exceeded' } })
})

test('an overloaded vendor that has said nothing is passed over', async () => {
  await using spare = await startVendor({ secret: VENDOR_SECRET })
  spare.script({ text: 'from the spare', usage })
  await here.gateway.addModel('shared')
  const models = [{ model: 'shared' }]
  await here.addResponsesProvider({ slug: 'first', origin: here.vendor.origin, models, priority: 1 })
  await here.addResponsesProvider({ slug: 'spare', origin: spare.origin, models, priority: 2 })
  const tape = tapeOf('error-overloaded')
  here.vendor.script({ body: tape, ...asStream })
  const response = await here.post({ model: 'shared', input: 'hi', stream: true })
  expect(await response.text()).toContain('from the spare')
  expect(await here.gateway.row(idOf(response))).toMatchObject({ status: 'succeeded', attempts_made: 2 })
})

test('instructions and tools that the vendor repeats before its first word are no reason to give up', async () => {
  const echo = 'long instructions '.repeat(8 * 1024)
  const begun = { type: 'response.created', response: { model: 'm', instructions: echo, usage: null } }
  const done = { type: 'response.completed', response: { usage: { input_tokens: 7, output_tokens: 1 } } }
  const events = [begun, { ...begun, type: 'response.in_progress' }, { ...done, sequence_number: 2 }]
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  expect(body.length).toBeGreaterThan(256 * 1024)
  here.vendor.script({ body, ...asStream })
  const response = await here.post({ model: 'm', input: 'hi', instructions: echo, stream: true })
  expect(await response.text()).toBe(body)
  expect(await here.gateway.row(idOf(response))).toMatchObject({ status: 'succeeded', usage: { input: 7, output: 1 } })
})
