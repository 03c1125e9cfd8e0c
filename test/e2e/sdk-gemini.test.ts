import { ApiError, type GenerateContentResponse, GoogleGenAI } from '@google/genai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testKey } from '../../src/contract/keys.ts'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { startVendor } from '../vendor/server.ts'
import type { Vendor } from '../vendor/server.ts'
import { startGatewayFor, VENDOR_SECRET } from './gateway.ts'

let vendor: Vendor
let gateway: Awaited<ReturnType<typeof startGatewayFor>>
let client: GoogleGenAI

beforeAll(async () => {
  vendor = await startVendor({ secret: VENDOR_SECRET })
  gateway = await startGatewayFor(vendor)
  client = clientWith(gateway.key)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})
beforeEach(async () => {
  vendor.script({})
  await gateway.recover()
})

const clientWith = (apiKey: string, more: { apiVersion?: string; baseUrl?: string } = {}) =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.origin, ...more } })

const asked = { model: 'm', contents: '你好, hello' }
const usage = { input: 34, cacheRead: 1000, output: 56, reasoning: 20 }
// 34×2 + 1000×0.2 + 56×10 = 828 micro-dollars
const COST = '0.000828'

const ID = 'x-yumen-request-id'
const idOf = (response: Response | GenerateContentResponse) =>
  (response instanceof Response ? response.headers.get(ID) : response.sdkHttpResponse?.headers?.[ID]) ?? ''
const lastServed = () => vendor.arrival(vendor.served.length - 1)

function raw(call: string, body: unknown = { contents: [{ parts: [{ text: 'hi' }] }] }): Promise<Response> {
  return fetch(`${gateway.origin}/v1beta/models/${call}`, {
    method: 'POST',
    headers: { 'x-goog-api-key': gateway.key, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const STREAMS = ['m:streamGenerateContent?alt=sse', 'm:streamGenerateContent'] as const

test('an answer comes back, and its row costs what it must to the nano-dollar', async () => {
  vendor.script({ text: 'Hi there', thinking: ['let me see'], usage })
  const answer = await client.models.generateContent(asked)
  expect(answer.text).toBe('Hi there')
  expect(answer.usageMetadata).toMatchObject({
    promptTokenCount: 1034,
    cachedContentTokenCount: 1000,
    candidatesTokenCount: 36,
    thoughtsTokenCount: 20,
    totalTokenCount: 1090,
  })
  expect(await gateway.row(idOf(answer))).toMatchObject({
    status: 'succeeded',
    end: 'complete',
    protocol: 'gemini-generate',
    client: 'Google GenAI SDK',
    model: 'm',
    stream: false,
    cost: COST,
    usage: { input: 34, cache_read: 1000, output: 56, reasoning: 20 },
    usage_source: 'upstream',
    attempts_made: 1,
  })
})

test('a stream with thoughts reaches the library whole and is billed the same', async () => {
  vendor.script({ text: ['é', '门', '🙂'], thinking: ['why', ' not'], usage, splitBytes: 7 })
  const said: string[] = []
  const thought: string[] = []
  let last: GenerateContentResponse | undefined
  for await (const chunk of await client.models.generateContentStream(asked)) {
    last = chunk
    for (const { text = '', thought: hidden } of chunk.candidates?.[0]?.content?.parts ?? [])
      (hidden ? thought : said).push(text)
  }
  expect([said.join(''), thought.join('')]).toEqual(['é门🙂', 'why not'])
  expect(last?.candidates?.[0]?.finishReason).toBe('STOP')
  expect(last?.usageMetadata).toMatchObject({ promptTokenCount: 1034, thoughtsTokenCount: 20 })
  expect(last && (await gateway.row(idOf(last)))).toMatchObject({
    status: 'succeeded',
    end: 'complete',
    stream: true,
    cost: COST,
    usage_source: 'upstream',
  })
})

test.each([
  ['v1', {}],
  ['v1beta', { apiVersion: 'v1beta' }],
  ['v1alpha', { apiVersion: 'v1alpha' }],
])(
  'the vendor is asked in the version %s of the caller, with their bytes and our credential only',
  async (version, more) => {
    vendor.script({ text: 'ok', usage })
    await clientWith(gateway.key, more).models.generateContent({ ...asked, model: 'models/m' })
    const served = await lastServed()
    expect(served.path).toBe(`/${version}/models/m-upstream:generateContent`)
    expect(served.headers['x-goog-api-key']).toBe(VENDOR_SECRET)
    expect(JSON.stringify(served.headers)).not.toContain(gateway.key)
  },
)

test('a tool is called and answered in a second turn, which brings the signature back', async () => {
  const tools = [
    { id: 'call-1', name: 'weather', arguments: { city: '玉门' } },
    { id: 'call-2', name: 'weather', arguments: { city: '敦煌' } },
  ]
  const config = { tools: [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: { type: 'object' } }] }] }
  const chat = client.chats.create({ model: 'm', config })
  vendor.script({ tools, usage })
  const parts = []
  for await (const chunk of await chat.sendMessageStream({ message: '天气？' }))
    parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []))
  const signature = parts.find((part) => part.thoughtSignature)?.thoughtSignature
  expect(signature).toBeTruthy()
  expect(parts.flatMap((part) => part.functionCall ?? [])).toMatchObject([
    { name: 'weather', args: { city: '玉门' } },
    { name: 'weather', args: { city: '敦煌' } },
  ])
  vendor.script({ text: '晴', usage })
  const message = tools.map(({ id, name }) => ({ functionResponse: { id, name, response: { output: '晴' } } }))
  const answer = await chat.sendMessage({ message })
  expect(answer.text).toBe('晴')
  const second = (await lastServed()).body.toString()
  expect(second).toContain(`"thoughtSignature":"${signature}"`)
  expect(second).toContain('"functionResponse"')
  expect(await gateway.row(idOf(answer))).toMatchObject({ status: 'succeeded', cost: COST })
})

