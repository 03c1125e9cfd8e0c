import { expect, test } from 'vitest'
import { parseExactly } from '../../core/json.ts'
import { NO_SETTINGS } from '../translate/conversation.ts'
import { seal } from '../translate/sealed.ts'
import { chatFields } from './fields.ts'
import { readRequest } from './read-request.ts'

const hello = { role: 'user', content: 'hi' }
const read = (body: object) => readRequest({ model: 'm', messages: [hello], ...body })
const messagesOf = (...messages: object[]) => read({ messages }).messages

test('a request of words alone sets nothing', () => {
  expect(read({})).toEqual({
    ...NO_SETTINGS,
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
  })
})

test.each([
  [{ max_completion_tokens: 9, max_tokens: 5 }, { maxTokens: 9 }],
  [{ max_tokens: 5 }, { maxTokens: 5 }],
  [
    { temperature: 0, top_p: 0.5, random_seed: 4 },
    { temperature: 0, topP: 0.5, seed: 4 },
  ],
  [
    { temperature: 0, top_p: 0.5, seed: 4 },
    { temperature: 0, topP: 0.5, seed: 4 },
  ],
  [
    { presence_penalty: -1, frequency_penalty: 1 },
    { presencePenalty: -1, frequencyPenalty: 1 },
  ],
  [{ stop: 'x' }, { stop: ['x'] }],
  [{ stop: ['x', 'y'] }, { stop: ['x', 'y'] }],
  [{ reasoning_effort: 'xhigh' }, { reasoning: { effort: 'xhigh', budgetTokens: null, shown: null } }],
  [{ response_format: { type: 'text' } }, { format: null }],
  [{ response_format: { type: 'json_object' } }, { format: { type: 'json' } }],
  [
    { response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' }, strict: true } } },
    { format: { type: 'schema', name: 'n', description: null, schema: { type: 'object' }, strict: true } },
  ],
  [
    { verbosity: 'low', prompt_cache_key: 'k', service_tier: 'flex' },
    { verbosity: 'low', cacheKey: 'k', tier: 'flex' },
  ],
  [{ user: 'a' }, { user: 'a' }],
  [{ user: 'a', safety_identifier: 'b' }, { user: 'b' }],
  [{ web_search_options: {} }, { webSearch: {} }],
  [{ parallel_tool_calls: false }, { parallelTools: false }],
  [{ tool_choice: 'required' }, { toolChoice: { mode: 'required' } }],
  [{ tool_choice: 'any' }, { toolChoice: { mode: 'required' } }],
  [{ tool_choice: 'validated' }, { toolChoice: { mode: 'auto' } }],
  [
    { tool_choice: { type: 'function', function: { name: 'f' } } },
    { toolChoice: { mode: 'some', names: ['f'], required: true } },
  ],
  [
    { tool_choice: { type: 'custom', custom: { name: 'f' } } },
    { toolChoice: { mode: 'some', names: ['f'], required: true } },
  ],
  [
    {
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: {
          mode: 'auto',
          tools: [
            { type: 'function', function: { name: 'f' } },
            { type: 'custom', custom: { name: 'g' } },
          ],
        },
      },
    },
    { toolChoice: { mode: 'some', names: ['f', 'g'], required: false } },
  ],
])('the fields %o are read', (body, expected) => {
  expect(read(body)).toMatchObject(expected)
})

test('a number of many digits is read although it was kept as it was written', () => {
  expect(
    readRequest(parseExactly('{"messages":[],"temperature":0.30000000000000004}') as object as never),
  ).toMatchObject({ temperature: 0.30000000000000004 })
})

test('functions and custom tools are read; a hosted tool is left out and named', () => {
  const grammar = { syntax: 'lark', definition: 'start: "x"' }
  const { tools, lost } = read({
    tools: [
      { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true } },
      { type: 'function', function: { name: 'g' } },
      { type: 'custom', custom: { name: 'p', format: { type: 'grammar', grammar } } },
      { type: 'custom', custom: { name: 'q', format: { type: 'text' } } },
      { type: 'web_search' },
    ],
  })
  expect(tools).toEqual([
    { form: 'function', name: 'f', namespace: null, description: 'd', strict: true, schema: { type: 'object' } },
    { form: 'function', name: 'g', namespace: null, description: null, strict: null, schema: null },
    {
      form: 'custom',
      name: 'p',
      namespace: null,
      description: null,
      strict: null,
      grammar: { type: 'grammar', ...grammar },
    },
    { form: 'custom', name: 'q', namespace: null, description: null, strict: null, grammar: null },
  ])
  expect(lost).toEqual(['tools.web_search'])
})

