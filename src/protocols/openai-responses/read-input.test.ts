import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { seal } from '../translate/sealed.ts'
import { readInput } from './read-input.ts'

const messages = (...input: object[]) => readInput(input).messages
const idOf = (part: object) => ('id' in part ? part.id : null)
const refusal = (input: unknown) => {
  try {
    readInput(input)
  } catch (error) {
    return error instanceof GatewayError ? { code: error.code, message: error.message } : error
  }
  return null
}

test.each([
  [[{ type: 'item_reference', id: 'msg_1' }], 'body_invalid', 'input[0]'],
  [[{ id: 'msg_1' }], 'body_invalid', 'input[0]'],
  [[{ type: 'compaction_trigger' }], 'not_translatable', 'compaction_trigger'],
  [[{ type: 'compaction', encrypted_content: 'x' }], 'not_translatable', 'compaction'],
  [[{ type: 'local_shell_call_output', output: 'x' }], 'not_translatable', 'local_shell_call_output'],
  [[{ role: 'tool', content: 'x' }], 'body_invalid', 'input[0].role'],
  [[{ role: 'user', content: [{ type: 'input_video' }] }], 'body_invalid', 'input[0].content[0].type'],
  [[{ role: 'user', content: [{ type: 'constructor' }] }], 'body_invalid', 'input[0].content[0].type'],
  [[{ role: 'user', content: [{ type: 'input_image' }] }], 'body_invalid', 'input[0].content[0]'],
  [[{ role: 'user', content: [{ type: 'input_image', image_url: 'data:,x' }] }], 'body_invalid', 'image_url'],
  [[{ type: 'function_call', name: 'f', arguments: {}, call_id: 'c' }], 'body_invalid', 'input[0].arguments'],
  [[{ type: 'function_call', arguments: '', call_id: 'c' }], 'body_invalid', 'input[0].name'],
  [[{ type: 'function_call_output', output: 'x' }], 'body_invalid', '`input[0]` needs a `call_id`'],
  [[{ type: 'function_call_output', output: 'x', call_id: 7 }], 'body_invalid', 'input[0].call_id'],
  [[{ type: 'custom_tool_call_output', output: 'x', name: 'f' }], 'body_invalid', 'input[0].call_id'],
  [['text'], 'body_invalid', 'input[0]'],
  [undefined, 'body_invalid', 'input'],
])('the input %j is refused as %s, naming %s', (input, code, name) => {
  expect(refusal(input)).toMatchObject({ code, message: expect.stringContaining(name) })
})

