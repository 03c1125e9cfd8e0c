import { expect, test } from 'vitest'
import { type Conversation, type Message, NO_SETTINGS } from '../translate/conversation.ts'
import { geminiInteractionsCodec as codec } from './codec.ts'

const HI: Message = { role: 'user', parts: [{ type: 'text', text: 'hi' }] }
const to = { model: 'gemini-3.8-flash', maxOutput: null, stream: true, quirks: {} }
const written = (more: Partial<Conversation>, over: Partial<typeof to> = {}) =>
  codec.writeRequest({ ...NO_SETTINGS, messages: [HI], ...more }, { ...to, ...over })
const inputOf = (messages: readonly Message[], model = to.model) =>
  written({ messages: [HI, ...messages] }, { model }).body.input as object[]

const call = (id: string, signature: string | null = null) => ({
  type: 'call' as const,
  id,
  name: 'f',
  namespace: null,
  form: 'function' as const,
  input: '{"n":12345678901234567890}',
  signature: signature === null ? null : { origin: 'gemini-generate' as const, value: signature },
})
const CALLED = { type: 'function_call', name: 'f', arguments: expect.anything() }
const STANDS_FOR_ONE = { type: 'thought', signature: 'skip_thought_signature_validator' }
const result = (callId: string, text: string, isError = false) => ({
  callId,
  name: null,
  form: 'function' as const,
  parts: [{ type: 'text' as const, text }],
  isError,
})

test('an interaction is asked for that nobody keeps', () => {
  expect(written({ messages: [{ role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] }, HI] })).toEqual({
    path: '/v1beta/interactions',
    query: '',
    body: {
      model: 'gemini-3.8-flash',
      stream: true,
      store: false,
      system_instruction: 'Be brief.',
      input: [{ type: 'user_input', content: [{ type: 'text', text: 'hi' }] }],
    },
    lost: [],
  })
})

test('of the calls that are made at once the first follows a signed thought, since Gemini 3', () => {
  const turn = (...parts: Extract<Message, { role: 'assistant' }>['parts']): Message => ({ role: 'assistant', parts })
  const words = { type: 'text' as const, text: 'Well.' }
  const signed = { type: 'thinking' as const, text: 'hm', signature: call('', 'c2ln').signature }
  const output = { type: 'model_output', content: [{ type: 'text', text: 'Well.' }] }
  const [c, d] = ['c', 'd'].map((id) => ({ ...CALLED, id }))
  expect(inputOf([turn(words, call('c'), call('d'))]).slice(1)).toEqual([output, STANDS_FOR_ONE, c, d])
  expect(inputOf([turn(words, call('c', 'c2ln'), call('d'))]).slice(1)).toEqual([
    output,
    { type: 'thought', signature: 'c2ln' },
    c,
    d,
  ])
  const thought = { type: 'thought', signature: 'c2ln', summary: [{ type: 'text', text: 'hm' }] }
  expect(inputOf([turn(signed, words, call('c'))]).slice(1)).toEqual([thought, output, c])
  expect(inputOf([turn(words, call('c'))], 'gemini-2.5-pro').slice(1)).toEqual([output, c])
})

test('a thought that Google has not signed is left out, as an unsigned one is refused', () => {
  const thoughts: Message = {
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'hm', signature: null },
      { type: 'thinking', text: 'hm', signature: { origin: 'anthropic-messages', value: 'SIG' } },
      { type: 'refusal', text: 'No.' },
    ],
  }
  expect(inputOf([thoughts]).slice(1)).toEqual([{ type: 'model_output', content: [{ type: 'text', text: 'No.' }] }])
})

test('results come together right after the calls, each with the name of its tool, before what was said meanwhile', () => {
  const picture = { type: 'image', source: { kind: 'data', mime: 'image/jpg', base64: 'AA==' }, detail: 'low' } as const
  const messages: Message[] = [
    { role: 'assistant', parts: [call('c'), call('d')] },
    { role: 'tool', results: [result('c', 'clear')] },
    { role: 'user', parts: [{ type: 'text', text: 'Hurry!' }, picture] },
    { role: 'tool', results: [{ ...result('d', 'no', true), parts: [{ type: 'text', text: 'no' }, picture] }] },
  ]
  const shown = { type: 'image', mime_type: 'image/jpeg', data: 'AA==', resolution: 'low' }
  expect(inputOf(messages).slice(-3)).toEqual([
    { type: 'function_result', call_id: 'c', name: 'f', result: 'clear' },
    { type: 'function_result', call_id: 'd', name: 'f', result: [{ type: 'text', text: 'no' }, shown], is_error: true },
    { type: 'user_input', content: [{ type: 'text', text: 'Hurry!' }, shown] },
  ])
  expect(() => inputOf([{ role: 'tool', results: [result('x', 'y')] }])).toThrow('answers no tool call')
})

