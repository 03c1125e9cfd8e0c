import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { type Conversation, type Message, NO_SETTINGS } from '../translate/conversation.ts'
import { body, NOTHING, to, tool, user, written } from './test-written.ts'
import { writeRequest } from './write-request.ts'

const system = (text: string): Message => ({ role: 'system', parts: [{ type: 'text', text }] })

test('the least request keeps nothing at the vendor and asks for no thoughts of a model that may have none', () => {
  expect(written({})).toEqual({
    path: '/v1/responses',
    query: '',
    lost: [],
    body: {
      model: 'up',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
      store: false,
      stream: true,
    },
  })
})

test('what a developer says first is the instructions; later it keeps its place', () => {
  const messages = [system('a'), system('b'), user('c'), system('d'), user('e')]
  expect(body({ messages })).toMatchObject({
    instructions: 'a',
    input: [{ role: 'developer' }, { role: 'user' }, { role: 'developer' }, { role: 'user' }],
  })
  expect(body({ messages }, { quirks: { noDeveloperRole: true } })).toMatchObject({
    input: [{ role: 'system' }, {}, { role: 'system' }, {}],
  })
  expect(body({ messages: [system('a')] })).toMatchObject({ input: [{ role: 'developer' }] })
  expect(body({ messages: [system('a')] })).not.toHaveProperty('instructions')
})

test('words of an answer are one message, everything else an item of its own, in order', () => {
  const own = { origin: 'openai-responses', value: 'gAAA' } as const
  const call = {
    type: 'call',
    id: 'c1',
    name: 'f',
    namespace: null,
    form: 'function',
    input: '{"n":12345678901234567890}',
    signature: null,
  } as const
  const messages: Message[] = [
    user('x'),
    {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: 'hm', signature: own },
        { type: 'thinking', text: 'foreign', signature: { origin: 'anthropic-messages', value: 'a' } },
        { type: 'thinking', text: 'unsigned', signature: null },
        { type: 'text', text: 'a' },
        { type: 'text', text: '' },
        { type: 'refusal', text: 'b' },
        call,
        { ...call, id: 'c2', input: '' },
        { ...call, id: 'c3', form: 'custom', name: 'p', input: '*** x', namespace: 'n' },
        { type: 'image', source: { kind: 'data', mime: 'image/png', base64: 'AAAA' }, detail: null },
        { type: 'text', text: ' c ' },
      ],
    },
  ]
  expect(body({ messages }).input).toEqual([
    expect.anything(),
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'gAAA' },
    {
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'a' },
        { type: 'refusal', refusal: 'b' },
      ],
    },
    { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"n":12345678901234567890}' },
    { type: 'function_call', call_id: 'c2', name: 'f', arguments: '{}' },
    { type: 'custom_tool_call', call_id: 'c3', namespace: 'n', name: 'p', input: '*** x' },
    { type: 'image_generation_call', id: 'ig_7', status: 'completed', result: 'AAAA' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: ' c ' }] },
  ])
  expect(body({ messages }).include).toEqual(['reasoning.encrypted_content'])
})

test('what a tool gave is a text, or parts where there is more to show', () => {
  const result = { callId: 'c', name: 'f', form: 'function', isError: true } as const
  const image = { type: 'image', source: { kind: 'data', mime: 'image/png', base64: 'AA' }, detail: 'low' } as const
  const messages: Message[] = [
    {
      role: 'tool',
      results: [
        { ...result, parts: [] },
        { ...result, parts: [{ type: 'text', text: 'ok' }] },
        { ...result, form: 'custom', parts: [{ type: 'text', text: 'see' }, image] },
      ],
    },
  ]
  expect(body({ messages }).input).toEqual([
    { type: 'function_call_output', call_id: 'c', output: '' },
    { type: 'function_call_output', call_id: 'c', output: 'ok' },
    {
      type: 'custom_tool_call_output',
      call_id: 'c',
      output: [
        { type: 'input_text', text: 'see' },
        { type: 'input_image', image_url: 'data:image/png;base64,AA', detail: 'low' },
      ],
    },
  ])
})

test('pictures and documents are sent where they are, a document always with a name', () => {
  const document = (source: object, name: string | null = null) => ({ type: 'document', source, name })
  const parts = [
    { type: 'image', source: { kind: 'url', url: 'https://a/b', mime: null }, detail: null },
    { type: 'image', source: { kind: 'file', id: 'f1' }, detail: null },
    document({ kind: 'data', mime: 'application/pdf', base64: 'BB' }),
    document({ kind: 'data', mime: 'text/plain', base64: 'CC' }),
    document({ kind: 'data', mime: 'application/pdf', base64: 'DD' }, 'n.pdf'),
    document({ kind: 'url', url: 'https://a/c', mime: null }),
    document({ kind: 'file', id: 'f2' }),
  ]
  expect(body({ messages: [{ role: 'user', parts } as Message] }).input).toMatchObject([
    {
      content: [
        { type: 'input_image', image_url: 'https://a/b' },
        { type: 'input_image', file_id: 'f1' },
        { type: 'input_file', filename: 'document.pdf', file_data: 'data:application/pdf;base64,BB' },
        { type: 'input_file', filename: 'document.txt' },
        { type: 'input_file', filename: 'n.pdf' },
        { type: 'input_file', file_url: 'https://a/c' },
        { type: 'input_file', file_id: 'f2' },
      ],
    },
  ])
})

