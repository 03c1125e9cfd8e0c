import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import type { Vendor } from '../vendor/server.ts'
import { startGatewayFor, VENDOR_SECRET } from './gateway.ts'

let vendor: Vendor
let gateway: Awaited<ReturnType<typeof startGatewayFor>>
let client: Anthropic

beforeAll(async () => {
  vendor = await startVendor({ secret: VENDOR_SECRET })
  gateway = await startGatewayFor(vendor)
  client = new Anthropic({ apiKey: gateway.key, baseURL: gateway.origin, maxRetries: 0 })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})
beforeEach(async () => {
  vendor.script({})
  await gateway.recover()
})

const asked = { model: 'm', max_tokens: 500, messages: [{ role: 'user' as const, content: '你好, hello' }] }
const usage = { input: 34, cacheRead: 1000, cacheWrite5m: 150, cacheWrite1h: 50, output: 56, reasoning: 20 }
// 34×2 + 1000×0.2 + 150×2.5 + 50×4 + 56×10 = 1403 micro-dollars
const COST = '0.001403'

const idOf = (response: Response) => response.headers.get('x-yumen-request-id') ?? ''
const lastServed = () => vendor.arrival(vendor.served.length - 1)

function raw(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.origin}/v1/messages?beta=true`, {
    method: 'POST',
    headers: {
      'x-api-key': gateway.key,
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

test('an answer comes back, and its row costs what it must to the nano-dollar', async () => {
  vendor.script({ text: 'Hi there', thinking: ['let me see'], usage })
  const { data, response } = await client.messages.create(asked).withResponse()
  expect(data.content).toMatchObject([{ type: 'thinking' }, { type: 'text', text: 'Hi there' }])
  expect(data.usage).toMatchObject({
    input_tokens: 34,
    cache_creation_input_tokens: 200,
    cache_read_input_tokens: 1000,
  })
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({
    status: 'succeeded',
    end: 'complete',
    protocol: 'anthropic-messages',
    client: 'Anthropic SDK',
    model: 'm',
    cost: COST,
    usage: { input: 34, cache_read: 1000, cache_write_5m: 150, cache_write_1h: 50, output: 56, reasoning: 20 },
    usage_source: 'upstream',
    attempts_made: 1,
  })
})

test('the vendor gets version, betas, flags and bytes of the caller, and only our credential', async () => {
  const body = `{"max_tokens":5, "model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}], "safeguards":[1]}`
  await (await raw(body, { 'anthropic-version': '2026-10-21', 'anthropic-beta': 'a-1,b-2' })).arrayBuffer()
  const served = await lastServed()
  expect(served.path).toBe('/v1/messages?beta=true')
  expect(served.body.toString()).toBe(body.replace('"m"', '"m-upstream"'))
  expect(served.headers).toMatchObject({ 'anthropic-version': '2026-10-21', 'anthropic-beta': 'a-1,b-2' })
  expect(served.headers['x-api-key']).toBe(VENDOR_SECRET)
  expect(JSON.stringify(served.headers)).not.toContain(gateway.key)
})

test('a stream with thinking and tools reaches the library whole and is billed', async () => {
  vendor.script({
    text: ['Look', 'ing'],
    thinking: ['why', ' not'],
    tools: [{ id: 'toolu_1', name: 'weather', arguments: { city: '玉门' } }],
    usage,
  })
  const stream = client.messages.stream(asked)
  const message = await stream.finalMessage()
  expect(message.content).toMatchObject([
    { type: 'thinking', thinking: 'why not' },
    { type: 'text', text: 'Looking' },
    { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: '玉门' } },
  ])
  expect(message.stop_reason).toBe('tool_use')
  const row = await gateway.row(stream.response ? idOf(stream.response) : '')
  expect(row).toMatchObject({ status: 'succeeded', stream: true, cost: COST, usage_source: 'upstream' })
})

test('a stream’s bytes are the vendor’s', async () => {
  vendor.script({ text: ['é', '门', '🙂'], thinking: ['hm'], usage, splitBytes: 5 })
  const bytes = Buffer.from(await (await raw({ ...asked, stream: true })).arrayBuffer())
  const served = await lastServed()
  await served.done
  expect(bytes.equals(served.sent)).toBe(true)
})