test('documents and sound are shown where they are', () => {
  const parts: Extract<Message, { role: 'user' }>['parts'] = [
    { type: 'document', source: { kind: 'url', url: 'https://example.org/a.pdf', mime: null }, name: 'a' },
    { type: 'document', source: { kind: 'file', id: 'files/a' }, name: null },
    { type: 'audio', base64: 'AA==', format: 'mp3' },
  ]
  expect(inputOf([{ role: 'user', parts }])[1]).toEqual({
    type: 'user_input',
    content: [
      { type: 'document', uri: 'https://example.org/a.pdf', mime_type: 'application/pdf' },
      { type: 'document', uri: 'files/a' },
      { type: 'audio', mime_type: 'audio/mp3', data: 'AA==' },
    ],
  })
})

const tool = {
  form: 'function',
  name: 'f',
  namespace: null,
  description: 'd',
  strict: true,
  schema: { $schema: 'x', type: 'object' },
} as const

test('settings are said in the words of interactions, and what has none is named', () => {
  const { body, lost } = written(
    {
      tools: [tool],
      toolChoice: { mode: 'some', names: ['f'], required: true },
      webSearch: {},
      maxTokens: 9000,
      temperature: 0.5,
      topP: 0.9,
      seed: 2 ** 31 + 7,
      stop: ['a', 'b', 'c', 'd', 'e', 'f'],
      reasoning: { effort: 'xhigh', budgetTokens: null, shown: true },
      format: { type: 'schema', name: 'n', description: null, schema: { type: 'object' }, strict: true },
      tier: 'priority',
    },
    { maxOutput: 4096 } as object,
  )
  expect(body).toMatchObject({
    tools: [{ type: 'function', name: 'f', description: 'd', parameters: { type: 'object' } }],
    generation_config: {
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 4096,
      stop_sequences: ['a', 'b', 'c', 'd', 'e'],
      seed: 7,
      thinking_level: 'high',
      thinking_summaries: 'auto',
      tool_choice: { allowed_tools: { mode: 'any', tools: ['f'] } },
    },
    response_format: { type: 'text', mime_type: 'application/json', schema: { type: 'object' } },
    service_tier: 'priority',
  })
  expect(lost).toEqual(['web_search', 'tools.strict', 'stop'])
})

test.each([
  ['gemini-3.8-flash', { effort: 'none', budgetTokens: null, shown: false }, { thinking_level: 'low' }],
  ['gemini-3-flash-preview', { effort: 'none', budgetTokens: null, shown: null }, { thinking_level: 'minimal' }],
  ['gemini-2.5-flash', { effort: null, budgetTokens: 9000, shown: true }, { thinking_level: 'high' }],
  ['gemini-2.0-flash', { effort: 'high', budgetTokens: null, shown: null }, undefined],
] as const)('how much to think is told %s as a level it knows', (model, reasoning, expected) => {
  const { body, lost } = written({ reasoning }, { model })
  const { thinking_level } = (body.generation_config ?? {}) as Record<string, unknown>
  expect(thinking_level && { thinking_level }).toEqual(expected)
  expect(lost).toEqual(expected ? [] : ['reasoning_effort'])
})

test('a choice without tools is none, and one that forbids them or leaves them free is a word', () => {
  expect(written({ toolChoice: { mode: 'required' } }).body).not.toHaveProperty('generation_config')
  const chosen = (mode: 'none' | 'auto' | 'required') =>
    written({ tools: [tool], toolChoice: { mode } }).body.generation_config
  expect([chosen('none'), chosen('auto'), chosen('required')]).toEqual(
    ['none', 'auto', 'any'].map((tool_choice) => ({ tool_choice })),
  )
})
