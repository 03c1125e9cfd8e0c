import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { seal } from '../translate/sealed.ts'
import { geminiInteractionsCodec as codec } from './codec.ts'

const read = (body: Json) =>
  codec.readRequest({ model: 'm', ...body }, { path: '/v1beta/interactions', query: new URLSearchParams() })
const said = (input: unknown) => read({ input }).messages
const text = (words: string) => ({ type: 'text', text: words })
const user = (...parts: object[]) => ({ role: 'user', parts })

test.each<[string, unknown, object[]]>([
  ['a text', 'hi', [user(text('hi'))]],
  ['one content', text('hi'), [user(text('hi'))]],
  ['contents', [text('a'), text('b')], [user(text('a'), text('b'))]],
  ['one step', { type: 'user_input', content: [text('hi')] }, [user(text('hi'))]],
  ['a step of one text', [{ type: 'user_input', content: 'hi' }], [user(text('hi'))]],
  [
    'steps, and contents between them',
    [{ type: 'user_input', content: 'a' }, text('b')],
    [user(text('a')), user(text('b'))],
  ],
  ['nothing', undefined, []],
  ['an empty text', [text(''), { type: 'user_input' }], []],
])('%s is what the user says', (_what, input, messages) => {
  expect(said(input)).toEqual(messages)
})

test('instructions come first', () => {
  expect(read({ system_instruction: 'Be brief.', input: 'hi' }).messages[0]).toEqual({
    role: 'system',
    parts: [text('Be brief.')],
  })
})

test('pictures, documents and sound come with their bytes, or at an address that is passed on', () => {
  const [message] = said([
    { type: 'image', data: 'AA==', mime_type: 'image/png', resolution: 'ultra_high' },
    { type: 'image', uri: 'https://example.org/x' },
    { type: 'document', data: 'A_-A', mime_type: 'application/pdf' },
    { type: 'document', uri: 'https://generativelanguage.googleapis.com/v1beta/files/a' },
    { type: 'audio', data: 'AA==', mime_type: 'audio/mpeg' },
  ])
  expect(message).toEqual(
    user(
      { type: 'image', source: { kind: 'data', mime: 'image/png', base64: 'AA==' }, detail: 'high' },
      { type: 'image', source: { kind: 'url', url: 'https://example.org/x', mime: null }, detail: null },
      { type: 'document', source: { kind: 'data', mime: 'application/pdf', base64: 'A/+A' }, name: null },
      {
        type: 'document',
        source: { kind: 'file', id: 'https://generativelanguage.googleapis.com/v1beta/files/a' },
        name: null,
      },
      { type: 'audio', base64: 'AA==', format: 'mp3' },
    ),
  )
})

const call = (id: string, more: Json = {}) => ({ type: 'function_call', id, name: 'f', arguments: { a: 1 }, ...more })
const called = (id: string, signature: object | null = null) => ({
  type: 'call',
  id,
  name: 'f',
  namespace: null,
  form: 'function',
  input: '{"a":1}',
  signature,
})
const google = (value: string) => ({ origin: 'gemini-generate', value })

test('the steps of an answer are one message, and the results of calls that were made at once another', () => {
  const messages = said([
    { type: 'model_output', content: [text('Let me see.')] },
    call('c1'),
    call('c2'),
    { type: 'function_result', call_id: 'c1', result: { sky: 'clear' } },
    { type: 'function_result', call_id: 'c2', name: 'f', result: [text('no'), text('such city')], is_error: true },
    { type: 'model_output', content: 'Well.' },
  ])
  const result = { form: 'function', name: null, isError: false }
  expect(messages).toEqual([
    { role: 'assistant', parts: [text('Let me see.'), called('c1'), called('c2')] },
    {
      role: 'tool',
      results: [
        { ...result, callId: 'c1', parts: [text('{"sky":"clear"}')] },
        { ...result, callId: 'c2', name: 'f', parts: [text('no'), text('such city')], isError: true },
      ],
    },
    { role: 'assistant', parts: [text('Well.')] },
  ])
})

test('the AI SDK puts results among what the user says', () => {
  const content = [{ type: 'function_result', call_id: 'c1', result: 'ok' }, text('and?')]
  expect(said([{ type: 'user_input', content }])).toMatchObject([
    { role: 'tool', results: [{ callId: 'c1', parts: [text('ok')] }] },
    { role: 'user', parts: [text('and?')] },
  ])
})