test('counting tokens is answered by the vendor and costs nothing', async () => {
  vendor.script({ usage: { input: 31 } })
  expect(await client.models.countTokens(asked)).toMatchObject({ totalTokens: 31 })
  const response = await raw('m:countTokens')
  expect(await response.json()).toMatchObject({ totalTokens: 31 })
  expect((await lastServed()).path).toBe('/v1beta/models/m-upstream:countTokens')
  expect(await gateway.row(idOf(response))).toMatchObject({ status: 'succeeded', cost: '0', usage_source: 'none' })
})

test('the library lists and finds the models, in the version it likes', async () => {
  for (const apiVersion of ['v1', 'v1beta']) {
    const { models } = clientWith(gateway.key, { apiVersion })
    const names: (string | undefined)[] = []
    for await (const model of await models.list()) names.push(model.name)
    expect(names).toEqual(['models/m'])
    expect(await models.get({ model: 'm' })).toMatchObject({ name: 'models/m' })
  }
})

test('an abort by the library reaches the vendor', async () => {
  vendor.script({ endless: true, text: ['on'], usage })
  const leaving = new AbortController()
  const reading = (async () => {
    const stream = await client.models.generateContentStream({ ...asked, config: { abortSignal: leaving.signal } })
    for await (const chunk of stream) if (chunk.text) leaving.abort()
  })()
  await expect(reading).rejects.toThrow(/abort/i)
  const served = await lastServed()
  await served.done
  expect(served.aborted).toBe(true)
})

// The caller's own mistakes pass byte for byte; the rest is told as ours.
test.each([
  [400, 400, 'INVALID_ARGUMENT'],
  [401, 503, 'UNAVAILABLE'],
  [402, 503, 'UNAVAILABLE'],
  [403, 503, 'UNAVAILABLE'],
  [404, 404, 'NOT_FOUND'],
  [408, 503, 'UNAVAILABLE'],
  [413, 413, 'INVALID_ARGUMENT'],
  [429, 429, 'RESOURCE_EXHAUSTED'],
  [500, 503, 'UNAVAILABLE'],
  [502, 503, 'UNAVAILABLE'],
  [503, 503, 'UNAVAILABLE'],
  [504, 503, 'UNAVAILABLE'],
])('when the vendor says %i the library sees %i %s, and nobody pays', async (status, seen, word) => {
  vendor.script({ status, message: 'the vendor’s own words', headers: { 'retry-after': '7' } })
  for (const call of ['m:generateContent', ...STREAMS]) {
    await gateway.recover()
    const response = await raw(call)
    expect(response.status, call).toBe(seen)
    const bytes = Buffer.from(await response.arrayBuffer())
    const body: unknown = JSON.parse(bytes.toString())
    const told = { error: { code: seen, status: word } }
    expect(body, call).toMatchObject(call === STREAMS[1] ? [told] : told)
    if (seen === 429) expect(bytes.toString()).toContain('"retryDelay":"7s"')
    const served = await lastServed()
    await served.done
    expect(bytes.equals(served.sent)).toBe([400, 404, 413].includes(status))
    const row = await gateway.row(idOf(response))
    expect(row).toMatchObject({ status: 'failed', http_status: seen, cost: '0', usage_source: 'none' })
  }
  const thrown = { name: 'ApiError', status: seen }
  await gateway.recover()
  await expect(client.models.generateContent(asked)).rejects.toMatchObject(thrown)
  await gateway.recover()
  await expect(client.models.generateContentStream(asked)).rejects.toMatchObject(thrown)
})

