import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import type { Vendor } from '../vendor/server.ts'
import { PRICE, startGatewayFor, VENDOR_SECRET } from './gateway.ts'

let vendor: Vendor
let gateway: Awaited<ReturnType<typeof startGatewayFor>>
let client: OpenAI

beforeAll(async () => {
  vendor = await startVendor({ secret: VENDOR_SECRET })
  gateway = await startGatewayFor(vendor)
  client = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})
beforeEach(async () => {
  vendor.script({})
  await gateway.recover()
})

const messages = [{ role: 'user' as const, content: '你好, hello' }]
const usage = { input: 34, cacheRead: 1000, cacheWrite5m: 200, output: 56, reasoning: 20 }
// 34×2 + 1000×0.2 + 200×2.5 + 56×10 = 1328 micro-dollars
const COST = '0.001328'

const idOf = (response: Response) => response.headers.get('x-yumen-request-id') ?? ''
const lastServed = () => vendor.arrival(vendor.served.length - 1)

function raw(body: unknown, init: RequestInit = {}): Promise<Response> {
  return fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...init,
  })
}

test('an answer comes back, and its row costs what it must to the nano-dollar', async () => {
  vendor.script({ text: 'Hi there', usage })
  const { data, response } = await client.chat.completions.create({ model: 'm', messages }).withResponse()
  expect(data.choices[0]?.message.content).toBe('Hi there')
  expect(data.usage).toMatchObject({ prompt_tokens: 1234, completion_tokens: 56 })
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({
    status: 'succeeded',
    end: 'complete',
    http_status: 200,
    protocol: 'openai-chat',
    stream: false,
    client: 'OpenAI SDK',
    model: 'm',
    model_asked: 'm',
    cost: COST,
    usage: { input: 34, cache_read: 1000, cache_write_5m: 200, cache_write_1h: 0, output: 56, reasoning: 20 },
    usage_source: 'upstream',
    multiplier: '1',
    attempts_made: 1,
  })
  expect(row.bill.map(({ component, tokens, price }) => [component, tokens, price])).toEqual(
    expect.arrayContaining([
      ['input', 34, PRICE.input],
      ['cache_read', 1000, PRICE.cache_read],
      ['cache_write_5m', 200, PRICE.cache_write_5m],
    ]),
  )
})

test('the bytes of a whole answer are the vendor’s', async () => {
  vendor.script({ text: '一二三', tools: [{ id: 'c', name: 'f', arguments: { big: 1 } }], usage })
  const bytes = Buffer.from(await (await raw({ model: 'm', messages })).arrayBuffer())
  const served = await lastServed()
  await served.done
  expect(bytes.equals(served.sent)).toBe(true)
})

test('the vendor gets the caller’s bytes, but for the model’s name, and only our credential', async () => {
  const body = `{ "messages": [{"role":"user","content":"hi"}],\n  "model" : "m", "seed": 12345678901234567890, "x_new": {"b":1,"a":2} }`
  await (await raw(null, { body })).arrayBuffer()
  const served = await lastServed()
  expect(served.body.toString()).toBe(body.replace('"m"', '"m-upstream"'))
  expect(served.headers.authorization).toBe(`Bearer ${VENDOR_SECRET}`)
  expect(JSON.stringify(served.headers)).not.toContain(gateway.key)
})

test('a stream arrives piece by piece, with no usage chunk nobody asked for, and is billed all the same', async () => {
  const gate = Promise.withResolvers<void>()
  vendor.script({ text: ['one', ' two', ' three'], usage, pause: { atEvent: 3, until: gate.promise } })
  const { data, response } = await client.chat.completions.create({ model: 'm', messages, stream: true }).withResponse()
  const pieces: string[] = []
  for await (const chunk of data) {
    expect(chunk.choices).toHaveLength(1)
    pieces.push(chunk.choices[0]?.delta.content ?? '')
    // The vendor goes on only once the caller has read the beginning.
    if (pieces.includes('one')) gate.resolve()
  }
  expect(pieces.join('')).toBe('one two three')
  expect(JSON.parse((await lastServed()).body.toString()).stream_options).toEqual({ include_usage: true })
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'succeeded', stream: true, cost: COST, usage_source: 'upstream' })
  expect(row.first_token_ms).toBeGreaterThan(0)
})

