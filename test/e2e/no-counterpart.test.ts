import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SideVendor, startSideVendor } from '../vendor/side.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'

const OFFERS = ['openai-chat', 'openai-images', 'anthropic-messages', 'gemini-generate', 'rerank'] as const
type Offer = (typeof OFFERS)[number]

let vendor: SideVendor
let gateway: Gateway
let key: string
let openai: OpenAI
let anthropic: Anthropic
let google: GoogleGenAI

beforeAll(async () => {
  vendor = await startSideVendor(VENDOR_SECRET)
  gateway = await startGateway()
  for (const offer of OFFERS) {
    await gateway.addModel(offer)
    await addNarrow(gateway, { origin: vendor.origin, offer, model: offer })
  }
  key = (await gateway.addKey()).secret
  openai = new OpenAI({ apiKey: key, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
  anthropic = new Anthropic({ authToken: key, baseURL: gateway.origin, maxRetries: 0 })
  google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway.origin } })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})

const sound = async () => toFile(Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'a.wav')
const rerank = (model: string) => openai.post('/rerank', { body: { model, query: 'q', documents: ['a'] } })
const asPicture = { responseModalities: ['IMAGE'] }
const asSound = { responseModalities: ['AUDIO'] }

/** What a library can ask, and the protocols in which there is nothing like it. */
const ASKED: Record<string, { ask: (model: string) => Promise<unknown>; missing: readonly Offer[] }> = {
  'OpenAI’s embeddings': {
    ask: (model) => openai.embeddings.create({ model, input: 'x' }),
    missing: ['anthropic-messages'],
  },
  'OpenAI’s images': {
    ask: (model) => openai.images.generate({ model, prompt: 'x' }),
    missing: ['anthropic-messages', 'openai-chat'],
  },
  'OpenAI’s speech': {
    ask: (model) => openai.audio.speech.create({ model, input: 'x', voice: 'alloy' }),
    missing: ['anthropic-messages', 'openai-chat'],
  },
  'OpenAI’s transcripts': {
    ask: async (model) => openai.audio.transcriptions.create({ model, file: await sound() }),
    missing: ['anthropic-messages', 'openai-chat'],
  },
  'OpenAI’s moderations': {
    ask: (model) => openai.moderations.create({ model, input: 'x' }),
    missing: ['anthropic-messages', 'gemini-generate'],
  },
  'OpenAI’s text completions': {
    ask: (model) => openai.completions.create({ model, prompt: 'x' }),
    missing: ['anthropic-messages', 'gemini-generate'],
  },
  rerank: { ask: rerank, missing: ['anthropic-messages', 'gemini-generate', 'openai-chat'] },
  'Google’s embeddings': {
    ask: (model) => google.models.embedContent({ model, contents: 'x' }),
    missing: ['anthropic-messages'],
  },
  'a picture of Google’s': {
    ask: (model) => google.models.generateContent({ model, contents: 'x', config: asPicture }),
    missing: ['anthropic-messages', 'openai-chat'],
  },
  'sound of Google’s': {
    ask: (model) => google.models.generateContent({ model, contents: 'x', config: asSound }),
    missing: ['anthropic-messages', 'openai-chat'],
  },
  'Anthropic’s messages': {
    ask: (model) => anthropic.messages.create({ model, max_tokens: 9, messages: [{ role: 'user', content: 'x' }] }),
    missing: ['openai-images', 'rerank'],
  },
}

const CASES = Object.entries(ASKED).flatMap(([what, { ask, missing }]) =>
  missing.map((model) => ({ what, ask, model })),
)

describe('what a model’s providers have nothing like', () => {
  test.each(CASES)('is refused with where the model is offered: $what of $model', async ({ ask, model }) => {
    const before = vendor.served.length
    const asked = ask(model)
    await expect(asked).rejects.toMatchObject({ status: 404 })
    const where = model === 'rerank' ? '/v1/rerank' : model === 'openai-images' ? '/v1/images' : '/v1/messages'
    await expect(asked).rejects.toThrow(new RegExp(`No provider offers the model .*${where}`))
    expect(vendor.served).toHaveLength(before)
  })

  test('is told in the caller’s language and shape', async () => {
    const ask = (path: string, headers: Record<string, string>, body: object) =>
      fetch(gateway.origin + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'accept-language': 'zh-CN' },
        body: JSON.stringify(body),
      }).then((answer) => answer.json())
    const zh = expect.stringContaining('没有提供商通过此接口提供模型')
    const openaiToo = await ask(
      '/v1/rerank',
      { authorization: `Bearer ${key}` },
      { model: 'openai-chat', query: 'q', documents: [] },
    )
    expect(openaiToo).toMatchObject({ error: { message: zh, type: 'invalid_request_error', code: 'model_not_found' } })
    const messages = { model: 'rerank', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] }
    expect(await ask('/v1/messages', { 'x-api-key': key, 'anthropic-version': '2023-06-01' }, messages)).toMatchObject({
      type: 'error',
      error: { type: 'not_found_error', message: zh },
    })
    const path = '/v1beta/models/anthropic-messages:embedContent'
    expect(await ask(path, { 'x-goog-api-key': key }, { content: { parts: [{ text: 'x' }] } })).toMatchObject({
      error: { code: 404, status: 'NOT_FOUND', message: zh },
    })
  })

  test('and neither Google’s files nor Anthropic’s are kept', async () => {
    const file = new Blob(['a page'], { type: 'text/plain' })
    const uploaded = google.files.upload({ file, config: { mimeType: 'text/plain' } })
    await expect(uploaded).rejects.toThrow(/404|NOT_FOUND|No such|not exist/i)
    const kept = anthropic.beta.files.upload({ file: await toFile(Buffer.from('a page'), 'a.txt') })
    await expect(kept).rejects.toMatchObject({ status: 404, type: 'not_found_error' })
    const source = { type: 'file' as const, file_id: 'file_of_somebody' }
    const named = anthropic.beta.messages.create({
      model: 'anthropic-messages',
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'document', source }] }],
    })
    await expect(named).rejects.toMatchObject({ status: 404 })
  })

  test.each(['predict', 'predictLongRunning', 'asyncBatchEmbedContent'])(
    'and Google’s `%s` is no path',
    async (verb) => {
      const headers = { 'x-goog-api-key': key, 'content-type': 'application/json' }
      const path = `${gateway.origin}/v1beta/models/gemini-generate:${verb}`
      const answer = await fetch(path, { method: 'POST', headers, body: '{}' })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } })
    },
  )
})