test('a thought keeps its signature, but right before a call Google’s is that of the call', () => {
  const summary = [text('one'), text('two')]
  const sealed = Buffer.from(seal({ origin: 'anthropic-messages', value: 'SIG' })).toString('base64')
  const parts = (...steps: Json[]) => (said(steps)[0] as { parts: object[] }).parts
  const thinking = (words: string | null, signature: object | null) => ({ type: 'thinking', text: words, signature })
  const output = { type: 'model_output', content: 'x' }
  expect(parts({ type: 'thought', signature: 'c2ln', summary }, output)).toEqual([
    thinking('one\n\ntwo', google('c2ln')),
    text('x'),
  ])
  expect(parts({ type: 'thought', signature: 'c2ln', summary }, call('c'))).toEqual([
    thinking('one\n\ntwo', null),
    called('c', google('c2ln')),
  ])
  expect(parts({ type: 'thought', signature: 'c2ln' }, call('c'), call('d', { signature: 'ZA==' }))).toEqual([
    called('c', google('c2ln')),
    called('d', google('ZA==')),
  ])
  expect(parts({ type: 'thought', signature: sealed, summary }, call('c'))).toEqual([
    thinking('one\n\ntwo', { origin: 'anthropic-messages', value: 'SIG' }),
    called('c'),
  ])
  expect(parts({ type: 'thought', signature: 'skip_thought_signature_validator' }, call('c'))).toEqual([called('c')])
})

test('what Google’s own tools did is left out and named, but for code, which is shown', () => {
  const conversation = read({
    input: [
      { type: 'google_search_call', id: 's', arguments: { queries: ['x'] } },
      { type: 'google_search_result', call_id: 's', result: [] },
      { type: 'code_execution_call', id: 'e', arguments: { code: '1+1' } },
      { type: 'code_execution_result', call_id: 'e', result: '2\n' },
    ],
  })
  expect(conversation.lost).toEqual(['input.google_search_call', 'input.google_search_result'])
  const fence = (words: string) => text(`\n\`\`\`\n${words}\n\`\`\`\n`)
  expect(conversation.messages).toEqual([{ role: 'assistant', parts: [fence('1+1'), fence('2')] }])
})

const tools = [{ type: 'function', name: 'f', description: 'd', parameters: { type: 'OBJECT' } }]

test.each([
  ['auto', { mode: 'auto' }],
  ['validated', { mode: 'auto' }],
  ['any', { mode: 'required' }],
  ['none', { mode: 'none' }],
  [{ allowed_tools: { mode: 'any', tools: ['f'] } }, { mode: 'some', names: ['f'], required: true }],
  [{ allowed_tools: { tools: ['f'] } }, { mode: 'some', names: ['f'], required: false }],
  [{ allowed_tools: { mode: 'none', tools: ['f'] } }, { mode: 'none' }],
  [{}, null],
  [undefined, null],
])('the choice %j is read', (tool_choice, expected) => {
  const told = read({ input: 'hi', tools, generation_config: { tool_choice } })
  expect(told.toolChoice).toEqual(expected)
  expect(told.tools).toMatchObject([{ form: 'function', name: 'f', description: 'd', schema: { type: 'object' } }])
})

const schema = { type: 'object', properties: { a: { type: 'string' } } }
const bound = { type: 'schema', name: 'response', description: null, schema, strict: null }

test.each<[Json, unknown]>([
  [{ response_format: { type: 'text', mime_type: 'application/json', schema } }, bound],
  [{ response_format: [{ type: 'text', mime_type: 'application/json', schema }] }, bound],
  [{ response_format: { type: 'text', mime_type: 'application/json' } }, { type: 'json' }],
  [{ response_format: { type: 'text' } }, null],
  [{ response_format: schema, response_mime_type: 'application/json' }, bound],
  [{ response_mime_type: 'application/json' }, { type: 'json' }],
  [{ response_modalities: ['text'] }, null],
])('the format %j is read', (asked, format) => {
  expect(read({ input: 'hi', ...asked }).format).toEqual(format)
})

test('the rest of what can be set is read', () => {
  const generation_config = {
    temperature: 0.5,
    top_p: 0.9,
    seed: 7,
    stop_sequences: ['x'],
    max_output_tokens: 100,
    thinking_level: 'low',
    thinking_summaries: 'auto',
  }
  const told = read({ input: 'hi', generation_config, service_tier: 'flex', tools: [{ type: 'google_search' }] })
  expect(told).toMatchObject({
    temperature: 0.5,
    topP: 0.9,
    seed: 7,
    stop: ['x'],
    maxTokens: 100,
    reasoning: { effort: 'low', budgetTokens: null, shown: true },
    tier: 'flex',
    webSearch: {},
  })
  expect(read({ input: 'hi', generation_config: { thinking_summaries: 'none' } }).reasoning).toEqual({
    effort: null,
    budgetTokens: null,
    shown: false,
    onlyShown: true,
  })
  expect(read({ input: 'hi', service_tier: 'standard' }).tier).toBe('default')
})