test('system and developer messages are one role and stay where they stand', () => {
  const system = (text: string) => ({ role: 'system', parts: [{ type: 'text', text }] })
  expect(
    messagesOf({ role: 'system', content: 'a' }, hello, { role: 'developer', content: [{ type: 'text', text: 'b' }] }),
  ).toEqual([system('a'), { role: 'user', parts: [{ type: 'text', text: 'hi' }] }, system('b')])
})

test('every part of a user is read, with its cache hint, and an address is kept as it is', () => {
  const point = { prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }
  const [message] = messagesOf({
    role: 'user',
    content: [
      { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: '' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAA=', detail: 'original' }, ...point },
      { type: 'image_url', image_url: { url: 'http://10.0.0.1/secret.png', detail: 'constructor' } },
      { type: 'file', file: { filename: 'f.pdf', file_data: 'data:application/pdf;base64,BBB=' } },
      { type: 'file', file: { file_data: 'CCC=' } },
      { type: 'file', file: { file_id: 'file-1' } },
      {
        type: 'input_audio',
        input_audio: { data: 'DDD=', format: 'wav' },
        prompt_cache_breakpoint: { mode: 'explicit' },
      },
    ],
  })
  const pdf = (base64: string) => ({ kind: 'data', mime: 'application/pdf', base64 })
  expect(message).toEqual({
    role: 'user',
    parts: [
      { type: 'text', text: 'a', cache: '5m' },
      { type: 'image', source: { kind: 'data', mime: 'image/png', base64: 'AAA=' }, detail: 'high', cache: '1h' },
      { type: 'image', source: { kind: 'url', url: 'http://10.0.0.1/secret.png', mime: null }, detail: null },
      { type: 'document', source: pdf('BBB='), name: 'f.pdf' },
      { type: 'document', source: pdf('CCC='), name: null },
      { type: 'document', source: { kind: 'file', id: 'file-1' }, name: null },
      { type: 'audio', base64: 'DDD=', format: 'wav', cache: '5m' },
    ],
  })
})

const call = (id: string, args: unknown = '{"a":12345678901234567890}') => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: args },
})

test('null content beside calls is no part, and big integers in arguments stay as they are', () => {
  const [message] = messagesOf({
    role: 'assistant',
    content: null,
    tool_calls: [call('1'), call('2', ''), call('3', { b: 1 })],
  })
  const inputs = ['{"a":12345678901234567890}', '{}', '{"b":1}']
  expect(message).toEqual({
    role: 'assistant',
    parts: inputs.map((input, i) => ({
      type: 'call',
      id: String(i + 1),
      name: 'f',
      namespace: null,
      form: 'function',
      input,
      signature: null,
    })),
  })
})

test('results that follow one another are one turn, and know whether their tool was a custom one', () => {
  const custom = { id: 'c', type: 'custom', custom: { name: 'p', input: 'x' } }
  const [, results] = messagesOf(
    { role: 'assistant', tool_calls: [custom, call('d')] },
    { role: 'tool', tool_call_id: 'c', content: 'one' },
    { role: 'tool', tool_call_id: 'd', content: [{ type: 'text', text: 'two' }] },
  )
  const result = (callId: string, form: string, text: string) => ({
    callId,
    name: null,
    form,
    parts: [{ type: 'text', text }],
    isError: false,
  })
  expect(results).toEqual({ role: 'tool', results: [result('c', 'custom', 'one'), result('d', 'function', 'two')] })
})

test('an empty result is kept, since its call needs one; an empty message is not', () => {
  expect(messagesOf({ role: 'user', content: '' }, { role: 'tool', tool_call_id: 'x', content: '' })).toMatchObject([
    { role: 'tool', results: [{ callId: 'x', parts: [] }] },
  ])
})

test('thoughts are read by any of their names, a refusal and pictures from beside the content', () => {
  const [message] = messagesOf({
    role: 'assistant',
    reasoning: 'hm',
    content: 'ok',
    refusal: 'no',
    images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }],
  })
  expect(message).toEqual({
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'hm', signature: null },
      { type: 'text', text: 'ok' },
      { type: 'refusal', text: 'no' },
      { type: 'image', source: { kind: 'data', mime: 'image/png', base64: 'AA' }, detail: null },
    ],
  })
})

