import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { generateObject, generateText, jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from 'ai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TRANSLATED } from '../../src/protocols/translate/codec.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'
import { CITY, WEATHER } from './weather.ts'

let vendor: Vendor
let gateway: Gateway
let models: Record<string, (model: string) => LanguageModel>

beforeAll(async () => {
  vendor = await startVendor({ secret: VENDOR_SECRET })
  gateway = await startGateway()
  for (const offer of TRANSLATED) {
    await gateway.addModel(offer, { max_output: 4096 })
    await addNarrow(gateway, { origin: vendor.origin, offer, model: offer })
  }
  const { secret: apiKey } = await gateway.addKey()
  const openai = createOpenAI({ apiKey, baseURL: `${gateway.origin}/v1` })
  const anthropic = createAnthropic({ apiKey, baseURL: `${gateway.origin}/v1` })
  const google = createGoogleGenerativeAI({ apiKey, baseURL: `${gateway.origin}/v1beta` })
  models = {
    'openai()': (model) => openai(model),
    'openai.chat()': (model) => openai.chat(model),
    'anthropic()': (model) => anthropic(model),
    'google()': (model) => google(model),
    'google.interactions()': (model) => google.interactions(model),
  }
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})
beforeEach(() => vendor.script({}))

const usage = { input: 34, cacheRead: 1000, output: 56, reasoning: 20 }
const weather = tool({
  description: WEATHER.description,
  inputSchema: jsonSchema<{ city: string }>(WEATHER.schema as Parameters<typeof jsonSchema>[0]),
  execute: async ({ city }) => `${city}: clear`,
})

describe.each(['openai()', 'openai.chat()', 'anthropic()', 'google()', 'google.interactions()'])(
  'the AI SDK’s %s',
  (client) => {
    describe.each(TRANSLATED)('on a model served by %s', (name) => {
      const model = () => models[client]?.(name) ?? ''

      test('generates text and counts it', async () => {
        vendor.script({ text: 'Hi 门', usage })
        const { text, usage: told } = await generateText({ model: model(), prompt: 'hi', maxRetries: 0 })
        expect(text).toBe('Hi 门')
        expect([told.inputTokens, told.outputTokens]).toEqual([1034, 56])
      })

      test('streams text and thoughts', async () => {
        vendor.script({ text: ['Hi', ' 门', '🙂'], thinking: ['hm'], usage })
        const { textStream } = streamText({ model: model(), prompt: 'hi', maxRetries: 0 })
        let text = ''
        for await (const piece of textStream) text += piece
        expect(text).toBe('Hi 门🙂')
      })

      test('runs a tool loop of two turns', async () => {
        vendor.queue({ tools: [{ id: 'call_1', name: 'get_weather', arguments: { city: 'Yumen' } }], usage })
        vendor.queue({ text: 'It is clear.', usage })
        const told = await generateText({
          model: model(),
          prompt: 'weather?',
          tools: { get_weather: weather },
          stopWhen: stepCountIs(3),
          maxRetries: 0,
        })
        expect(told.text).toBe('It is clear.')
        expect(told.steps[0]?.toolResults).toMatchObject([{ output: 'Yumen: clear' }])
        expect((await vendor.arrival(vendor.served.length - 1)).body.toString()).toContain('Yumen: clear')
      })

      test('continues a conversation from its own answer', async () => {
        vendor.script({ text: 'first answer', usage })
        const first = await generateText({ model: model(), prompt: 'one', maxRetries: 0 })
        vendor.script({ text: 'second answer', usage })
        const messages = [
          { role: 'user' as const, content: 'one' },
          ...first.response.messages,
          { role: 'user' as const, content: 'two' },
        ]
        const second = await generateText({ model: model(), messages, maxRetries: 0 })
        expect(second.text).toBe('second answer')
      })

      test('generates an object', async () => {
        vendor.script({ text: '{"city":"Yumen"}', usage })
        const asked = generateObject({
          model: model(),
          prompt: 'where?',
          maxRetries: 0,
          schema: jsonSchema<{ city: string }>(CITY as Parameters<typeof jsonSchema>[0]),
        })
        expect((await asked).object).toEqual({ city: 'Yumen' })
      })
    })
  },
)