test('a stream’s bytes are the vendor’s, the hidden usage chunk aside', async () => {
  vendor.script({ text: ['é', '门', '🙂'], thinking: ['hm'], usage, splitBytes: 7, heartbeat: ': keep-alive\n\n' })
  const hidden = await (await raw({ model: 'm', messages, stream: true })).text()
  const sent = await sentBy(await lastServed())
  const usageChunk = sent.split('\n\n').find((event) => event.includes('"choices":[]')) ?? ''
  expect(usageChunk).toContain('prompt_tokens')
  expect(hidden).toBe(sent.replace(`${usageChunk}\n\n`, ''))
  const options = { include_usage: true }
  const asked = await (await raw({ model: 'm', messages, stream: true, stream_options: options })).text()
  expect(asked).toBe(await sentBy(await lastServed()))
  expect(asked).toContain('"choices":[]')
})

async function sentBy(served: Awaited<ReturnType<typeof lastServed>>): Promise<string> {
  await served.done
  return served.sent.toString()
}

test('a tool call streams through the library whole', async () => {
  vendor.script({ tools: [{ id: 'call_7', name: 'weather', arguments: { city: '玉门', days: 3 } }], usage })
  const runner = client.chat.completions.stream({
    model: 'm',
    messages,
    tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }],
  })
  const message = await runner.finalMessage()
  expect(message.tool_calls?.[0]).toMatchObject({
    id: 'call_7',
    function: { name: 'weather', arguments: '{"city":"玉门","days":3}' },
  })
})

test('when the caller leaves, the vendor sees it and what was delivered is billed', async () => {
  vendor.script({ endless: true, text: ['on'], usage })
  const { data, response } = await client.chat.completions.create({ model: 'm', messages, stream: true }).withResponse()
  for await (const chunk of data) if (chunk.choices[0]?.delta.content === 'on') break
  data.controller.abort()
  const served = await lastServed()
  await served.done
  expect(served.aborted).toBe(true)
  const row = await gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'cancelled', end: 'caller_gone' })
  expect(['partial', 'estimated']).toContain(row.usage_source)
  expect(row.usage.output).toBeGreaterThan(0)
})

const PASSED_ON = [400, 413, 422]