test('signatures are read: sealed ones of anybody, plain ones where the format names their maker', () => {
  const sealed = seal({ origin: 'openai-responses', value: 'enc' })
  const [message] = messagesOf({
    role: 'assistant',
    reasoning_content: 'ab',
    reasoning_details: [
      { type: 'reasoning.text', text: 'a', index: 0 },
      { type: 'reasoning.text', text: 'b', signature: 'sig', format: 'anthropic-claude-v1', index: 0 },
      { type: 'reasoning.encrypted', data: sealed, index: 1 },
      { type: 'reasoning.encrypted', data: 'whose?', format: 'unknown', index: 2 },
    ],
    tool_calls: [{ ...call('1', '{}'), extra_content: { google: { thought_signature: 'g' } } }],
  })
  expect(message?.role === 'assistant' && message.parts).toMatchObject([
    { type: 'thinking', text: 'ab', signature: { origin: 'anthropic-messages', value: 'sig' } },
    { type: 'thinking', text: null, signature: { origin: 'openai-responses', value: 'enc' } },
    { type: 'call', signature: { origin: 'gemini-generate', value: 'g' } },
  ])
})

test('the name of a speaker has no place elsewhere and is named as left out', () => {
  expect(read({ messages: [{ ...hello, name: 'Ann' }] }).lost).toEqual(['messages.name'])
})

test.each([
  [{ messages: 'x' }, 'body_invalid'],
  [{ messages: [{ role: 'nobody' }] }, 'body_invalid'],
  [{ messages: [{ role: 'user', content: 7 }] }, 'body_invalid'],
  [{ messages: [{ role: 'user', content: [{ type: 'hologram' }] }] }, 'body_invalid'],
  [{ messages: [{ role: 'user', content: [{ type: 'refusal', refusal: 'x' }] }] }, 'body_invalid'],
  [
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png,x' } }] }] },
    'body_invalid',
  ],
  [{ messages: [{ role: 'tool', content: 'x' }] }, 'body_invalid'],
  [{ messages: [{ role: 'assistant', tool_calls: [{ id: '1', type: 'function' }] }] }, 'body_invalid'],
  [{ messages: [{ role: 'function', name: 'f', content: 'x' }] }, 'not_translatable'],
  [{ messages: [{ role: 'assistant', audio: { id: 'a' } }] }, 'not_translatable'],
  [{ messages: [{ role: 'assistant', function_call: { name: 'f' } }] }, 'not_translatable'],
  [{ messages: [], modalities: ['text', 'audio'] }, 'not_translatable'],
  [{ messages: [], tools: 1 }, 'body_invalid'],
  [{ messages: [], tool_choice: 'maybe' }, 'body_invalid'],
  [{ messages: [], temperature: 'hot' }, 'body_invalid'],
  [{ messages: [], stop: [1] }, 'body_invalid'],
  [{ messages: [], parallel_tool_calls: 'false' }, 'body_invalid'],
  [{ messages: [], verbosity: 1 }, 'body_invalid'],
  [{ messages: [], service_tier: 5 }, 'body_invalid'],
  [{ messages: [], user: 7 }, 'body_invalid'],
  [{ messages: [], reasoning_effort: 'enormous' }, 'body_invalid'],
  [{ messages: [], response_format: { type: 'xml' } }, 'body_invalid'],
])('%o is refused as %s', (body, code) => {
  expect(() => readRequest(body)).toThrow(expect.objectContaining({ code }))
})

test('every field of the API is in the table, and what Mistral alone calls otherwise', () => {
  const fields = `messages, model, audio, frequency_penalty, function_call, functions, logit_bias, logprobs,
    max_completion_tokens, max_tokens, metadata, modalities, moderation, n, parallel_tool_calls, prediction,
    presence_penalty, prompt_cache_key, prompt_cache_options, prompt_cache_retention, reasoning_effort, response_format,
    safety_identifier, seed, service_tier, stop, store, stream, stream_options, temperature, tool_choice, tools,
    top_logprobs, top_p, user, verbosity, web_search_options`
  const mistrals = ['random_seed']
  expect(Object.keys(chatFields).toSorted()).toEqual([...fields.split(/,\s*/), ...mistrals].toSorted())
})

test.each([{ rawJSON: { toString: 1 } }, { rawJSON: '5' }, '5', [5], true, Infinity])(
  '%j where a number is expected is the caller’s mistake',
  (temperature) => {
    expect(() => read({ temperature })).toThrow(expect.objectContaining({ code: 'body_invalid' }))
  },
)
