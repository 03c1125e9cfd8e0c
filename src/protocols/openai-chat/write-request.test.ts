import { expect, test } from 'vitest'
import { type Conversation, type Message, NO_SETTINGS } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { writeRequest } from './write-request.ts'

const user: Message = { role: 'user', parts: [{ type: 'text', text: 'hi' }] }

function write(
  over: Partial<Conversation>,
  quirks: Quirks = {},
  { stream = false, maxOutput = null as number | null, model = 'up' } = {},
) {
  return writeRequest({ ...NO_SETTINGS, messages: [user], ...over }, { model, maxOutput, stream, quirks })
}

test('a request of words alone says no more', () => {
  expect(write({})).toEqual({
    path: '/v1/chat/completions',
    query: '',
    body: { model: 'up', messages: [{ role: 'user', content: 'hi' }] },
    lost: [],
  })
})

test('a stream is asked for its usage', () => {
  expect(write({}, {}, { stream: true }).body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
})

test('the longest answer goes by the name a server knows, and is never longer than the model’s', () => {
  expect(write({ maxTokens: 9 }).body).toMatchObject({ max_completion_tokens: 9 })
  expect(write({ maxTokens: 128_000 }, { oldMaxTokens: true }, { maxOutput: 8192 }).body).toMatchObject({
    max_tokens: 8192,
  })
})

const tool = (name: string) => ({
  form: 'function' as const,
  name,
  namespace: null,
  description: null,
  strict: true,
  schema: { type: 'object', additionalProperties: false },
})

test('tools keep their schemas; a function of anything gets one that says so', () => {
  const { body } = write({ tools: [tool('f'), { ...tool('g'), schema: null, strict: null }] })
  expect(body.tools).toEqual([
    {
      type: 'function',
      function: {
        name: 'f',
        parameters: { type: 'object', additionalProperties: false, properties: {} },
        strict: true,
      },
    },
    { type: 'function', function: { name: 'g', parameters: { type: 'object', properties: {} } } },
  ])
})

test('without tools there is neither a list of them nor a choice', () => {
  expect(write({ toolChoice: { mode: 'auto' }, parallelTools: false }).body).toEqual({
    model: 'up',
    messages: [{ role: 'user', content: 'hi' }],
  })
})

test.each([
  [{ mode: 'none' as const }, 'none'],
  [{ mode: 'required' as const }, 'required'],
  [
    { mode: 'some' as const, names: ['f'], required: true },
    { type: 'function', function: { name: 'f' } },
  ],
  [
    { mode: 'some' as const, names: ['f', 'g'], required: false },
    {
      type: 'allowed_tools',
      allowed_tools: { mode: 'auto', tools: ['f', 'g'].map((name) => ({ type: 'function', function: { name } })) },
    },
  ],
])('the choice %o is told', (toolChoice, expected) => {
  expect(write({ tools: [tool('f'), tool('g'), tool('h')], toolChoice }).body.tool_choice).toEqual(expected)
})

test('a choice of several is made for servers that do not know one, by offering no others', () => {
  const toolChoice = { mode: 'some' as const, names: ['f', 'g'], required: true }
  const { body } = write({ tools: [tool('f'), tool('g'), tool('h')], toolChoice }, { plainFields: true })
  expect(body).toMatchObject({
    tool_choice: 'required',
    tools: [{ function: { name: 'f' } }, { function: { name: 'g' } }],
  })
  expect(JSON.stringify(body)).not.toContain('strict')
})

const schema = { type: 'schema' as const, name: 'n', description: null, schema: { type: 'object' }, strict: true }

test('an answer is bound to a schema, or told it where a server knows none', () => {
  expect(write({ format: schema }).body.response_format).toEqual({
    type: 'json_schema',
    json_schema: { name: 'n', schema: { type: 'object' }, strict: true },
  })
  expect(write({ format: schema }, { jsonObjectOnly: true, noDeveloperRole: true }).body).toMatchObject({
    response_format: { type: 'json_object' },
    messages: [
      { role: 'system', content: expect.stringContaining('JSON Schema:\n{"type":"object"}') },
      { role: 'user' },
    ],
  })
})

test('what only OpenAI knows is sent to it alone, and what is another vendor’s word to nobody', () => {
  const asked = { verbosity: 'low', cacheKey: 'k'.repeat(70), user: 'u', tier: 'flex', webSearch: {} }
  expect(write(asked).body).toMatchObject({
    verbosity: 'low',
    prompt_cache_key: expect.stringMatching(/^k{55}_[0-9a-f]{8}$/),
    safety_identifier: 'u',
    service_tier: 'flex',
    web_search_options: {},
  })
  const names = ['verbosity', 'prompt_cache_key', 'safety_identifier', 'service_tier', 'web_search_options']
  const plain = write(asked, { plainFields: true })
  expect(Object.keys(plain.body)).toEqual(['model', 'messages'])
  expect(plain.lost).toEqual(names)
  // A server that caches by that key alone.
  const caching = write(asked, { plainFields: true, cacheKeys: true })
  expect(Object.keys(caching.body)).toEqual(['model', 'messages', 'prompt_cache_key'])
  expect(caching.lost).toEqual(names.filter((name) => name !== 'prompt_cache_key'))
  expect(write({}, { plainFields: true, cacheKeys: true }).body).not.toHaveProperty('prompt_cache_key')
  expect(write({ tier: 'standard_only', user: 'u'.repeat(129) }).lost).toEqual(['safety_identifier', 'service_tier'])
})

test.each([
  ['gpt-5.5', false],
  ['gpt-4o-search-preview', true],
  ['gpt-5-search-api', true],
  ['sonar', true],
])('a search is asked of %s: %s', (model, isAsked) => {
  const { body, lost } = write({ webSearch: {} }, {}, { model })
  expect('web_search_options' in body).toBe(isAsked)
  expect(lost.includes('web_search_options')).toBe(!isAsked)
})

test('more stop texts than chat takes are cut, and that is told', () => {
  const { body, lost } = write({ stop: ['1', '2', '3', '4', '5'] })
  expect(body.stop).toEqual(['1', '2', '3', '4'])
  expect(lost).toEqual(['stop'])
})

test('sampling that a model of OpenAI’s refuses is left out by name', () => {
  const sampled = { temperature: 0.2, topP: 0.9, presencePenalty: 1, frequencyPenalty: 0, seed: 7 }
  const { body, lost } = write(sampled, {}, { model: 'gpt-6-astra' })
  expect(body).toEqual({ model: 'gpt-6-astra', messages: [{ role: 'user', content: 'hi' }], seed: 7 })
  expect(lost).toEqual(['temperature', 'top_p', 'presence_penalty'])
  const off = { ...sampled, reasoning: { effort: 'none' as const, budgetTokens: null, shown: null } }
  expect(write(off, {}, { model: 'gpt-5.4' }).body).toMatchObject({ reasoning_effort: 'none', temperature: 0.2 })
})
