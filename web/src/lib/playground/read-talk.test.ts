import { expect, test } from 'vitest'
import { PLAYGROUND_PROTOCOLS } from '../../../../src/core/play.ts'
import { type Asking, DIALECTS } from './dialects.ts'
import { readTalk } from './read-talk.ts'
import { saidTo } from './talk.ts'

const SETUP = { key: 'k1', model: 'm', stream: false }
const read = (protocol: string, body: unknown) => readTalk(JSON.stringify(body), protocol, SETUP)
const why = (protocol: string, body: unknown) => {
  const found = read(protocol, body)
  return 'why' in found ? found.why : null
}

const ASKED: Asking = {
  said: [
    { role: 'user', text: '你好' },
    { role: 'assistant', text: 'Hello' },
    { role: 'user', text: 'How are you?' },
  ],
  system: 'Be short.',
  temperature: 0.3,
  maxTokens: 700,
}

test.each(PLAYGROUND_PROTOCOLS)('what the playground sends in %s is read as the talk it was', (protocol) => {
  const found = read(protocol, { model: 'm', ...DIALECTS[protocol].write(ASKED) })
  if ('why' in found) throw new Error(found.why)
  const { talk, left } = found
  expect(talk.setup).toMatchObject({ ...SETUP, protocol, system: 'Be short.', temperature: 0.3, maxTokens: 700 })
  expect([...saidTo(0, talk.turns), { role: 'user', text: talk.text }]).toEqual(ASKED.said)
  expect(left).toEqual([])
})

test('pieces of text are one text, and so is what one side said in a row', () => {
  const content = [
    { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } },
    { type: 'text', text: 'b' },
  ]
  const found = read('anthropic-messages', {
    system: [
      { type: 'text', text: 'x' },
      { type: 'text', text: 'y' },
    ],
    messages: [
      { role: 'user', content },
      { role: 'user', content: 'c' },
    ],
    max_tokens: 5,
  })
  expect(found).toMatchObject({ talk: { text: 'a\n\nb\n\nc', setup: { system: 'x\n\ny', temperature: null } } })
})

test('what the playground has no place for is named', () => {
  const messages = [{ role: 'user', content: 'hi' }]
  expect(read('openai-chat', { model: 'm', messages, tools: [], stream: true, top_p: 1, stop: ['x'] })).toMatchObject({
    left: ['top_p', 'stop'],
  })
  const contents = [{ parts: [{ text: 'hi' }] }]
  expect(
    read('gemini-generate', { contents, generationConfig: { topK: 3, temperature: 0 }, safetySettings: [] }),
  ).toMatchObject({ left: ['safetySettings', 'topK'], talk: { setup: { temperature: 0 } } })
})

test.each([
  ['a'],
  [{ type: 'text', text: 'a' }],
  [[{ type: 'text', text: 'a' }]],
  [{ type: 'user_input', content: 'a' }],
])('what an interaction is asked may be a text, contents, or a step: %j', (input) => {
  expect(read('gemini-interactions', { model: 'm', input, store: true, tools: [] })).toMatchObject({
    talk: { text: 'a', turns: [] },
    left: [],
  })
})

const step = (text: string) => ({ type: 'user_input', content: [{ type: 'text', text }] })
const user = (content: unknown) => ({ role: 'user', content })
const PICTURE = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }

test.each([
  ['openai-embeddings', { input: 'hi' }, 'noTalk'],
  ['openai-chat', [1], 'noTalk'],
  ['openai-chat', { messages: [user('hi')], tools: [{ type: 'function' }] }, 'tools'],
  [
    'openai-chat',
    { messages: [user('hi'), { role: 'assistant', content: null, tool_calls: [{ type: 'function' }] }] },
    'tools',
  ],
  ['openai-chat', { messages: [user('hi'), { role: 'tool', content: 'done' }] }, 'tools'],
  ['openai-responses', { input: [user('hi'), { type: 'function_call', name: 'f' }] }, 'tools'],
  ['anthropic-messages', { messages: [user([{ type: 'tool_result', content: 'x' }])] }, 'tools'],
  ['gemini-generate', { contents: [{ parts: [{ functionCall: {} }] }] }, 'tools'],
  ['gemini-interactions', { input: [step('hi'), { type: 'function_call', name: 'f', arguments: {} }] }, 'tools'],
  ['gemini-interactions', { input: [{ type: 'image', uri: 'https://example.com/a.png' }] }, 'files'],
  ['gemini-interactions', { input: [step('hi'), { type: 'thought', signature: 'x' }, step('so')] }, 'turns'],
  ['gemini-interactions', { input: 'and then?', previous_interaction_id: 'v1_1' }, 'turns'],
  ['openai-chat', { messages: [user([{ type: 'text', text: 'see' }, PICTURE])] }, 'files'],
  ['openai-responses', { input: [user([{ type: 'input_file', file_id: 'f' }])] }, 'files'],
  ['anthropic-messages', { messages: [user([{ type: 'document', source: {} }])] }, 'files'],
  ['gemini-generate', { contents: [{ parts: [{ inlineData: { data: '' } }] }] }, 'files'],
  ['openai-chat', { messages: [user('hi'), { role: 'assistant', content: 'begun' }] }, 'turns'],
  ['openai-chat', { messages: [{ role: 'assistant', content: 'hi' }, user('hi')] }, 'turns'],
  ['openai-chat', { messages: [user('hi'), { role: 'system', content: 'x' }, user('y')] }, 'turns'],
  ['openai-chat', { messages: [] }, 'turns'],
  ['openai-responses', { input: 'and then?', previous_response_id: 'resp_1' }, 'turns'],
  ['anthropic-messages', { messages: [user('a'), { role: 'assistant', content: [{ type: 'thinking' }] }] }, 'turns'],
])('%s that does not fit says why: %j', (protocol, body, expected) => {
  expect(why(protocol, body)).toBe(expected)
})

test('what is no JSON is no talk', () => {
  expect(readTalk('{"messages":[', 'openai-chat', SETUP)).toEqual({ why: 'noTalk' })
})
