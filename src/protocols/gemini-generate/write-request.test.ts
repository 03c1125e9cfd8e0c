import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import type { Addressee } from '../translate/codec.ts'
import { type Conversation, type Message, NO_SETTINGS } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { geminiGenerateCodec as codec } from './codec.ts'

const NEW = 'gemini-3.5-flash'
const to = (model: string, over: Partial<Addressee> = {}) => ({
  model,
  maxOutput: null,
  stream: false,
  quirks: {},
  ...over,
})
const hi: Message = { role: 'user', parts: [{ type: 'text', text: 'hi' }] }
const write = (over: Partial<Conversation>, model = NEW, quirks: Quirks = {}) =>
  codec.writeRequest({ ...NO_SETTINGS, messages: [hi], ...over }, to(model, { quirks }))
const body = (over: Partial<Conversation>, model = NEW): Json => write(over, model).body

test('nothing that is not set is sent', () => {
  expect(write({})).toEqual({
    path: '/v1beta/models/gemini-3.5-flash:generateContent',
    query: '',
    body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
    lost: [],
  })
})

test('a stream is asked for as events', () => {
  const { path, query } = codec.writeRequest({ ...NO_SETTINGS, messages: [hi] }, to('ns/m x', { stream: true }))
  expect({ path, query }).toEqual({ path: '/v1beta/models/ns/m%20x:streamGenerateContent', query: 'alt=sse' })
})

const tool = { form: 'function', name: 'f', namespace: null, description: 'F', strict: true } as const
const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', additionalProperties: false }

test('a tool is declared with its JSON Schema, which does not say of which dialect it is', () => {
  const tools = [
    { ...tool, schema },
    { ...tool, name: 'g', description: null, schema: null },
  ]
  expect(body({ tools }).tools).toEqual([
    {
      functionDeclarations: [
        { name: 'f', description: 'F', parametersJsonSchema: { type: 'object', additionalProperties: false } },
        { name: 'g' },
      ],
    },
  ])
})

test.each([
  [{ mode: 'auto' }, { mode: 'AUTO' }],
  [{ mode: 'none' }, { mode: 'NONE' }],
  [{ mode: 'required' }, { mode: 'ANY' }],
  [
    { mode: 'some', names: ['f'], required: true },
    { mode: 'ANY', allowedFunctionNames: ['f'] },
  ],
  [
    { mode: 'some', names: ['f'], required: false },
    { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
  ],
] as const)('the choice %j is %j, and nothing without tools', (toolChoice, functionCallingConfig) => {
  const tools = [{ ...tool, schema: null }]
  expect(body({ tools, toolChoice }).toolConfig).toEqual({ functionCallingConfig })
  const without = body({ toolChoice })
  expect(without).not.toHaveProperty('toolConfig')
  expect(without).not.toHaveProperty('tools')
})

test('search is offered alone; beside functions it is left out and named', () => {
  expect(write({ webSearch: {} })).toMatchObject({ body: { tools: [{ googleSearch: {} }] }, lost: [] })
  const both = write({ webSearch: {}, tools: [{ ...tool, schema: null }] })
  expect(both.body.tools).toHaveLength(1)
  expect(both.lost).toEqual(['web_search', 'tools.strict'])
})

test('every setting has its place', () => {
  const settings = {
    temperature: 0,
    topP: 0.9,
    topK: 40,
    seed: 2 ** 40 + 7,
    maxTokens: 100,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    stop: ['a', 'b', 'c', 'd', 'e', 'f'],
    reasoning: { effort: 'medium', budgetTokens: null, shown: true },
    format: { type: 'schema', name: 'x', description: null, schema, strict: true },
    tier: 'flex',
    verbosity: 'low',
    cacheKey: 'k',
    user: 'u',
    parallelTools: false,
  } as const
  const written = codec.writeRequest({ ...NO_SETTINGS, messages: [hi], ...settings, stop: [...settings.stop] }, to(NEW))
  expect(written.body).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
    serviceTier: 'flex',
    generationConfig: {
      temperature: 0,
      topP: 0.9,
      topK: 40,
      seed: 7,
      maxOutputTokens: 100,
      stopSequences: ['a', 'b', 'c', 'd', 'e'],
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object', additionalProperties: false },
      thinkingConfig: { thinkingLevel: 'MEDIUM', includeThoughts: true },
    },
  })
  expect(written.lost).toEqual(['stop'])
})

test('a limit above the model’s own is lowered to it', () => {
  const asked = { ...NO_SETTINGS, messages: [hi], maxTokens: 128_000 }
  const limit = (maxOutput: number | null) => codec.writeRequest(asked, to(NEW, { maxOutput })).body.generationConfig
  expect(limit(65_536)).toEqual({ maxOutputTokens: 65_536 })
  expect(limit(null)).toEqual({ maxOutputTokens: 128_000 })
})

test.each([
  ['default', 'standard', []],
  ['standard_only', 'standard', []],
  ['priority', 'priority', []],
  ['auto', undefined, []],
  ['scale', undefined, ['service_tier']],
  ['constructor', undefined, ['service_tier']],
])('the tier %s is %s', (tier, serviceTier, lost) => {
  const written = write({ tier })
  expect(written.body.serviceTier).toBe(serviceTier)
  expect(written.lost).toEqual(lost)
})

test('a model that cannot be told how much to think is not, and that is named', () => {
  const reasoning = { effort: 'high', budgetTokens: null, shown: null } as const
  const lost = (over: object) => write({ reasoning: { ...reasoning, ...over } }, 'gemini-2.0-flash').lost
  expect(write({ reasoning }, 'gemini-2.0-flash').body).not.toHaveProperty('generationConfig')
  expect(lost({})).toEqual(['reasoning_effort'])
  expect(lost({ effort: null, budgetTokens: 9 })).toEqual(['reasoning_effort'])
  expect(lost({ effort: null })).toEqual([])
  expect(lost({ effort: 'none' })).toEqual([])
})

test('a model from before Gemini 3 gets no stand-in for a signature', () => {
  const called = {
    type: 'call',
    id: '1',
    name: 'f',
    namespace: null,
    form: 'function',
    input: '{}',
    signature: null,
  } as const
  const messages: Message[] = [hi, { role: 'assistant', parts: [called] }]
  expect(JSON.stringify(write({ messages }, 'gemini-2.5-flash').body)).not.toContain('thoughtSignature')
  expect(JSON.stringify(write({ messages }).body)).toContain('skip_thought_signature_validator')
})

test.each([
  ['default', []],
  ['standard_only', []],
  ['auto', []],
  ['flex', ['service_tier']],
  ['priority', ['service_tier']],
])('a server that refuses the tier is not told %s, and what is no standard is named', (tier, lost) => {
  const written = write({ tier }, NEW, { noTier: true })
  expect(written.body).not.toHaveProperty('serviceTier')
  expect(written.lost).toEqual(lost)
})