test.each([
  ['nothing', '', {}],
  ['nothing, which is said to be JSON', '', { 'content-type': 'application/json' }],
  ['plain words of no type', 'Bad Request', {}],
])('a refusal of %s is an error of the library’s own, with its status', async (_, body, headers) => {
  vendor.script({ status: 400, body, headers })
  await expect(client.models.generateContent(asked)).rejects.toMatchObject({ name: 'ApiError', status: 400 })
  const response = await raw('m:generateContent')
  expect([response.status, await response.text()]).toEqual([400, body])
})

test('a stream that breaks midway ends with an error the library throws, and is billed for what came', async () => {
  for (const script of [{ cut: { atEvent: 2 } }, { endAtEvent: 2 }, { errorAtEvent: 2 }]) {
    vendor.script({ text: ['a', 'b', 'c', 'd'], usage, ...script })
    const pieces: string[] = []
    let id = ''
    const reading = (async () => {
      for await (const chunk of await client.models.generateContentStream(asked)) {
        id = idOf(chunk)
        pieces.push(chunk.text ?? '')
      }
    })()
    await expect(reading, JSON.stringify(script)).rejects.toThrow('errorAtEvent' in script ? /Overloaded/ : ApiError)
    expect(pieces.join('')).toBe('ab')
    const row = await gateway.row(id)
    expect(row, JSON.stringify(script)).toMatchObject({ status: 'failed', usage_source: 'partial' })
    expect(row.usage).toMatchObject({ input: 34, cache_read: 1000 })
  }
})

test('a failure before any word lets the next provider answer', async () => {
  await using spare = await startVendor({ secret: VENDOR_SECRET })
  spare.script({ text: 'from the spare', usage })
  await gateway.addModel('shared')
  await gateway.addProvider({ vendor, models: ['shared'], slug: 'first', priority: 1 })
  await gateway.addProvider({ vendor: spare, models: ['shared'], slug: 'spare', priority: 2 })
  const failure = `data: ${JSON.stringify({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } })}\n\n`
  const stream = { headers: { 'content-type': 'text/event-stream' } }
  for (const script of [{ status: 503 }, { body: failure, ...stream }, { body: 'data: {}\n\n', ...stream }]) {
    vendor.script(script)
    const said: string[] = []
    for await (const chunk of await client.models.generateContentStream({ ...asked, model: 'shared' }))
      said.push(chunk.text ?? '')
    expect(said.join(''), JSON.stringify(script)).toBe('from the spare')
  }
})

test('what the caller gets wrong is told in the dialect', async () => {
  const bad = clientWith('sk-ym-wrong').models.generateContent(asked)
  await expect(bad).rejects.toMatchObject({ status: 400, message: expect.stringContaining('API_KEY_INVALID') })
  await expect(client.models.generateContent({ ...asked, model: 'nope' })).rejects.toMatchObject({ status: 404 })
  const malformed = await raw('m:generateContent', '{"contents":')
  expect(malformed.status).toBe(400)
  expect(await malformed.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } })
  const wrong = await fetch(`${gateway.origin}/v1beta/models/m:streamGenerateContent`, { method: 'POST', body: '{}' })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject([{ error: { code: 400, details: [{ reason: 'API_KEY_INVALID' }] } }])
  const unknown = await raw('m:noSuchThing')
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } })
})

test('a version in the base URL beside the library’s own does no harm', async () => {
  const doubled = clientWith(gateway.key, { baseUrl: `${gateway.origin}/v1`, apiVersion: 'v1beta' })
  expect((await doubled.models.generateContent(asked)).text).toBe('Hello from the vendor.')
})

test('the console tries a key with a model that only a Gemini address serves', async () => {
  await gateway.addModel('only-gemini')
  const endpoints = [{ dialect: 'gemini' as const, base_url: vendor.origin }]
  const body = { slug: 'google', name: 'Google', preset: 'custom', allow_private: true, endpoints }
  const routes = [{ model: 'only-gemini' }]
  await gateway.call(adminCreateProvider, { body: { ...body, credentials: [{ secret: VENDOR_SECRET }], routes } })
  const { id } = await gateway.addKey()
  const tried = await gateway.call(testKey, { params: { id }, body: { model: 'only-gemini' } })
  expect(tried).toMatchObject({ ok: true, status: 200, protocol: 'gemini-generate', model: 'only-gemini' })
})