// The caller's own mistakes pass; faults of our account, of the moment or of the vendor are told as ours (wire.md §3.5), and so
// is that it has no such model, which its words name as the operator's route does.
test.each([
  [400, 400],
  [401, 502],
  [402, 502],
  [403, 502],
  [404, 404],
  [408, 504],
  [413, 413],
  [422, 422],
  [429, 429],
  [500, 503],
  [502, 503],
  [503, 503],
  [504, 504],
  [529, 503],
])('when the vendor says %i the library sees %i, and nobody pays', async (status, seen) => {
  vendor.script({ status, message: 'the vendor’s own words', headers: { 'retry-after': '7' } })
  const error = await client.chat.completions.create({ model: 'm', messages }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(OpenAI.APIError)
  const failure = error as InstanceType<typeof OpenAI.APIError>
  expect(failure.status).toBe(seen)
  expect(failure.message.includes('the vendor’s own words')).toBe(PASSED_ON.includes(status))
  expect(failure.headers?.get('retry-after')).toBe(status === 429 ? '7' : null)
  const row = await gateway.row(failure.headers?.get('x-yumen-request-id') ?? '')
  expect(row).toMatchObject({ status: 'failed', http_status: seen, cost: '0', usage_source: 'none', attempts_made: 1 })
})

test('an error of the vendor that quotes our credential never reaches the caller', async () => {
  vendor.script({ status: 400, echoCredential: true })
  const text = await (await raw({ model: 'm', messages })).text()
  expect(text).not.toContain(VENDOR_SECRET)
  expect(JSON.parse(text)).toHaveProperty('error.message')
})

test('a stream that breaks midway ends with an error the library throws, and is billed for what came', async () => {
  for (const script of [{ cut: { atEvent: 3 } }, { endAtEvent: 3 }, { errorAtEvent: 3 }]) {
    vendor.script({ text: ['a', 'b', 'c', 'd'], usage, ...script })
    const { data, response } = await client.chat.completions
      .create({ model: 'm', messages, stream: true })
      .withResponse()
    const pieces: string[] = []
    const reading = (async () => {
      for await (const chunk of data) pieces.push(chunk.choices[0]?.delta.content ?? '')
    })()
    await expect(reading, JSON.stringify(script)).rejects.toThrow(OpenAI.APIError)
    expect(pieces.join('')).toBe('ab')
    const row = await gateway.row(idOf(response))
    expect(row, JSON.stringify(script)).toMatchObject({ status: 'failed', usage_source: 'estimated' })
    expect(row.usage.output).toBeGreaterThan(0)
  }
})

test('an answer without usage is estimated and says so', async () => {
  vendor.script({ text: ['a', 'b', 'c'], usage: 'absent' })
  const { response } = await client.chat.completions.create({ model: 'm', messages }).withResponse()
  const row = await gateway.row(idOf(response))
  expect(row.usage_source).toBe('estimated')
  expect(row.cost).not.toBe('0')
})

test('what the caller gets wrong is told in the dialect', async () => {
  const bad = new OpenAI({ apiKey: 'sk-ym-wrong', baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  await expect(bad.chat.completions.create({ model: 'm', messages })).rejects.toMatchObject({
    status: 401,
    code: 'invalid_api_key',
    type: 'invalid_request_error',
  })
  await expect(client.chat.completions.create({ model: 'nope', messages })).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
  })
  const malformed = await raw(null, { body: '{"model":"m",' })
  expect(malformed.status).toBe(400)
  expect(await malformed.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  const unknown = await fetch(`${gateway.origin}/v1/nothing-here`, {
    headers: { authorization: `Bearer ${gateway.key}` },
  })
  expect(unknown.status).toBe(404)
})

test('the library lists and finds the models', async () => {
  const page = await client.models.list()
  expect(page.data.map((model) => model.id)).toEqual(['m'])
  expect(await client.models.retrieve('m')).toMatchObject({ id: 'm', object: 'model' })
})

test('when the first provider fails before any word, the next one answers, and the caller pays once', async () => {
  await using spare = await startVendor({ secret: VENDOR_SECRET })
  spare.script({ text: 'from the spare', usage })
  await gateway.addModel('shared')
  await gateway.addProvider({ vendor, models: ['shared'], slug: 'first', priority: 1 })
  await gateway.addProvider({ vendor: spare, models: ['shared'], slug: 'spare', priority: 2 })
  for (const script of [{ status: 503 }, { status: 429 }, { status: 401 }, { cut: 'before-headers' as const }]) {
    vendor.script(script)
    await gateway.recover()
    const { data, response } = await client.chat.completions
      .create({ model: 'shared', messages, stream: false })
      .withResponse()
    expect(data.choices[0]?.message.content, JSON.stringify(script)).toBe('from the spare')
    const row = await gateway.row(idOf(response))
    expect(row).toMatchObject({ status: 'succeeded', cost: COST, attempts_made: 2, provider: { name: 'spare' } })
    expect(row.attempts.map((attempt) => attempt.provider)).toEqual(['first', 'spare'])
    expect(row.attempts[0]?.error).not.toBeNull()
  }
})