test('sound has no place and is refused', () => {
  const messages: Message[] = [{ role: 'user', parts: [{ type: 'audio', base64: 'A', format: 'wav' }] }]
  expect(() => body({ messages })).toThrow(GatewayError)
})

test('tools say whether they are strict, and stand in their namespace', () => {
  const tools = [
    tool,
    { ...tool, name: 'a', namespace: 'n', strict: true },
    { ...tool, name: 'p', form: 'custom', grammar: { type: 'grammar' } },
    { ...tool, name: 'b', namespace: 'n', description: 'B' },
  ] as Conversation['tools']
  expect(body({ tools, webSearch: {} }).tools).toEqual([
    { type: 'function', name: 'f', parameters: NOTHING, strict: false },
    {
      type: 'namespace',
      name: 'n',
      description: 'n',
      tools: [
        { type: 'function', name: 'a', parameters: NOTHING, strict: true },
        {
          type: 'function',
          name: 'b',
          description: 'B',
          parameters: NOTHING,
          strict: false,
        },
      ],
    },
    { type: 'custom', name: 'p', format: { type: 'grammar' } },
    { type: 'web_search' },
  ])
})

test.each([
  [{ mode: 'required' }, 'required'],
  [
    { mode: 'some', names: ['f'], required: true },
    { type: 'function', name: 'f' },
  ],
  [
    { mode: 'some', names: ['p'], required: true },
    { type: 'custom', name: 'p' },
  ],
  [
    { mode: 'some', names: ['f', 'p'], required: true },
    {
      type: 'allowed_tools',
      mode: 'required',
      tools: [
        { type: 'function', name: 'f' },
        { type: 'custom', name: 'p' },
      ],
    },
  ],
  [
    { mode: 'some', names: ['f'], required: false },
    { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] },
  ],
] as const)('the choice %j is written as %j', (toolChoice, expected) => {
  const tools = [tool, { ...tool, name: 'p', form: 'custom', grammar: null }] as Conversation['tools']
  expect(body({ tools, toolChoice, parallelTools: false })).toMatchObject({
    tool_choice: expected,
    parallel_tool_calls: false,
  })
})

test('without a tool there is no list of tools and nothing to choose', () => {
  const none = body({ toolChoice: { mode: 'auto' }, parallelTools: true })
  expect(Object.keys(none)).toEqual(['model', 'input', 'store', 'stream'])
})

test.each([
  [
    { effort: 'high', budgetTokens: null, shown: true },
    { effort: 'high', summary: 'auto' },
  ],
  [{ effort: null, budgetTokens: 0, shown: false }, { effort: 'none' }],
  [{ effort: null, budgetTokens: 1024, shown: null }, { effort: 'low' }],
  [{ effort: null, budgetTokens: 8192, shown: null }, { effort: 'medium' }],
  [{ effort: null, budgetTokens: 31_999, shown: null }, { effort: 'high' }],
  [{ effort: null, budgetTokens: null, shown: null }, undefined],
] as const)('thinking %j is asked for as %j', (reasoning, expected) => {
  const asked = body({ reasoning })
  expect(asked.reasoning).toEqual(expected)
  expect(asked.include).toEqual(['reasoning.encrypted_content'])
})

test.each([
  [8, null, 16],
  [100, null, 100],
  [128_000, 64_000, 64_000],
  [null, 64_000, undefined],
])('%s tokens asked of a model that answers with at most %s are written as %s', (maxTokens, maxOutput, expected) => {
  expect(writeRequest({ ...NO_SETTINGS, messages: [], maxTokens }, { ...to, maxOutput }).body.max_output_tokens).toBe(
    expected,
  )
})

test('format, verbosity and the rest have their places; stop and what else there is no place for is not sent', () => {
  const schema = { type: 'schema', name: 's', description: null, schema: { a: 1 }, strict: null } as const
  expect(
    body({
      format: schema,
      verbosity: 'low',
      cacheKey: 'k',
      user: 'u',
      tier: 'flex',
      stop: ['x'],
      topK: 3,
      seed: 4,
      temperature: 0,
      topP: 1,
    }),
  ).toEqual({
    model: 'up',
    input: expect.anything(),
    temperature: 0,
    top_p: 1,
    text: { format: { type: 'json_schema', name: 's', schema: { a: 1 } }, verbosity: 'low' },
    service_tier: 'flex',
    prompt_cache_key: 'k',
    safety_identifier: 'u',
    store: false,
    stream: true,
  })
  expect(body({ format: { type: 'json' } }).text).toEqual({ format: { type: 'json_object' } })
})

test("words of another vendor's that would be refused are left out by name", () => {
  const { body: sent, lost } = written({ tier: 'standard_only', user: 'u'.repeat(129) })
  expect(sent).not.toHaveProperty('service_tier')
  expect(sent).not.toHaveProperty('safety_identifier')
  expect(lost).toEqual(['service_tier', 'safety_identifier'])
})
