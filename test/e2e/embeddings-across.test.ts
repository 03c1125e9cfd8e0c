import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { GoogleGenAI } from '@google/genai'
import { embedMany } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSideVendor, type SideVendor } from '../vendor/side.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'

let vendor: SideVendor
let gateway: Gateway
let key: string

beforeAll(async () => {
  vendor = await startSideVendor(VENDOR_SECRET)
  gateway = await startGateway()
  for (const offer of ['openai-embeddings', 'gemini-embed'] as const) {
    await gateway.addModel(offer, { kind: 'embedding' })
    await addNarrow(gateway, { origin: vendor.origin, offer, model: offer })
  }
  key = (await gateway.addKey()).secret
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

test('OpenAI’s library gets the vectors of a Gemini model, in the base64 it asks for, and pays what Gemini tells', async () => {
  const client = new OpenAI({ apiKey: key, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  const asked = { model: 'gemini-embed', input: ['玉门', 'gate'], dimensions: 3 }
  const { data, response } = await client.embeddings.create(asked).withResponse()
  // Of length 1, as OpenAI's are: Google's are not once they were shortened.
  const expected = [0, 1].map((last) => {
    const vector = [0.25, -1, last]
    return [...new Float32Array(vector.map((number) => number / Math.hypot(...vector)))]
  })
  expect(data.data.map(({ embedding }) => embedding)).toEqual(expected)
  expect(vendor.last().path).toBe('/v1/models/m-upstream:batchEmbedContents')
  const row = await gateway.row(response.headers.get('x-yumen-request-id') ?? '')
  expect(row).toMatchObject({ protocol: 'openai-embeddings', status: 'succeeded', usage_source: 'upstream' })
  expect(row.usage.input).toBe(data.usage.prompt_tokens)
})

test('a field whose name no header can carry is left out without a word, however long the names are', async () => {
  const named = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`field_${i}`, 1]))
  const response = await fetch(`${gateway.origin}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gemini-embed', input: '玉门', 用途: '搜索', ['x'.repeat(100_000)]: 1, ...named }),
  })
  expect(response.status).toBe(200)
  expect((response.headers.get('x-yumen-dropped') ?? '').split(',')).toEqual(Object.keys(named).slice(0, 24))
  const row = await gateway.row(response.headers.get('x-yumen-request-id') ?? '')
  expect(row).toMatchObject({ status: 'succeeded', usage_source: 'upstream' })
})

test('Google’s library gets the vectors of an OpenAI model', async () => {
  const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway.origin } })
  const answer = await client.models.embedContent({ model: 'openai-embeddings', contents: ['玉门'] })
  expect(answer.embeddings).toHaveLength(1)
  expect(answer.embeddings?.every(({ values }) => (values?.length ?? 0) > 0)).toBe(true)
  expect(vendor.last().path).toBe('/v1/embeddings')
})

test('the AI SDK gets vectors across dialects, both ways', async () => {
  const openai = createOpenAI({ apiKey: key, baseURL: `${gateway.origin}/v1` })
  const google = createGoogleGenerativeAI({ apiKey: key, baseURL: `${gateway.origin}/v1beta` })
  const values = ['玉门', 'gate']
  const gemini = await embedMany({ model: openai.embeddingModel('gemini-embed'), values, maxRetries: 0 })
  expect(gemini.embeddings).toEqual([
    [0.25, -1, 0],
    [0.25, -1, 1],
  ])
  const one = await embedMany({ model: google.embeddingModel('openai-embeddings'), values: ['玉门'], maxRetries: 0 })
  expect(one.embeddings).toHaveLength(1)
})