test('pictures, documents and sound are read where they are; nothing is fetched', () => {
  const content = [
    { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'original' },
    { type: 'input_image', image_url: 'https://a/b.png' },
    { type: 'input_image', file_id: 'file-1', detail: 'low' },
    { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,BBBB' },
    { type: 'input_file', file_data: 'CCCC' },
    { type: 'input_file', file_url: 'https://a/c.pdf' },
    { type: 'input_file', file_id: 'file-2' },
    { type: 'input_audio', input_audio: { data: 'DDDD', format: 'wav' } },
  ]
  expect(messages({ role: 'user', content })[0]).toEqual({
    role: 'user',
    parts: [
      { type: 'image', source: { kind: 'data', mime: 'image/png', base64: 'AAAA' }, detail: 'high' },
      { type: 'image', source: { kind: 'url', url: 'https://a/b.png', mime: null }, detail: null },
      { type: 'image', source: { kind: 'file', id: 'file-1' }, detail: 'low' },
      { type: 'document', source: { kind: 'data', mime: 'application/pdf', base64: 'BBBB' }, name: 'a.pdf' },
      { type: 'document', source: { kind: 'data', mime: 'application/pdf', base64: 'CCCC' }, name: null },
      { type: 'document', source: { kind: 'url', url: 'https://a/c.pdf', mime: null }, name: null },
      { type: 'document', source: { kind: 'file', id: 'file-2' }, name: null },
      { type: 'audio', base64: 'DDDD', format: 'wav' },
    ],
  })
})

test('a mark at the end of a cached beginning is a hint of its lifetime', () => {
  const marked = (ttl?: string) => ({
    type: 'input_text',
    text: 'x',
    prompt_cache_breakpoint: { mode: 'explicit', ...(ttl && { ttl }) },
  })
  expect(messages({ role: 'user', content: [marked(), marked('30m'), marked('12h')] })[0]).toMatchObject({
    parts: [{ cache: '5m' }, { cache: '5m' }, { cache: '1h' }],
  })
})

test('empty texts say nothing, and a message of nothing else is none', () => {
  expect(
    messages(
      {
        role: 'user',
        content: [
          { type: 'input_text', text: '' },
          { type: 'input_text', text: 'a' },
        ],
      },
      { role: 'assistant', content: '' },
      { role: 'user', content: '' },
    ),
  ).toEqual([{ role: 'user', parts: [{ type: 'text', text: 'a' }] }])
})

test('a thought is read with its own signature, with one that was sealed, or without any', () => {
  const gemini = { origin: 'gemini-generate', value: 'g1' } as const
  const anthropic = { origin: 'anthropic-messages', value: 'a1' } as const
  const said = messages(
    {
      type: 'reasoning',
      summary: [
        { type: 'summary_text', text: 'one' },
        { type: 'summary_text', text: 'two' },
      ],
    },
    { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'raw' }], encrypted_content: 'own' },
    { type: 'reasoning', summary: [], encrypted_content: seal(anthropic) },
    { type: 'reasoning', summary: [], encrypted_content: seal(gemini, true) },
    { type: 'function_call', name: 'f', arguments: '{}', call_id: 'c1' },
    { type: 'function_call', name: 'f', arguments: '{}', call_id: 'c2' },
    { type: 'reasoning', id: 'rs_1', summary: [] },
  )
  expect(said).toMatchObject([
    {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: 'one\n\ntwo', signature: null },
        { type: 'thinking', text: 'raw', signature: { origin: 'openai-responses', value: 'own' } },
        { type: 'thinking', text: null, signature: anthropic },
        { type: 'call', id: 'c1', signature: gemini },
        { type: 'call', id: 'c2', signature: null },
      ],
    },
  ])
})

test('a picture that was made belongs to the answer, and records of hosted tools are left out by name', () => {
  const { messages: said, lost } = readInput([
    { type: 'web_search_call', id: 'ws_1', status: 'completed' },
    { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AAAA', output_format: 'webp' },
    { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
  ])
  expect(said).toEqual([
    {
      role: 'assistant',
      parts: [
        { type: 'image', source: { kind: 'data', mime: 'image/webp', base64: 'AAAA' }, detail: null },
        { type: 'refusal', text: 'no' },
      ],
    },
  ])
  expect(lost).toEqual(new Set(['input.web_search_call']))
})

test('what a tool gave without being called, as Codex hands a thread its messages, is read as the result of a call of its own', () => {
  const output = {
    type: 'function_call_output',
    name: 'send_message',
    namespace: 'threads',
    output: 'the build is green',
  }
  const [said, call, result, ...others] = messages({ role: 'user', content: 'hi' }, output, {
    ...output,
    call_id: null,
  })
  expect(said).toMatchObject({ role: 'user' })
  const alone = {
    type: 'call',
    name: 'send_message',
    namespace: 'threads',
    form: 'function',
    input: '{}',
    signature: null,
  }
  expect(call).toMatchObject({ role: 'assistant', parts: [alone] })
  expect(result).toMatchObject({ role: 'tool', results: [{ parts: [{ text: 'the build is green' }] }] })
  expect(others).toMatchObject([{ role: 'assistant' }, { role: 'tool' }])
  const ids = [call, others[0]].map((message) => (message?.role === 'assistant' ? message.parts.map(idOf) : []))
  const callIds = [result, others[1]].map((message) =>
    message?.role === 'tool' ? message.results.map(({ callId }) => callId) : [],
  )
  expect(callIds).toEqual(ids)
  expect(new Set(ids.flat()).size).toBe(2)
})
