import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NarrowGateway, startNarrowGateway } from './narrow.ts'

const OFFERS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const
type Offer = (typeof OFFERS)[number]
/** 24 tokens of o200k, and 4 around the message. */
const TEXT = '玉门关在敦煌西北。The gate stands in the desert, north-west of Dunhuang.'

type Counted = { tokens: number; headers: Headers }

let here: NarrowGateway

beforeAll(async () => {
  here = await startNarrowGateway(OFFERS)
})
afterAll(() => here[Symbol.asyncDispose]())

/** Each library's question, and the dialect whose vendors can answer it. */
const ASKERS: Record<Exclude<Offer, 'openai-chat'>, (model: string) => Promise<Counted>> = {
  'openai-responses': async (model) => {
    const client = new OpenAI({ apiKey: here.key, baseURL: `${here.gateway.origin}/v1`, maxRetries: 0 })
    const { data, response } = await client.responses.inputTokens.count({ model, input: TEXT }).withResponse()
    expect(data.object).toBe('response.input_tokens')
    return { tokens: data.input_tokens, headers: response.headers }
  },
  'anthropic-messages': async (model) => {
    const client = new Anthropic({ authToken: here.key, baseURL: here.gateway.origin, maxRetries: 0 })
    const messages = [{ role: 'user' as const, content: TEXT }]
    const { data, response } = await client.messages.countTokens({ model, messages }).withResponse()
    return { tokens: data.input_tokens, headers: response.headers }
  },
  'gemini-generate': async (model) => {
    const client = new GoogleGenAI({ apiKey: here.key, httpOptions: { baseUrl: here.gateway.origin } })
    const answer = await client.models.countTokens({ model, contents: TEXT })
    return { tokens: answer.totalTokens ?? -1, headers: new Headers(answer.sdkHttpResponse?.headers) }
  },
}

const ACROSS = (Object.keys(ASKERS) as (keyof typeof ASKERS)[]).flatMap((asks) =>
  OFFERS.flatMap((serves) => (asks === serves ? [] : [{ asks, serves }])),
)

test.each(ACROSS)('a caller of $asks hears how long a request is to a model of $serves', async ({ asks, serves }) => {
  const before = here.vendor.served.length
  const { tokens, headers } = await ASKERS[asks](serves)
  expect(tokens).toBeGreaterThan(20)
  expect(tokens).toBeLessThan(36)
  expect(here.vendor.served).toHaveLength(before)
  expect(headers.get('x-yumen-count')).toBe('local')
  expect(await here.gateway.row(headers.get('x-yumen-request-id') ?? '')).toMatchObject({
    status: 'succeeded',
    cost: '0',
    usage_source: 'none',
    model: serves,
  })
})

/** What the vendor here says to a question it does not know, and what others say. */
const UNKNOWN = [
  { asks: 'anthropic-messages', says: undefined },
  { asks: 'openai-responses', says: { status: 404, body: '<h1>There is no such page</h1>' } },
  { asks: 'gemini-generate', says: { status: 405, body: '' } },
] as const

test.each(UNKNOWN)('an upstream of $asks that knows no such question is counted for', async ({ asks, says }) => {
  const before = here.vendor.served.length
  if (says) here.vendor.queue(says)
  const { tokens, headers } = await ASKERS[asks](asks)
  expect(here.vendor.served).toHaveLength(before + 1)
  expect(tokens).toBeGreaterThan(20)
  expect(headers.get('x-yumen-count')).toBe('local')
  const row = await here.gateway.row(headers.get('x-yumen-request-id') ?? '')
  expect(row).toMatchObject({ status: 'succeeded', http_status: 200, cost: '0', model: asks })
})

test('an upstream that knows the question says itself what is wrong with it', async () => {
  here.vendor.queue({ status: 400, message: 'too odd' })
  await expect(ASKERS['openai-responses']('openai-responses')).rejects.toThrow(/too odd/)
})

test('tools, system words and pictures count as well', async () => {
  const client = new Anthropic({ authToken: here.key, baseURL: here.gateway.origin, maxRetries: 0 })
  const picture = {
    type: 'base64' as const,
    media_type: 'image/png' as const,
    data: Buffer.alloc(3000).toString('base64'),
  }
  const plain = { model: 'openai-chat', messages: [{ role: 'user' as const, content: TEXT }] }
  const { input_tokens: least } = await client.messages.countTokens(plain)
  const { input_tokens: most } = await client.messages.countTokens({
    ...plain,
    system: TEXT.repeat(10),
    tools: [{ name: 'look', description: TEXT.repeat(10), input_schema: { type: 'object' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: picture },
          { type: 'text', text: TEXT },
        ],
      },
    ],
  })
  expect(most - least).toBeGreaterThan(1100 + 400)
  expect(most - least).toBeLessThan(1100 + 600)
})

test('a question nobody can make sense of is refused in the caller’s words', async () => {
  const headers = { 'x-api-key': here.key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'openai-chat', messages: [{ role: 'user', content: 7 }] })
  const answer = await fetch(`${here.gateway.origin}/v1/messages/count_tokens`, { method: 'POST', headers, body })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
})

test('what only its own vendor can do is refused where there is none: a conversation is not compacted by a chat', async () => {
  const client = new OpenAI({ apiKey: here.key, baseURL: `${here.gateway.origin}/v1`, maxRetries: 0 })
  const compacting = client.responses.compact({ model: 'openai-chat', input: TEXT })
  await expect(compacting).rejects.toMatchObject({ status: 400, code: 'not_translatable' })
})

test('Gemini CLI hears how long its last message is, which it asks for alone where a tool gave a picture', async () => {
  const parts = [
    { functionResponse: { id: 'read_file__1', name: 'read_file', response: { output: 'Binary content provided.' } } },
    { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
  ]
  const response = await fetch(`${here.gateway.origin}/v1beta/models/anthropic-messages:countTokens`, {
    method: 'POST',
    headers: { 'x-goog-api-key': here.key, 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ role: 'user', parts }] }),
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ totalTokens: expect.any(Number) })
})
