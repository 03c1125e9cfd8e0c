import { expect, test } from 'vitest'
import { parseExactly } from '../../core/json.ts'
import { seal } from '../translate/sealed.ts'
import { readRequest } from './read-request.ts'

const hi = { role: 'user', content: 'hi' }
const ask = (more: object) => readRequest({ model: 'm', max_tokens: 9, messages: [hi], ...more })
const messagesOf = (...messages: object[]) => readRequest({ model: 'm', messages }).messages
const said = (text: string) => ({ type: 'text', text })
const user = (text: string) => ({ role: 'user', parts: [said(text)] })

/** The first two turns of Claude Code 2.1.329 in the shape wire.md §2.1 tells of. */
const CLAUDE_CODE = {
  model: 'claude-opus-5-5',
  max_tokens: 128_000,
  stream: true,
  thinking: { type: 'adaptive', display: 'omitted' },
  output_config: { effort: 'medium' },
  context_management: { edits: [{ type: 'clear_thinking_20251015' }] },
  metadata: { user_id: '{"device_id":"d","session_id":"s"}' },
  system: [
    said('x-anthropic-billing-header: cc_version=2.1.329; cch=1f'),
    { ...said('You are Claude Code.'), cache_control: { type: 'ephemeral', ttl: '1h' } },
    said('Be careful.'),
  ],
  tools: [
    { name: 'Bash', description: 'Runs.', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } },
    { name: 'DeferredToolPlaceholder', input_schema: { type: 'object' }, defer_loading: true },
  ],
  messages: [
    { role: 'user', content: [said('List the files.')] },
    { role: 'system', content: 'Today is Saturday.', output_config: { effort: 'high' } },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: 'EqQB' },
        { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: 'a.txt',
          is_error: false,
          cache_control: { type: 'ephemeral' },
        },
      ],
    },
  ],
}

test('a request of Claude Code is read: system messages between others, hints, and nothing that only its vendor reads', () => {
  const { messages, tools, reasoning, maxTokens, user: who } = readRequest(CLAUDE_CODE)
  expect(messages).toEqual([
    { role: 'system', parts: [{ ...said('You are Claude Code.'), cache: '1h' }, said('Be careful.')] },
    user('List the files.'),
    { role: 'system', parts: [said('Today is Saturday.')] },
    {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: '', signature: { origin: 'anthropic-messages', value: 'EqQB' } },
        {
          type: 'call',
          id: 'toolu_1',
          name: 'Bash',
          namespace: null,
          form: 'function',
          input: '{"command":"ls"}',
          signature: null,
        },
      ],
    },
    {
      role: 'tool',
      results: [
        { callId: 'toolu_1', name: null, form: 'function', parts: [said('a.txt')], isError: false, cache: '5m' },
      ],
    },
  ])
  expect(tools.map(({ name, cache }) => [name, cache])).toEqual([['Bash', '5m']])
  expect(reasoning).toEqual({ effort: 'high', budgetTokens: null, shown: false })
  expect([maxTokens, who]).toEqual([128_000, '{"device_id":"d","session_id":"s"}'])
})