test.each<[Json, string]>([
  [{ input: 7 }, '`input` must be a string, an object or a list'],
  [{ input: [7] }, '`input[0]` must be an object'],
  [{ input: [{}] }, '`input[0].type` is missing'],
  [{ input: [{ type: 'user_input', content: 7 }] }, '`input[0].content` must be a string or a list'],
  [
    { input: [{ type: 'user_input', content: [text('a'), { type: 'nod' }] }] },
    '`input[0].content[1].type` must be one of',
  ],
  [{ input: [{ type: 'text', text: 7 }] }, '`input[0].text` must be text'],
  [{ input: [{ type: 'image', data: 'AA==' }] }, '`input[0]` needs `data` and a `mime_type`, or a `uri`'],
  [{ input: [{ type: 'function_call', name: 'f' }] }, '`input[0].id` must be a string'],
  [{ input: [{ type: 'function_call', id: 'c', arguments: {} }] }, '`input[0].name` must be a string'],
  [{ input: [call('c', { arguments: '{}' })] }, '`input[0].arguments` must be an object'],
  [{ input: [{ type: 'function_result', result: 'x' }] }, '`input[0].call_id` must be a string'],
  [{ input: [{ type: 'function_result', call_id: 'c', result: 7 }] }, '`input[0].result` must be'],
  [{ input: [{ type: 'function_result', call_id: 'c', result: ['x'] }] }, '`input[0].result[0]` must be an object'],
  [{ input: [{ type: 'function_result', call_id: 'c', is_error: 1 }] }, '`input[0].is_error` must be true or false'],
  [{ input: 'x', system_instruction: { parts: [] } }, '`system_instruction` must be text'],
  [{ input: 'x', tools: [{ name: 'f' }] }, '`tools[0].type` is missing'],
  [{ input: 'x', tools: [{ type: 'function' }] }, '`tools[0].name` is missing'],
  [{ input: 'x', generation_config: { temperature: 'hot' } }, '`generation_config.temperature` must be a number'],
  [{ input: 'x', generation_config: { thinking_level: 'most' } }, '`generation_config.thinking_level` must be one of'],
  [{ input: 'x', tools, generation_config: { tool_choice: 'must' } }, '`generation_config.tool_choice` must be one of'],
  [{ input: 'x', tools, generation_config: { tool_choice: 7 } }, '`generation_config.tool_choice` must be an object'],
  [{ input: 'x', response_format: 'json' }, '`response_format` must be a list'],
  [{ input: 'x', previous_interaction_id: 'v1_a' }, '`previous_interaction_id` names an answer that is not kept here'],
  [{ input: 'x', background: true }, '`background` is not possible with this model'],
])('%j is refused: %s', (body, reason) => {
  expect(() => read(body)).toThrow(
    expect.objectContaining({ code: 'body_invalid', message: expect.stringContaining(reason) }),
  )
})

test.each<[Json, string]>([
  [{ input: { type: 'video', uri: 'u' } }, 'video'],
  [{ input: { type: 'audio', uri: 'u', mime_type: 'audio/wav' } }, 'sound by its address'],
  [{ input: [{ type: 'dream' }] }, 'dream'],
  [
    { input: [{ type: 'model_output', content: [{ type: 'audio', data: 'AA==', mime_type: 'audio/wav' }] }] },
    'input[0]',
  ],
  [
    {
      input: [
        { type: 'function_result', call_id: 'c', result: [{ type: 'audio', data: 'AA==', mime_type: 'audio/wav' }] },
      ],
    },
    'sound that a tool gave',
  ],
  [{ input: 'x', tools: [{ type: 'computer_use' }] }, 'computer_use'],
  [{ input: 'x', response_modalities: ['image'] }, 'pictures or sound'],
  [{ input: 'x', response_format: { type: 'image' } }, 'pictures or sound'],
])('%j has no place in any other protocol: %s', (body, what) => {
  expect(() => read(body)).toThrow(
    expect.objectContaining({ code: 'not_translatable', message: expect.stringContaining(what) }),
  )
})
