import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { startVendor } from './server.ts'
import type { Vendor } from './server.ts'

const CHAT = { model: 'gpt-5.5', messages: [{ role: 'user', content: 'hi' }] } as const
const MESSAGE = { ...CHAT, model: 'claude-sonnet-5-5', max_tokens: 100 } as const

const openai = (vendor: Vendor) => new OpenAI({ apiKey: 'k', baseURL: `${vendor.origin}/v1`, maxRetries: 0 })
const anthropic = (vendor: Vendor) => new Anthropic({ apiKey: 'k', baseURL: vendor.origin, maxRetries: 0 })

function post(vendor: Vendor, body: unknown, init: RequestInit & { path?: string } = {}): Promise<Response> {
  return fetch(`${vendor.origin}${init.path ?? '/v1/chat/completions'}`, {
    method: 'POST',
    headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
}

test('the official OpenAI library reads an answer with tools, thinking and cached tokens', async () => {
  await using vendor = await startVendor()
  vendor.script({
    text: ['Look', 'ing'],
    thinking: ['hm'],
    tools: [{ id: 'call_1', name: 'look', arguments: { city: '玉门' } }],
    usage: { input: 10, cacheRead: 90, cacheWrite5m: 5, output: 20, reasoning: 8 },
  })
  const answer = await openai(vendor).chat.completions.create({ ...CHAT, messages: [...CHAT.messages] })
  expect(answer.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { content: 'Looking', tool_calls: [{ function: { name: 'look', arguments: '{"city":"玉门"}' } }] },
  })
  expect(answer.usage).toMatchObject({
    prompt_tokens: 105,
    completion_tokens: 20,
    prompt_tokens_details: { cached_tokens: 90, cache_write_tokens: 5 },
    completion_tokens_details: { reasoning_tokens: 8 },
  })
})

test('an OpenAI stream tells usage in a chunk of its own only when asked', async () => {
  await using vendor = await startVendor()
  vendor.script({ usage: { input: 3, output: 4 } })
  const plain = await (await post(vendor, { ...CHAT, stream: true })).text()
  expect(plain).not.toContain('usage')
  expect(plain.endsWith('data: [DONE]\n\n')).toBe(true)
  const asked = await (await post(vendor, { ...CHAT, stream: true, stream_options: { include_usage: true } })).text()
  const chunks = asked.split('\n\n').slice(0, -2)
  expect(JSON.parse(chunks.at(-1)?.slice(6) ?? '')).toMatchObject({ choices: [], usage: { total_tokens: 7 } })
  for (const chunk of chunks.slice(0, -1)) expect(chunk).toContain('"usage":null')
})

test('the official Anthropic library reads a stream with thinking, tools and both cache lifetimes', async () => {
  await using vendor = await startVendor()
  const usage = { input: 1, cacheRead: 2, cacheWrite5m: 3, cacheWrite1h: 4, output: 5, reasoning: 1 }
  vendor.script({ text: 'ok', thinking: ['why', ' not'], tools: [{ id: 't', name: 'f', arguments: { a: 1 } }], usage })
  const stream = anthropic(vendor).messages.stream({ ...MESSAGE, messages: [...MESSAGE.messages] })
  const message = await stream.finalMessage()
  expect(message.content).toMatchObject([
    { type: 'thinking', thinking: 'why not' },
    { type: 'text', text: 'ok' },
    { type: 'tool_use', name: 'f', input: { a: 1 } },
  ])
  expect(message.stop_reason).toBe('tool_use')
  expect(message.usage).toMatchObject({
    input_tokens: 1,
    cache_read_input_tokens: 2,
    cache_creation_input_tokens: 7,
    cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
    output_tokens: 5,
  })
  expect(vendor.served[0]?.usage).toMatchObject(usage)
})

test('the official OpenAI library reads a streamed response with reasoning, tools and both cache lifetimes', async () => {
  await using vendor = await startVendor()
  const usage = { input: 1, cacheRead: 2, cacheWrite5m: 3, cacheWrite1h: 4, output: 5, reasoning: 1, searches: 2 }
  vendor.script({ text: 'ok', thinking: ['why', ' not'], tools: [{ id: 't', name: 'f', arguments: { a: 1 } }], usage })
  const response = await openai(vendor).responses.stream({ model: 'gpt-5.5', input: 'hi' }).finalResponse()
  expect(response.output).toMatchObject([
    { type: 'reasoning', summary: [{ text: 'why not' }], encrypted_content: expect.any(String) },
    { type: 'message', content: [{ type: 'output_text', text: 'ok' }] },
    { type: 'function_call', call_id: 't', name: 'f', arguments: '{"a":1}' },
  ])
  expect(response.usage).toMatchObject({
    input_tokens: 10,
    input_tokens_details: {
      cached_tokens: 2,
      cache_write_tokens: 7,
      cache_write_tokens_details: { ttl_30m_tokens: 3, ttl_12h_tokens: 4 },
    },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 1 },
  })
  expect(response.tool_usage?.web_search.num_requests).toBe(2)
})