test('a stream arrives piece by piece', async () => {
  const gate = Promise.withResolvers<void>()
  vendor.script({ text: ['one', ' two'], usage, pause: { atEvent: 4, until: gate.promise } })
  const pieces: string[] = []
  for await (const event of client.messages.stream(asked)) {
    if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') continue
    pieces.push(event.delta.text)
    // The vendor goes on only once the caller has read the beginning.
    gate.resolve()
  }
  expect(pieces).toEqual(['one', ' two'])
})

test('when the caller leaves, the vendor sees it and what was delivered is billed', async () => {
  vendor.script({ endless: true, text: ['on'], usage })
  const { data, response } = await client.messages.create({ ...asked, stream: true }).withResponse()
  for await (const event of data) if (event.type === 'content_block_delta') break
  data.controller.abort()
  const served = await lastServed()
  await served.done
  expect(served.aborted).toBe(true)
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'cancelled', end: 'caller_gone', usage_source: 'partial' })
  // message_start has told the input; the output is what was relayed.
  expect(row.usage).toMatchObject({ input: 34, cache_read: 1000, cache_write_5m: 150, cache_write_1h: 50 })
})

// The caller's own mistakes pass byte for byte; the rest is told as ours, `overloaded` where no upstream could answer.
test.each([
  [400, 400, 'invalid_request_error'],
  [401, 529, 'overloaded_error'],
  [402, 529, 'overloaded_error'],
  [403, 529, 'overloaded_error'],
  [404, 404, 'not_found_error'],
  [408, 529, 'overloaded_error'],
  [413, 413, 'request_too_large'],
  [429, 429, 'rate_limit_error'],
  [500, 529, 'overloaded_error'],
  [502, 529, 'overloaded_error'],
  [503, 529, 'overloaded_error'],
  [504, 529, 'overloaded_error'],
  [529, 529, 'overloaded_error'],
])('when the vendor says %i the library sees %i %s, and nobody pays', async (status, seen, type) => {
  vendor.script({ status, message: 'the vendor’s own words', headers: { 'retry-after': '7' } })
  const response = await raw(asked)
  expect(response.status).toBe(seen)
  expect(response.headers.get('retry-after')).toBe(status === 429 ? '7' : null)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(JSON.parse(bytes.toString())).toMatchObject({ type: 'error', error: { type } })
  const served = await lastServed()
  await served.done
  expect(bytes.equals(served.sent)).toBe([400, 404, 413].includes(status))
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'failed', cost: '0', usage_source: 'none', attempts_made: 1 })
  await gateway.recover()
  await expect(client.messages.create(asked)).rejects.toMatchObject({ status: seen })
})

test('a stream that breaks midway ends with an error the library throws, and is billed for what came', async () => {
  for (const script of [{ cut: { atEvent: 5 } }, { endAtEvent: 5 }, { errorAtEvent: 5 }]) {
    vendor.script({ text: ['a', 'b', 'c', 'd'], usage, ...script })
    const { data, response } = await client.messages.create({ ...asked, stream: true }).withResponse()
    const pieces: string[] = []
    const reading = (async () => {
      for await (const event of data) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') pieces.push(event.delta.text)
      }
    })()
    await expect(reading, JSON.stringify(script)).rejects.toThrow(Anthropic.APIError)
    expect(pieces.join('')).toBe('ab')
    const row = await gateway.row(idOf(response))
    expect(row, JSON.stringify(script)).toMatchObject({ status: 'failed', usage_source: 'partial' })
    expect(row.usage).toMatchObject({ input: 34, cache_read: 1000 })
  }
})

test('what the caller gets wrong is told in the dialect', async () => {
  const bad = new Anthropic({ apiKey: 'sk-ym-wrong', baseURL: gateway.origin, maxRetries: 0 })
  await expect(bad.messages.create(asked)).rejects.toMatchObject({
    status: 401,
    error: { type: 'error', error: { type: 'authentication_error' } },
  })
  await expect(client.messages.create({ ...asked, model: 'nope' })).rejects.toMatchObject({
    status: 404,
    error: { error: { type: 'not_found_error' } },
  })
  const malformed = await raw('{"model":"m",')
  expect(malformed.status).toBe(400)
  expect(await malformed.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
})

test('a doubled version path works as well', async () => {
  const doubled = new Anthropic({ apiKey: gateway.key, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  expect((await doubled.messages.create(asked)).content[0]).toMatchObject({ text: 'Hello from the vendor.' })
})

test('the library lists and finds the models', async () => {
  const page = await client.models.list()
  expect(page.data.map((model) => model.id)).toEqual(['m'])
  expect(await client.models.retrieve('m')).toMatchObject({ id: 'm', type: 'model' })
})
