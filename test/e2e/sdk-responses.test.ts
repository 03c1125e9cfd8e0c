import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ResponsesGateway, startResponsesGateway } from './responses.ts'

let here: ResponsesGateway
let client: OpenAI

beforeAll(async () => {
  here = await startResponsesGateway()
  client = new OpenAI({ apiKey: here.key, baseURL: `${here.gateway.origin}/v1`, maxRetries: 0 })
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
const lastServed = () => here.vendor.arrival(here.vendor.served.length - 1)

test('an answer comes back, and its row costs what it must to the nano-dollar', async () => {
  here.vendor.script({ text: 'Hi there', usage })
  const { data, response } = await client.responses.create({ model: 'm', input: '你好, hello' }).withResponse()
  expect(data.output_text).toBe('Hi there')
  expect(data.usage).toMatchObject({ input_tokens: 1234, output_tokens: 56 })
  expect(await here.gateway.row(idOf(response))).toMatchObject({
    status: 'succeeded',
    end: 'complete',
    protocol: 'openai-responses',
    stream: false,
    client: 'OpenAI SDK',
    model: 'm',
    cost: COST,
    usage: { input: 34, cache_read: 1000, cache_write_5m: 150, cache_write_1h: 50, output: 56, reasoning: 20 },
    usage_source: 'upstream',
  })
})

test('the vendor gets the caller’s bytes but for the model, and the caller gets the vendor’s', async () => {
  const body = `{ "input": [{"role":"user","content":"hi"}],\n  "model" : "m", "stream":true, "x_new": 12345678901234567890 }`
  here.vendor.script({ text: ['é', '门', '🙂'], thinking: ['hm'], usage, splitBytes: 7, heartbeat: ': keep-alive\n\n' })
  const bytes = Buffer.from(await (await here.post(body)).arrayBuffer())
  const served = await lastServed()
  await served.done
  expect(served.path).toBe('/v1/responses')
  expect(served.body.toString()).toBe(body.replace('"m"', '"m-upstream"'))
  expect(bytes.equals(served.sent)).toBe(true)
})

test('a stream arrives piece by piece and is billed by its last event', async () => {
  const gate = Promise.withResolvers<void>()
  here.vendor.script({ text: ['one', ' two', ' three'], usage, pause: { atEvent: 6, until: gate.promise } })
  const { data, response } = await client.responses.create({ model: 'm', input: 'hi', stream: true }).withResponse()
  const pieces: string[] = []
  let last: string | undefined
  for await (const event of data) {
    last = event.type
    if (event.type === 'response.output_text.delta') pieces.push(event.delta)
    // The vendor goes on only once the caller has read the beginning.
    if (pieces.includes('one')) gate.resolve()
  }
  expect(pieces.join('')).toBe('one two three')
  expect(last).toBe('response.completed')
  const row = await here.gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'succeeded', stream: true, cost: COST, usage_source: 'upstream' })
})

test('a tool call streams through the library, and its result comes back in a second turn with the reasoning', async () => {
  const tools = [{ type: 'function' as const, name: 'weather', parameters: { type: 'object' }, strict: false }]
  const question = { role: 'user' as const, content: 'weather?' }
  const include = ['reasoning.encrypted_content' as const]
  here.vendor.script({
    thinking: ['hm'],
    tools: [{ id: 'call_7', name: 'weather', arguments: { city: '玉门' } }],
    usage,
  })
  const first = await client.responses.stream({ model: 'm', input: [question], tools, include }).finalResponse()
  const call = first.output.find((item) => item.type === 'function_call')
  expect(call).toMatchObject({ call_id: 'call_7', name: 'weather', arguments: '{"city":"玉门"}' })
  here.vendor.script({ text: 'sunny', usage })
  const result = { type: 'function_call_output' as const, call_id: 'call_7', output: 'sun' }
  const input = [question, ...first.output, result] as OpenAI.Responses.ResponseInput
  const second = await client.responses.stream({ model: 'm', input, tools, store: false }).finalResponse()
  expect(second.output_text).toBe('sunny')
  const sent = JSON.parse((await lastServed()).body.toString()) as { input: Record<string, unknown>[] }
  expect(sent.input.map(({ type }) => type)).toEqual([undefined, 'reasoning', 'function_call', 'function_call_output'])
  expect(sent.input[1]?.['encrypted_content']).toBe(
    first.output.find((item) => item.type === 'reasoning')?.encrypted_content,
  )
})

test('an answer cut at its length is whole, and web searches are counted', async () => {
  here.vendor.script({ text: ['half'], stop: 'length', usage: { ...usage, searches: 2 } })
  const { data, response } = await client.responses.create({ model: 'm', input: 'hi', stream: true }).withResponse()
  const types: string[] = []
  for await (const event of data) types.push(event.type)
  expect(types.at(-1)).toBe('response.incomplete')
  const row = await here.gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'succeeded', end: 'complete', usage: { searches: 2, output: 56 } })
})