test('both libraries list the models', async () => {
  await using vendor = await startVendor({ models: ['a'] })
  vendor.on('b', {})
  const names = async (page: Promise<{ data: { id: string }[] }>) => (await page).data.map((model) => model.id)
  expect(await names(openai(vendor).models.list())).toEqual(['a', 'b'])
  expect(await names(anthropic(vendor).models.list())).toEqual(['a', 'b'])
})

test.each([400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529])(
  'status %i comes with the error body of each dialect',
  async (status) => {
    await using vendor = await startVendor()
    vendor.script({ status, headers: { 'retry-after': '7' }, message: 'so it is' })
    const chat = openai(vendor).chat.completions.create({ ...CHAT, messages: [...CHAT.messages] })
    await expect(chat).rejects.toMatchObject({ status, error: { message: 'so it is' } })
    const message = anthropic(vendor).messages.create({ ...MESSAGE, messages: [...MESSAGE.messages] })
    await expect(message).rejects.toMatchObject({ status, error: { type: 'error', error: { message: 'so it is' } } })
  },
)

test('what is wrong with a request is refused in its dialect', async () => {
  await using vendor = await startVendor({ secret: 'right' })
  const right = { authorization: 'Bearer right' }
  const statusOf = async (body: unknown, init: RequestInit & { path?: string }) =>
    (await post(vendor, body, init)).status
  expect(await statusOf(CHAT, { headers: {} })).toBe(401)
  expect(await statusOf(CHAT, {})).toBe(401)
  expect(await statusOf(CHAT, { headers: right })).toBe(200)
  expect(await statusOf('{"model":', { headers: right })).toBe(400)
  expect(await statusOf({ model: 'x' }, { headers: right })).toBe(400)
  expect(await statusOf(CHAT, { headers: right, path: '/v1/nowhere' })).toBe(404)
  expect(await statusOf(CHAT, { headers: right, method: 'PUT' })).toBe(405)
  expect(await statusOf(MESSAGE, { headers: right, path: '/v1/messages' })).toBe(400)
  const versioned = { 'x-api-key': 'right', 'anthropic-version': '2026-10-21' }
  expect(await statusOf(CHAT, { headers: versioned, path: '/v1/messages' })).toBe(400)
  expect(await statusOf(MESSAGE, { headers: versioned, path: '/v1/messages' })).toBe(200)
})

test('it keeps the truth of what it got and what it sent', async () => {
  await using vendor = await startVendor()
  vendor.script({ text: ['é', '门'], splitBytes: 1, crlf: true, heartbeat: ': hi\n\n' })
  const sentBody = `${JSON.stringify({ ...CHAT, stream: true })}  `
  const bytes = Buffer.from(await (await post(vendor, sentBody)).arrayBuffer())
  const served = await vendor.arrival(0)
  await served.done
  expect(served).toMatchObject({ method: 'POST', path: '/v1/chat/completions', status: 200, aborted: false })
  expect(served.body.toString()).toBe(sentBody)
  expect(served.sent.equals(bytes)).toBe(true)
  expect(bytes.toString()).toContain(': hi\r\n\r\ndata: ')
})

