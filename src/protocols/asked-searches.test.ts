import { expect, test } from 'vitest'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { geminiGenerate } from './gemini-generate/gemini-generate.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import type { Protocol } from './protocol.ts'

const worstOf = (protocol: Protocol, path: string, body: object, model = 'm') =>
  protocol
    .read({ path, query: new URLSearchParams(), body: Buffer.from(JSON.stringify({ model, ...body })) })
    .worst?.(model)

const asked = (...of: Parameters<typeof worstOf>) => worstOf(...of)?.searches

const chat = (body: object) => asked(openaiChat, '/v1/chat/completions', body)
const responses = (body: object) => asked(openaiResponses, '/v1/responses', body)
const messages = (body: object) => asked(anthropicMessages, '/v1/messages', body)
const gemini = (body: object, model = 'gemini-3.8-flash') =>
  asked(geminiGenerate, `/v1beta/models/${model}:generateContent`, body, model)

test('a request that has no tool to search with asks for no search', () => {
  const own = { type: 'function', function: { name: 'web_search', parameters: { type: 'web_search' } } }
  expect(chat({})).toBe(0)
  expect(chat({ tools: [own], web_search_options: null })).toBe(0)
  expect(responses({ tools: [{ type: 'function', name: 'web_search' }, { type: 'file_search' }, null, 7] })).toBe(0)
  expect(messages({ tools: [{ name: 'web_search', input_schema: {} }] })).toBe(0)
  expect(gemini({ tools: [{ functionDeclarations: [{ name: 'google_search' }] }, { codeExecution: {} }] })).toBe(0)
  expect(gemini({ tools: 'google_search' })).toBe(0)
})

test.each([2.5, 0, -1, 1e300, '3', true])(
  'what counts no uses, such as %s, bounds a search tool by nothing',
  (max_uses) => {
    const tools = [{ type: 'web_search_20260209', name: 'web_search', max_uses }]
    expect(messages({ tools })).toBe(10)
    expect(responses({ tools: [{ type: 'web_search', max_uses }], max_tool_calls: 2 })).toBe(2)
  },
)

test('how often a search tool may be used is what the request says', () => {
  const search = { type: 'web_search_20260209', name: 'web_search' }
  expect(messages({ tools: [{ ...search, max_uses: 3 }] })).toBe(3)
  expect(messages({ tools: [{ ...search, max_uses: 30 }] })).toBe(30)
  expect(responses({ tools: [{ type: 'web_search' }], max_tool_calls: 2 })).toBe(2)
  expect(
    responses({ tools: [{ type: 'openrouter:web_search', parameters: { max_results: 2 } }], max_tool_calls: 40 }),
  ).toBe(40)
})

test('where it does not say, ten are expected, and of X ten posts for each', () => {
  expect(messages({ tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: null }] })).toBe(10)
  expect(responses({ tools: [{ type: 'function' }, { type: 'web_search_preview_2025_03_11' }] })).toBe(10)
  expect(responses({ tools: [{ type: 'web_search' }, { type: 'x_search' }] })).toBe(110)
  expect(responses({ tools: [{ type: 'x_search' }], max_tool_calls: 3 })).toBe(30)
  expect(chat({ web_search_options: {} })).toBe(10)
  expect(chat({ enable_search: true })).toBe(10)
  expect(chat({ enable_search: false })).toBe(0)
  expect(chat({ plugins: [{ id: 'file-parser' }, { id: 'web' }] })).toBe(10)
  for (const name of ['googleSearch', 'google_search', 'googleSearchRetrieval', 'google_search_retrieval'])
    expect(gemini({ tools: [{ [name]: {} }] }), name).toBe(10)
  // Google takes an object that stands alone for a list of one.
  expect(gemini({ tools: { googleSearch: {} } })).toBe(10)
})

test('of models of Gemini that are sold by the prompt it is one', () => {
  expect(gemini({ tools: [{ googleSearch: {} }] }, 'gemini-2.5-pro')).toBe(1)
})

test('tools that stand twice, or in the conversation, count all', () => {
  const body = Buffer.from('{"model":"m","tools":[{"type":"web_search"}],"tools":[]}')
  const turn = openaiResponses.read({ path: '/v1/responses', query: new URLSearchParams(), body })
  expect(turn.worst?.('m')).toEqual({ searches: 10 })
  expect(responses({ input: [{ type: 'additional_tools', tools: [{ type: 'web_search' }] }] })).toBe(10)
})

test('deep research of Perplexity searches, reads and thinks unasked, in whatever dialect it is asked', () => {
  const research = { input: 128_000, output: 256_000, reasoning: 256_000, searches: 100 }
  const dialects = [
    [openaiChat, '/v1/chat/completions'],
    [openaiResponses, '/v1/responses'],
    [anthropicMessages, '/v1/messages'],
    [geminiGenerate, '/v1beta/models/x:generateContent'],
  ] as const
  for (const [protocol, path] of dialects) {
    for (const model of ['sonar-deep-research', 'perplexity/sonar-deep-research'])
      expect(worstOf(protocol, path, {}, model), `${path} ${model}`).toEqual(research)
    for (const model of ['sonar-pro', 'o3-deep-research'])
      expect(worstOf(protocol, path, {}, model)?.searches, `${path} ${model}`).toBe(0)
  }
})

test('pictures are asked for where a tool makes them, and of OpenAI’s models nowhere else', () => {
  const drawn = (body: object, model: string) => worstOf(openaiResponses, '/v1/responses', body, model)?.imageOut
  const tools = [{ type: 'image_generation' }]
  expect(drawn({ tools }, 'gpt-5-nano')).toBe(62_400)
  expect(drawn({ tools, max_tool_calls: 2 }, 'm')).toBe(12_480)
  expect(drawn({ input: [{ type: 'additional_tools', tools }] }, 'm')).toBe(62_400)
  expect(drawn({}, 'gpt-5-nano')).toBe(0)
  // Others may draw what they answer.
  expect(drawn({}, 'gemini-3-pro-image')).toBeUndefined()
})