test('when the caller leaves in the middle, the vendor sees it and what was delivered is billed', async () => {
  here.vendor.script({ endless: true, text: ['on'], usage })
  const { data, response } = await client.responses.create({ model: 'm', input: 'hi', stream: true }).withResponse()
  for await (const event of data) if (event.type === 'response.output_text.delta') break
  data.controller.abort()
  const served = await lastServed()
  await served.done
  expect(served.aborted).toBe(true)
  const row = await here.gateway.row(idOf(response))
  expect(row).toMatchObject({ status: 'cancelled', end: 'caller_gone', usage_source: 'estimated' })
  expect(row.usage.output).toBeGreaterThan(0)
})

test('a stream that breaks midway ends with an error event the library throws, and is billed for what came', async () => {
  for (const script of [{ cut: { atEvent: 6 } }, { endAtEvent: 6 }, { errorAtEvent: 6 }]) {
    here.vendor.script({ text: ['a', 'b', 'c', 'd'], usage, ...script })
    const { data, response } = await client.responses.create({ model: 'm', input: 'hi', stream: true }).withResponse()
    const pieces: string[] = []
    const reading = (async () => {
      for await (const event of data) if (event.type === 'response.output_text.delta') pieces.push(event.delta)
    })()
    await expect(reading, JSON.stringify(script)).rejects.toThrow(OpenAI.APIError)
    expect(pieces.join('')).toBe('ab')
    const row = await here.gateway.row(idOf(response))
    expect(row, JSON.stringify(script)).toMatchObject({ status: 'failed', usage_source: 'estimated' })
    expect(row.usage.output).toBeGreaterThan(0)
  }
})

test('counting tokens is forwarded and costs nothing; compaction is forwarded and costs its tokens', async () => {
  here.vendor.script({ body: '{"object":"response.input_tokens","input_tokens":99}' })
  const counted = await client.responses.inputTokens.count({ model: 'm', input: 'hi' }).withResponse()
  expect(counted.data.input_tokens).toBe(99)
  expect((await lastServed()).path).toBe('/v1/responses/input_tokens')
  expect(await here.gateway.row(idOf(counted.response))).toMatchObject({
    status: 'succeeded',
    cost: '0',
    usage_source: 'none',
  })
  const output = [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAA' }]
  const told = { input_tokens: 500, output_tokens: 100, total_tokens: 600 }
  here.vendor.script({ body: JSON.stringify({ id: 'resp_1', object: 'response.compaction', output, usage: told }) })
  const compacted = await client.responses.compact({ model: 'm', input: 'hi' }).withResponse()
  expect(compacted.data.output).toEqual(output)
  expect((await lastServed()).path).toBe('/v1/responses/compact')
  // 500×2 + 100×10 = 2000 micro-dollars
  expect(await here.gateway.row(idOf(compacted.response))).toMatchObject({ cost: '0.002', usage_source: 'upstream' })
})

test.each([
  [400, 400],
  [401, 502],
  [404, 404],
  [429, 429],
  [500, 503],
])('when the vendor says %i the library sees %i, and nobody pays', async (status, seen) => {
  here.vendor.script({ status, headers: { 'retry-after': '7' } })
  const error = await client.responses.create({ model: 'm', input: 'hi' }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(OpenAI.APIError)
  const failure = error as InstanceType<typeof OpenAI.APIError>
  expect(failure.status).toBe(seen)
  const row = await here.gateway.row(failure.headers?.get('x-yumen-request-id') ?? '')
  expect(row).toMatchObject({ status: 'failed', http_status: seen, cost: '0', usage_source: 'none' })
})

test('what is not served is refused in OpenAI’s shape, and a WebSocket is sent back to HTTP', async () => {
  const code = async (answer: Promise<Response>) => {
    const response = await answer
    const { error } = (await response.json()) as { error: { type: string; code: string } }
    return [response.status, error.type, error.code]
  }
  const invalid = 'invalid_request_error'
  expect(await code(here.post('', { path: '/v1/responses/resp_1/cancel' }))).toEqual([404, invalid, 'object_not_found'])
  expect(await code(here.post('', { path: '/v1/conversations' }))).toEqual([404, invalid, 'unknown_url'])
  await expect(client.responses.retrieve('resp_1')).rejects.toMatchObject({ status: 404, type: invalid })
  await expect(client.responses.delete('resp_1')).rejects.toMatchObject({ status: 404, type: invalid })
  expect(await code(here.post('{"model":"m"'))).toEqual([400, invalid, 'body_malformed'])
  expect(await code(here.post({ model: 'nope', input: 'hi' }))).toEqual([404, invalid, 'model_not_found'])
  expect(await code(here.post({ model: 'm', input: 'hi', background: true }))).toEqual([400, invalid, 'body_invalid'])
  expect(await code(here.post({}, { headers: { authorization: 'Bearer sk-ym-wrong' } }))).toEqual([
    401,
    invalid,
    'invalid_api_key',
  ])
})
