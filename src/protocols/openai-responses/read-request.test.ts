import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { asRecord, parseExactly } from '../../core/json.ts'
import type { Message } from '../translate/conversation.ts'
import { fields } from './fields.ts'
import { readRequest } from './read-request.ts'

const read = (body: object, path = '/v1/responses') => readRequest({ model: 'm', input: 'hi', ...body }, { path })
const messages = (...input: object[]) => read({ input }).messages
const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })
const refusal = (body: object, path?: string) => {
  try {
    read(body, path)
  } catch (error) {
    return error instanceof GatewayError ? { code: error.code, message: error.message } : error
  }
  return null
}

/** What Codex 0.169 sends (wire.md §2.2). */
const codex = {
  model: 'm',
  stream: true,
  input: [
    {
      type: 'message',
      role: 'developer',
      content: [{ type: 'input_text', text: 'You are Codex.' }],
      internal_chat_message_metadata_passthrough: { a: 1 },
    },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'fix it' }] },
    { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' },
    { type: 'function_call', name: 'exec_command', arguments: '{"n":12345678901234567890}', call_id: 'call_1' },
    { type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch', call_id: 'call_2', status: 'completed' },
    { type: 'function_call', name: 'read', namespace: 'mcp__files', arguments: '{}', call_id: 'call_3' },
    { type: 'function_call_output', call_id: 'call_1', output: 'ok' },
    { type: 'custom_tool_call_output', call_id: 'call_2', output: [{ type: 'input_text', text: 'Done' }] },
    { type: 'function_call_output', call_id: 'call_3', output: '' },
  ],
  tools: [
    { type: 'function', name: 'exec_command', description: 'Runs', strict: false, parameters: { type: 'object' } },
    { type: 'custom', name: 'apply_patch', format: { type: 'grammar', syntax: 'lark', definition: 'start: x' } },
    {
      type: 'namespace',
      name: 'mcp__files',
      description: 'F',
      tools: [{ type: 'function', name: 'read', parameters: null }],
    },
    { type: 'tool_search', execution: 'client' },
    { type: 'web_search', external_web_access: false },
    { type: 'image_generation' },
    { type: 'local_shell' },
  ],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  reasoning: { effort: 'medium' },
  store: false,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: '019a',
  text: { verbosity: 'low' },
  client_metadata: { 'x-codex': '1' },
}

test('a turn of Codex is read whole: its tools, its thoughts, its calls and what they gave', () => {
  expect(read(codex)).toMatchObject({
    messages: [
      { role: 'system', parts: [{ type: 'text', text: 'You are Codex.' }] },
      user('fix it'),
      {
        role: 'assistant',
        parts: [
          { type: 'thinking', text: null, signature: { origin: 'openai-responses', value: 'gAAAA' } },
          { type: 'call', id: 'call_1', name: 'exec_command', form: 'function', input: '{"n":12345678901234567890}' },
          { type: 'call', id: 'call_2', name: 'apply_patch', form: 'custom', input: '*** Begin Patch' },
          { type: 'call', id: 'call_3', name: 'read', namespace: 'mcp__files', form: 'function' },
        ],
      },
      {
        role: 'tool',
        results: [
          { callId: 'call_1', form: 'function', parts: [{ type: 'text', text: 'ok' }] },
          { callId: 'call_2', form: 'custom', parts: [{ type: 'text', text: 'Done' }] },
          { callId: 'call_3', form: 'function', parts: [] },
        ],
      },
    ],
    tools: [
      { name: 'exec_command', namespace: null, form: 'function', strict: false, schema: { type: 'object' } },
      { name: 'apply_patch', namespace: null, form: 'custom', grammar: { syntax: 'lark' } },
      { name: 'read', namespace: 'mcp__files', form: 'function', schema: null },
      { name: 'tool_search', namespace: null, form: 'search', schema: null },
    ],
    toolChoice: { mode: 'auto' },
    parallelTools: true,
    reasoning: { effort: 'medium', budgetTokens: null, shown: null },
    cacheKey: '019a',
    verbosity: 'low',
    webSearch: null,
    lost: ['web_search.external_web_access', 'tools.image_generation', 'tools.local_shell'],
  })
})

test('what points to something kept elsewhere is refused, each field that the table says so of', () => {
  const refused = Object.keys(fields).filter((name) => fields[name] === 'refused')
  expect(refused).toHaveLength(4)
  for (const field of refused) {
    expect(refusal({ [field]: field === 'background' ? true : 'id_1' })).toMatchObject({
      code: 'body_invalid',
      message: expect.stringContaining(`\`${field}\``),
    })
  }
  expect(refusal({ previous_response_id: null, background: false, conversation: null })).toBeNull()
})

test.each([
  [{ temperature: 'hot' }, 'temperature'],
  [{ tools: {} }, 'tools'],
  [{ tools: [{ type: 'function' }] }, 'tools[0].name'],
  [{ tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'function' }] }] }, 'tools[n][0].name'],
  [{ tool_choice: 'any' }, 'tool_choice'],
  [{ tool_choice: { type: 'allowed_tools', mode: 'x', tools: [] } }, 'tool_choice.mode'],
  [{ reasoning: { effort: 'heroic' } }, 'reasoning.effort'],
  [{ text: { format: { type: 'xml' } } }, 'text.format.type'],
  [{ text: { format: { type: 'json_schema', name: 'x' } } }, 'text.format.schema'],
  [{ parallel_tool_calls: 1 }, 'parallel_tool_calls'],
  [{ instructions: [] }, 'instructions'],
])('%j is refused by its name', (body, name) => {
  expect(refusal(body)).toMatchObject({ code: 'body_invalid', message: expect.stringContaining(`\`${name}\``) })
})