test.each([
  [
    { temperature: 0.5, top_p: 0.9, top_k: 40 },
    { temperature: 0.5, topP: 0.9, topK: 40 },
  ],
  [{ stop_sequences: ['a', 'b'] }, { stop: ['a', 'b'] }],
  [{ tool_choice: { type: 'auto' } }, { toolChoice: { mode: 'auto' }, parallelTools: null }],
  [{ tool_choice: { type: 'none' } }, { toolChoice: { mode: 'none' } }],
  [
    { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
    { toolChoice: { mode: 'required' }, parallelTools: false },
  ],
  [
    { tools: [{ name: 'f' }], tool_choice: { type: 'tool', name: 'f' } },
    { toolChoice: { mode: 'some', names: ['f'], required: true } },
  ],
  [
    { tools: [{ type: 'web_search_20250305', name: 'web_search' }], tool_choice: { type: 'tool', name: 'web_search' } },
    { toolChoice: null, webSearch: {}, lost: ['tool_choice'] },
  ],
  [{ tools: [{ type: 'web_fetch_20260309', name: 'web_fetch' }] }, { tools: [], lost: ['tools.web_fetch_20260309'] }],
  [{ thinking: { type: 'disabled' } }, { reasoning: { effort: 'none', budgetTokens: null, shown: null } }],
  [{ thinking: { type: 'between_tools' } }, { reasoning: { effort: 'none', budgetTokens: null, shown: null } }],
  [
    { thinking: { type: 'enabled', budget_tokens: 2000 } },
    { reasoning: { effort: null, budgetTokens: 2000, shown: null } },
  ],
  [
    { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'max' } },
    { reasoning: { effort: 'max', budgetTokens: null, shown: true } },
  ],
  [{ output_config: { effort: 'low' } }, { reasoning: { effort: 'low', budgetTokens: null, shown: null } }],
  [{ service_tier: 'standard_only' }, { tier: 'default' }],
  [
    { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
    { format: { type: 'schema', name: 'answer', description: null, schema: { type: 'object' }, strict: null } },
  ],
  [{ output_format: { type: 'json_schema', schema: {} } }, { format: { type: 'schema', schema: {} } }],
  [{ tools: [{ type: 'web_search_20260209', name: 'web_search' }] }, { tools: [], webSearch: {} }],
  [{ system: 'x-anthropic-billing-header: cc_version=1' }, { messages: [user('hi')] }],
  [{ safeguards: [], brand_new: { field: 1 } }, { messages: [user('hi')] }],
])('the field %j is read', (body, expected) => {
  expect(ask(body)).toMatchObject(expected)
})

test.each([
  [{ messages: 'hi' }, '`messages` must be a list'],
  [{ messages: [{ role: 'tool', content: 'x' }] }, '`messages[0].role`'],
  [{ messages: [{ role: 'user', content: [{ type: 'text' }] }] }, '`messages[0].content[0].text` must be a string'],
  [{ messages: [{ role: 'user', content: 7 }] }, '`messages[0].content` must be a list'],
  [{ messages: [{ role: 'assistant', content: [{ type: 'tool_use', name: 'f' }] }] }, '`messages[0].content[0].id`'],
  [{ messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'moon' } }] }] }, 'source.type`'],
  [{ tools: [{ description: 'x' }] }, '`tools[0].name`'],
  [{ tool_choice: { type: 'maybe' } }, '`tool_choice.type`'],
  [{ thinking: { type: 'hard' } }, '`thinking.type`'],
  [{ temperature: 'warm' }, '`temperature` must be a number'],
  [{ output_config: { format: { type: 'xml' } } }, '`output_config.format.type`'],
])('a body that could be read in two ways is refused: %j', (body, reason) => {
  expect(() => ask(body)).toThrow(reason)
  expect(() => ask(body)).toThrow(expect.objectContaining({ code: 'body_invalid' }))
})

test.each([
  [{ tools: [{ type: 'bash_20250124', name: 'bash' }] }, '`bash_20250124`'],
  [{ tools: [{ type: 'computer_toolset_20260801' }] }, '`computer_toolset_20260801`'],
  [{ messages: [{ role: 'user', content: [{ type: 'container_upload', file_id: 'f' }] }] }, '`container_upload`'],
])('what only the vendor can do is refused by its name: %j', (body, name) => {
  expect(() => ask(body)).toThrow(expect.objectContaining({ code: 'not_translatable' }))
  expect(() => ask(body)).toThrow(name)
})

test('results come as messages of their own, with what they show and whether they failed', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }
  const pdf = { type: 'document', title: 'a', source: { type: 'url', url: 'https://x.example/a.pdf' } }
  const read = messagesOf({
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'a', content: [said('one'), image, pdf], is_error: true },
      { type: 'tool_result', tool_use_id: 'b' },
      said('and now?'),
    ],
  })
  const result = { name: null, form: 'function' }
  expect(read).toEqual([
    {
      role: 'tool',
      results: [
        {
          ...result,
          callId: 'a',
          isError: true,
          parts: [
            said('one'),
            { type: 'image', source: { kind: 'data', mime: 'image/png', base64: 'aGk=' }, detail: null },
            { type: 'document', source: { kind: 'url', url: 'https://x.example/a.pdf', mime: null }, name: 'a' },
          ],
        },
        { ...result, callId: 'b', isError: false, parts: [] },
      ],
    },
    user('and now?'),
  ])
})

