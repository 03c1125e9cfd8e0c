import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCreateProvider, adminProbeProvider } from '../../src/contract/providers.ts'
import { type Gateway, startGateway } from './gateway.ts'

const PROJECT = '/v1/projects/p/locations/global'

type Call = { path: string; headers: IncomingHttpHeaders; body: string }

/** Vertex AI as far as a gateway sees it: tokens are sold at `/token`, and nothing is done without one. */
async function startVertex() {
  const calls: Call[] = []
  const state = { refuse: false }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const part of request) body += String(part)
    const call = { path: request.url ?? '', headers: request.headers, body }
    calls.push(call)
    const [status, answer] = answerTo(call, state)
    const stream = call.path.includes('stream') || answer.startsWith('data: ')
    response.writeHead(status, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
    response.end(answer)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    state,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const MESSAGE = {
  id: 'msg_vrtx_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5-5',
  content: [{ type: 'text', text: 'hi' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 10, output_tokens: 4 },
}
const GENERATED = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 4, totalTokenCount: 14 },
  modelVersion: 'gemini-3.8-flash',
}
const CHATTED = {
  id: 'c',
  object: 'chat.completion',
  model: 'google/gemini-3.8-flash',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
}
const EVENTS = [
  { type: 'message_start', message: { ...MESSAGE, content: [], usage: { input_tokens: 10, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hi' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
]

/** What the account buys. */
const TOKEN = 'ya29.bought-by-the-account'

/** An upstream's words about a header that it does not like. */
const QUOTING = { error: { code: 400, status: 'INVALID_ARGUMENT', message: `no such header: Bearer ${TOKEN}` } }

function answerTo({ path, headers, body }: Call, { refuse }: { refuse: boolean }): [number, string] {
  if (path === '/token')
    return refuse
      ? [400, '{"error":"invalid_grant"}']
      : [200, JSON.stringify({ access_token: TOKEN, expires_in: 3599 })]
  if (headers.authorization !== `Bearer ${TOKEN}`) return [401, '{"error":{"code":401,"status":"UNAUTHENTICATED"}}']
  if (body.includes('quote it in a stream'))
    return [200, `data: ${JSON.stringify(CHATTED)}\n\ndata: ${JSON.stringify(QUOTING)}\n\n`]
  if (body.includes('quote it')) return [400, JSON.stringify(QUOTING)]
  if (path.endsWith(':streamRawPredict'))
    return [200, EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')]
  if (path.endsWith('/count-tokens:rawPredict')) return [200, '{"input_tokens":2095}']
  if (path.endsWith(':rawPredict')) return [200, JSON.stringify(MESSAGE)]
  if (path.endsWith(':streamGenerateContent?alt=sse')) return [200, `data: ${JSON.stringify(GENERATED)}\n\n`]
  if (path.endsWith(':generateContent')) return [200, JSON.stringify(GENERATED)]
  if (path.endsWith('/endpoints/openapi/chat/completions')) return [200, JSON.stringify(CHATTED)]
  return [404, 'not found']
}

let vertex: Awaited<ReturnType<typeof startVertex>>
let gateway: Gateway
let key: string
let credential: string

beforeAll(async () => {
  vertex = await startVertex()
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  credential = JSON.stringify(
    { client_email: 'yumen@p.test', private_key: privateKey, token_uri: `${vertex.origin}/token` },
    null,
    2,
  )
  gateway = await startGateway()
  for (const model of ['claude', 'gemini', 'layer']) await gateway.addModel(model)
  await gateway.call(adminCreateProvider, { body: { slug: 'vertex', name: 'vertex', ...provider() } })
  key = (await gateway.addKey()).secret
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vertex.close()
})
beforeEach(() => {
  vertex.state.refuse = false
})

function provider() {
  const base = vertex.origin + PROJECT
  return {
    preset: 'vertex',
    allow_private: true,
    credentials: [{ secret: credential }],
    endpoints: [
      { dialect: 'gemini' as const, base_url: base },
      { dialect: 'anthropic' as const, base_url: base },
      { dialect: 'openai' as const, base_url: `${base}/endpoints/openapi` },
    ],
    routes: [
      { model: 'claude', upstream_name: 'claude-opus-5-5' },
      { model: 'gemini', upstream_name: 'gemini-3.8-flash' },
      { model: 'layer', upstream_name: 'google/gemini-3.8-flash' },
    ],
  }
}

const last = () => {
  const call = vertex.calls.at(-1)
  if (!call) throw new Error('nothing was asked')
  return call
}
const anthropic = () => new Anthropic({ authToken: key, baseURL: gateway.origin, maxRetries: 0 })
const CLAUDE = `${PROJECT}/publishers/anthropic/models`
const HI = [{ role: 'user' as const, content: 'hi' }]

test('Claude is asked under its publisher, streamed or not, and paid for by its usage', async () => {
  const { data, response } = await anthropic()
    .messages.create({ model: 'claude', max_tokens: 9, messages: HI })
    .withResponse()
  expect(data.content).toEqual([{ type: 'text', text: 'hi' }])
  expect(last().path).toBe(`${CLAUDE}/claude-opus-5-5:rawPredict`)
  expect(JSON.parse(last().body)).toEqual({ anthropic_version: 'vertex-2023-10-16', max_tokens: 9, messages: HI })
  const row = await gateway.row(response.headers.get('x-yumen-request-id') ?? '')
  expect(row).toMatchObject({ status: 'succeeded', usage: { input: 10, output: 4 }, cost: '0.00006' })
  const streamed = await anthropic().messages.stream({ model: 'claude', max_tokens: 9, messages: HI }).finalText()
  expect(streamed).toBe('hi')
  expect(last().path).toBe(`${CLAUDE}/claude-opus-5-5:streamRawPredict`)
  expect(JSON.parse(last().body)).toHaveProperty('stream', true)
})

test('tokens are counted at their own path', async () => {
  const { input_tokens } = await anthropic().messages.countTokens({ model: 'claude', messages: HI })
  expect(input_tokens).toBe(2095)
  expect(last().path).toBe(`${CLAUDE}/count-tokens:rawPredict`)
  expect(JSON.parse(last().body)).toHaveProperty('model', 'claude-opus-5-5')
})

test('Gemini is asked under its publisher, streamed or not', async () => {
  const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway.origin } })
  const request = { model: 'gemini', contents: 'hi' }
  expect((await client.models.generateContent(request)).text).toBe('hi')
  expect(last().path).toBe(`${PROJECT}/publishers/google/models/gemini-3.8-flash:generateContent`)
  let text = ''
  for await (const chunk of await client.models.generateContentStream(request)) text += chunk.text
  expect(text).toBe('hi')
  expect(last().path).toBe(`${PROJECT}/publishers/google/models/gemini-3.8-flash:streamGenerateContent?alt=sse`)
  expect(last().headers).not.toHaveProperty('x-goog-api-key')
})

test('the OpenAI layer is asked at its own path', async () => {
  const client = new OpenAI({ apiKey: key, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  const { choices } = await client.chat.completions.create({ model: 'layer', messages: HI })
  expect(choices[0]?.message.content).toBe('hi')
  expect(last().path).toBe(`${PROJECT}/endpoints/openapi/chat/completions`)
})

test.each([false, true])('the token does not come back in words about the request (streamed: %s)', async (stream) => {
  const content = stream ? 'quote it in a stream' : 'quote it'
  const answer = await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'layer', stream, messages: [{ role: 'user', content }] }),
  })
  expect(last().body).toContain(content)
  const told = await answer.text()
  expect(told).toContain('error')
  expect(told).not.toContain('ya29')
})

test('all of it ran on one token, and the key of the account never went out', async () => {
  expect(vertex.calls.filter(({ path }) => path === '/token')).toHaveLength(1)
  expect(JSON.stringify(vertex.calls)).not.toContain('PRIVATE KEY')
})

test('trying a connection tells a credential that holds from one that does not', async () => {
  const body = { preset: 'vertex', allow_private: true, endpoints: provider().endpoints }
  const well = await gateway.call(adminProbeProvider, { body: { ...body, secret: credential } })
  expect(well).toMatchObject({ ok: true })
  const bad = await gateway.call(adminProbeProvider, { body: { ...body, secret: 'sk-123456789' } })
  expect(bad).toMatchObject({ ok: false })
})