test.each(['/v1/responses/compact', '/v1/responses/input_tokens'])('%s is for OpenAI alone', (path) => {
  expect(refusal({}, path)).toMatchObject({ code: 'not_translatable', message: expect.stringContaining(path) })
})

test('instructions come first, a developer keeps their place, and a text is what the user says', () => {
  expect(read({ instructions: 'Be brief.' }).messages).toEqual([
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    user('hi'),
  ])
  expect(messages({ role: 'user', content: 'a' }, { role: 'developer', content: 'b' }).map(({ role }) => role)).toEqual(
    ['user', 'system'],
  )
})

test('tools that are loaded late are on offer, each once', () => {
  const f = { type: 'function', name: 'f', parameters: { type: 'object' } }
  const { tools } = read({
    tools: [{ ...f, defer_loading: true }],
    input: [
      { role: 'user', content: 'x' },
      { type: 'additional_tools', role: 'developer', tools: [{ ...f, name: 'g' }] },
      { type: 'tool_search_output', tools: [f, { type: 'namespace', name: 'n', description: '', tools: [f] }] },
    ],
  })
  expect(tools.map(({ namespace, name }) => [namespace, name])).toEqual([
    [null, 'f'],
    [null, 'g'],
    ['n', 'f'],
  ])
})

test('a search among tools that the caller ran is a call with an answer, which says what is on offer from then on', () => {
  const f = { type: 'function', name: 'f', parameters: { type: 'object' } }
  const call = { type: 'tool_search_call', arguments: { query: 'files', limit: 2 } }
  const found = { type: 'tool_search_output', tools: [f, { type: 'namespace', name: 'n', tools: [f] }] }
  const own = { call_id: 's1', execution: 'client', status: 'completed' }
  const user = { role: 'user', content: 'x' }
  const { messages, tools, lost } = read({ input: [user, { ...call, ...own }, { ...found, ...own }] })
  expect(messages.slice(1)).toMatchObject([
    {
      role: 'assistant',
      parts: [{ type: 'call', id: 's1', name: 'tool_search', form: 'search', input: '{"query":"files","limit":2}' }],
    },
    { role: 'tool', results: [{ callId: 's1', form: 'search', parts: [{ text: '{"found":["f","n__f"]}' }] }] },
  ])
  expect(tools).toHaveLength(2)
  expect(lost).toBeUndefined()
  const hosted = { call_id: null, execution: 'server' }
  const ran = read({ tools: [{ type: 'tool_search' }], input: [user, { ...call, ...hosted }, { ...found, ...hosted }] })
  expect(ran).toMatchObject({ messages: [{ role: 'user' }], lost: ['tools.tool_search', 'input.tool_search_call'] })
  expect(ran.tools).toHaveLength(2)
})

test.each([
  ['none', { mode: 'none' }, []],
  ['required', { mode: 'required' }, []],
  [{ type: 'function', name: 'f' }, { mode: 'some', names: ['f'], required: true }, []],
  [{ type: 'custom', name: 'p' }, { mode: 'some', names: ['p'], required: true }, []],
  [
    { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }, { type: 'mcp' }] },
    { mode: 'some', names: ['f'], required: false },
    [],
  ],
  [{ type: 'web_search_preview' }, null, ['tool_choice']],
])('the choice %j is read as %j', (choice, expected, lost) => {
  const { toolChoice, lost: left = [] } = read({ tool_choice: choice })
  expect(toolChoice).toEqual(expected)
  expect(left).toEqual(lost)
})

test.each([
  [
    { max_output_tokens: 9, temperature: 0, top_p: 0.5 },
    { maxTokens: 9, temperature: 0, topP: 0.5 },
  ],
  [
    { reasoning: { effort: 'none', summary: 'auto' } },
    { reasoning: { effort: 'none', budgetTokens: null, shown: true } },
  ],
  [
    { reasoning: { summary: 'auto' } },
    { reasoning: { effort: null, budgetTokens: null, shown: true, onlyShown: true } },
  ],
  [{ reasoning: { effort: null, summary: null } }, { reasoning: null }],
  [{ text: { format: { type: 'text' } } }, { format: null }],
  [{ text: { format: { type: 'json_object' } } }, { format: { type: 'json' } }],
  [
    { text: { format: { type: 'json_schema', name: 's', schema: { a: 1 }, strict: true } } },
    { format: { type: 'schema', name: 's', description: null, schema: { a: 1 }, strict: true } },
  ],
  [{ safety_identifier: 's', user: 'u' }, { user: 's' }],
  [
    { user: 'u', service_tier: 'flex' },
    { user: 'u', tier: 'flex' },
  ],
  [{ tools: [{ type: 'web_search_preview_2025_03_11' }] }, { webSearch: {}, tools: [] }],
  [{ tools: [] }, { webSearch: null, tools: [] }],
  [{ include: ['message.output_text.logprobs'] }, { lost: ['include'] }],
])('%j is read as %j', (body, expected) => expect(read(body)).toMatchObject(expected))

test('a number too large for a double stays as it was written in a schema', () => {
  const tool = parseExactly('{"type":"function","name":"f","parameters":{"maximum":12345678901234567890}}')
  expect(JSON.stringify(read({ tools: [tool] }).tools)).toContain('"maximum":12345678901234567890')
})

test('a number that is kept as it was written is a number', () => {
  const body = asRecord(parseExactly('{"input":"x","temperature":0.30000000000000004,"top_p":0.12345678901234568}'))
  expect(readRequest(body, { path: '/v1/responses' })).toMatchObject({
    temperature: 0.30000000000000004,
    topP: 0.12345678901234568,
  })
})