test('documents of text, of blocks and with a context are read as what they say', () => {
  const document = (source: object, more = {}) => ({ role: 'user', content: [{ type: 'document', source, ...more }] })
  expect(messagesOf(document({ type: 'text', media_type: 'text/plain', data: '关' }))).toEqual([
    {
      role: 'user',
      parts: [{ type: 'document', source: { kind: 'data', mime: 'text/plain', base64: '5YWz' }, name: null }],
    },
  ])
  expect(messagesOf(document({ type: 'content', content: [said('a'), said('b')] }, { context: 'c' }))).toEqual([
    { role: 'user', parts: [said('c'), said('a'), said('b')] },
  ])
  expect(messagesOf(document({ type: 'file', file_id: 'f' }))[0]).toMatchObject({
    parts: [{ source: { kind: 'file', id: 'f' } }],
  })
})

test('what the vendor’s servers did is left out, and what they found for the caller is told', () => {
  const read = messagesOf(
    {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
        { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
        said('Found.'),
      ],
    },
    { role: 'assistant', content: [{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'search_result', title: 'T', source: 'https://x.example', content: [said('words')] }],
    },
  )
  expect(read).toEqual([
    { role: 'assistant', parts: [said('Found.')] },
    { role: 'user', parts: [said('T\nhttps://x.example'), said('words')] },
  ])
})

const tool = (name: string, more = {}) => ({ name, input_schema: { type: 'object' }, ...more })
const offered = (tools: object[], ...messages: object[]) =>
  readRequest({ tools, messages }).tools.map(({ name }) => name)
const found = (name: string) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'tool_reference', tool_name: name }] }],
})
const changed = (type: string, change: object) => ({ role: 'system', content: [{ type, tool: change }] })
const later = { defer_loading: true }

test('a deferred tool is offered once something refers to it', () => {
  expect(offered([tool('a'), tool('b', later), tool('c', later)], hi, found('c'))).toEqual(['a', 'c'])
  expect(offered([tool('a', later), { type: 'tool_search_tool_bm25_20251119', name: 's' }], hi)).toEqual(['a'])
})

test('messages add tools and take them away', () => {
  const added = changed('tool_addition', { type: 'tool_reference', name: 'b' })
  const defined = changed('tool_addition', { type: 'tool_definition', definition: tool('d') })
  const removed = changed('tool_removal', { type: 'tool_reference', name: 'a' })
  expect(offered([tool('a'), tool('b', later)], hi, added, defined, removed)).toEqual(['b', 'd'])
})

test('a system message that is no longer shown is not told', () => {
  const reminder = { role: 'system', content: 'now', clear_at: 'next_user_message' }
  expect(messagesOf(hi, reminder)).toHaveLength(2)
  expect(messagesOf(hi, reminder, { role: 'assistant', content: 'ok' }, hi).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
  ])
})

test('signatures are known again by their origin, and one for a call is the call’s', () => {
  const gemini = { origin: 'gemini-generate', value: 'CiQB' } as const
  const call = { type: 'tool_use', id: 't', name: 'f', input: {} }
  const read = messagesOf({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'a', signature: seal(gemini) },
      { type: 'redacted_thinking', data: 'xyz' },
      { type: 'thinking', thinking: 'unsigned', signature: '' },
      { type: 'thinking', thinking: '', signature: seal(gemini, true) },
      call,
      { ...call, id: 'u' },
    ],
  })
  expect(read).toMatchObject([
    {
      parts: [
        { type: 'thinking', text: 'a', signature: gemini },
        { type: 'thinking', text: null, signature: { origin: 'anthropic-messages', value: 'redacted:xyz' } },
        { type: 'thinking', text: 'unsigned', signature: null },
        { type: 'call', id: 't', signature: gemini },
        { type: 'call', id: 'u', signature: null },
      ],
    },
  ])
})

test('large numbers in arguments stay as they were written', () => {
  const call = '{"type":"tool_use","id":"t","name":"f","input":{"id":12345678901234567890}}'
  const body = parseExactly(`{"messages":[{"role":"assistant","content":[${call}]}],"top_p":0.1234567890123456789}`)
  const read = readRequest(body as Record<string, unknown>)
  expect(read.messages).toMatchObject([{ parts: [{ input: '{"id":12345678901234567890}' }] }])
  expect(read.topP).toBeCloseTo(0.123)
})