test('it sees when the peer goes away', async () => {
  await using vendor = await startVendor()
  vendor.script({ endless: true })
  const abort = new AbortController()
  const response = await post(vendor, { ...CHAT, stream: true }, { signal: abort.signal })
  await response.body?.getReader().read()
  abort.abort()
  const served = await vendor.arrival(0)
  await served.done
  expect(served.aborted).toBe(true)
})

test('a script breaks a stream where it says', async () => {
  await using vendor = await startVendor()
  const body = { ...CHAT, stream: true }
  vendor.queue({ cut: 'before-headers' }, { cut: { afterBytes: 10 } }, { cut: { atEvent: 2 } })
  await expect(post(vendor, body)).rejects.toThrow('fetch failed')
  const cut = await post(vendor, body)
  await expect(cut.text()).rejects.toThrow('terminated')
  const short = await post(vendor, body)
  await expect(short.text()).rejects.toThrow('terminated')
  expect(vendor.served[1]?.sentBytes).toBe(10)
  expect(vendor.served[2]?.sent.toString().match(/^data: /gm)).toHaveLength(2)
  expect(vendor.served.map((served) => served.aborted)).toEqual([false, false, false])
})

test('a script spoils a stream where it says', async () => {
  await using vendor = await startVendor()
  const body = { ...CHAT, stream: true }
  vendor.queue({ errorAtEvent: 2, message: 'broke' }, { endAtEvent: 2 }, { malformedAtEvent: 1 }, { usage: 'absent' })
  expect(await (await post(vendor, body)).text()).toMatch(/data: \{"error":\{"message":"broke".*\n\n$/)
  expect(await (await post(vendor, body)).text()).not.toContain('[DONE]')
  const malformed = (await (await post(vendor, body)).text()).split('\n\n')[1]
  expect(() => JSON.parse(malformed?.slice(6) ?? '')).toThrow(SyntaxError)
  const silent = await (await post(vendor, { ...body, stream_options: { include_usage: true } })).text()
  expect(silent).not.toContain('usage')
})

test('a script is chosen by the queue, then by the model, then by the standard', async () => {
  await using vendor = await startVendor()
  vendor.script({ text: 'standard' })
  vendor.on('special', { text: 'by model' })
  vendor.queue({ text: 'queued' })
  const said = async (model: string) => {
    const response = await post(vendor, { ...CHAT, model })
    return /"content": "([^"]+)"/.exec(await response.text())?.[1]
  }
  expect([await said('special'), await said('special'), await said('other')]).toEqual([
    'queued',
    'by model',
    'standard',
  ])
})

test('a big answer follows the pace of its reader', async () => {
  await using vendor = await startVendor({ keepBytes: 100 })
  vendor.script({ bigBytes: 50 * 1024 * 1024 })
  const abort = new AbortController()
  const response = await post(vendor, { ...CHAT, stream: true }, { signal: abort.signal })
  await response.body?.getReader().read()
  const served = await vendor.arrival(0)
  expect(served.sentBytes).toBeLessThan(25 * 1024 * 1024)
  abort.abort()
  await served.done
  expect(served.sent).toHaveLength(100)
})

test('an answer waits for a promise, and can echo the credential it got', async () => {
  await using vendor = await startVendor()
  const gate = Promise.withResolvers<void>()
  vendor.script({ echoCredential: true, pause: { atEvent: 2, until: gate.promise } })
  const response = await post(vendor, { ...CHAT, stream: true })
  const reader = response.body?.getReader()
  await reader?.read()
  expect((await vendor.arrival(0)).sent).toHaveLength(0)
  gate.resolve()
  while (!(await reader?.read())?.done);
  await vendor.served[0]?.done
  expect(vendor.served[0]?.sent.toString()).toContain('"content":"k"')
})
