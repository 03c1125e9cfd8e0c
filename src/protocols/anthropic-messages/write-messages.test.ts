import { expect, test } from 'vitest'
import type { Message } from '../translate/conversation.ts'
import {
  assistant,
  bodyOf,
  call,
  calling,
  messagesOf,
  result,
  said,
  system,
  text,
  user,
  write,
} from './test-requests.ts'

/** What a history with calls of tools ends in. */
const HINT = { cache_control: { type: 'ephemeral' } }

test('what comes before everything else is the system prompt', () => {
  const told = bodyOf({ messages: [system('a'), system('b'), user('hi')] })
  expect(told).toMatchObject({ system: [text('a'), text('b')], messages: [{ role: 'user' }] })
  expect(bodyOf({ messages: [system('a')] })).toMatchObject({ messages: [{ role: 'user', content: [text('a')] }] })
})

test('a later system message stands after the user’s where the model knows it', () => {
  const messages = [user('a'), assistant('b'), system('now'), user('c'), system('then'), assistant('d')]
  expect(messagesOf(messages, 'claude-opus-4-8')).toEqual([
    { role: 'user', content: [text('a')] },
    { role: 'assistant', content: [text('b')] },
    { role: 'user', content: [text('c')] },
    { role: 'system', content: [text('now'), text('then')] },
    { role: 'assistant', content: [text('d')] },
  ])
})

test('elsewhere it is a reminder in the user’s message, at its place', () => {
  const reminder = (words: string) => text(`<system-reminder>\n${words}\n</system-reminder>`)
  expect(messagesOf([user('a'), assistant('b'), system('now'), user('c')])).toEqual([
    { role: 'user', content: [text('a')] },
    { role: 'assistant', content: [text('b')] },
    { role: 'user', content: [reminder('now'), text('c')] },
  ])
  expect(messagesOf([user('a'), assistant('b'), system('now'), assistant('c')], 'claude-opus-4-8')).toMatchObject([
    {},
    {},
    { role: 'user', content: [reminder('now')] },
    {},
  ])
})

test('neighbours of a side are one message, and what tools gave comes first', () => {
  const messages = [
    user('go'),
    calling(call('a')),
    calling(call('b')),
    result('a', '1'),
    user('well?'),
    result('b', '2'),
  ]
  const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} })
  const given = (id: string, words: string) => ({ type: 'tool_result', tool_use_id: id, content: [text(words)] })
  expect(messagesOf(messages)).toEqual([
    { role: 'user', content: [text('go')] },
    { role: 'assistant', content: [use('a'), use('b')] },
    { role: 'user', content: [given('a', '1'), given('b', '2'), { ...text('well?'), ...HINT }] },
  ])
})

test('a conversation that an assistant begins gets a user before it', () => {
  expect(messagesOf([assistant('welcome'), user('hi')])).toMatchObject([{ role: 'user' }, { role: 'assistant' }, {}])
})

test('texts without words are left out, and the last words of an assistant end in no space', () => {
  const empty: Message = { role: 'assistant', parts: [said(''), said(' \n'), call('a')] }
  expect(messagesOf([user('x'), user(''), empty, result('a', ''), assistant('So:  \n')])).toEqual([
    { role: 'user', content: [text('x')] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
    { role: 'assistant', content: [{ ...text('So:'), ...HINT }] },
  ])
})

test.each([
  ['', '{}'],
  ['{"id":12345678901234567890}', '{"id":12345678901234567890}'],
  ['{"city":"玉', '{"input":"{\\"city\\":\\"玉"}'],
  ['[1]', '{"input":"[1]"}'],
])('the arguments %j become the object %s', (input, expected) => {
  const [, spoken] = messagesOf([user('x'), calling(call('a', input)), user('y')]) as { content: { input: object }[] }[]
  expect(JSON.stringify(spoken?.content[0]?.input)).toBe(expected)
})

test('an id that other vendors write is the same safe one in call and result', () => {
  const [, used, given] = messagesOf([user('x'), calling(call('functions.f:0')), result('functions.f:0', 'ok')]) as {
    content: Record<string, unknown>[]
  }[]
  expect(used?.content[0]?.id).toMatch(/^[a-zA-Z0-9_-]+$/)
  expect(given?.content[0]?.tool_use_id).toBe(used?.content[0]?.id)
})

test('a model that signs nothing gets its thoughts back, without which it refuses its own calls', () => {
  const thought = { type: 'thinking', text: '想', signature: null } as const
  const messages: Message[] = [user('x'), { role: 'assistant', parts: [thought, call('a')] }, result('a', 'ok')]
  expect(messagesOf(messages, 'deepseek-v4-pro')).toMatchObject([
    {},
    { content: [{ type: 'thinking', thinking: '想', signature: '' }, { type: 'tool_use' }] },
    {},
  ])
})

test('only thoughts of its own go back to a vendor, as they came', () => {
  const own = (value: string) => ({ origin: 'anthropic-messages', value }) as const
  const thought = { type: 'thinking', text: '想', signature: own('EqQB') } as const
  const { body, lost } = write({
    messages: [
      user('x'),
      {
        role: 'assistant',
        parts: [
          thought,
          { ...thought, text: null, signature: own('redacted:xyz') },
          { ...thought, signature: { origin: 'gemini-generate', value: 'CiQB' } },
          { ...thought, signature: null },
          { ...call('a'), signature: { origin: 'gemini-generate', value: 'CiQB' } },
        ],
      },
      result('a', 'ok'),
    ],
  })
  expect(body.messages).toMatchObject([
    {},
    {
      content: [
        { type: 'thinking', thinking: '想', signature: 'EqQB' },
        { type: 'redacted_thinking', data: 'xyz' },
        { type: 'tool_use', id: 'a' },
      ],
    },
    {},
  ])
  expect(JSON.stringify(body)).not.toContain('CiQB')
  expect(lost).toEqual(['thinking'])
})

test('pictures and documents are written by where they are, and addresses are never fetched', () => {
  const data = (mime: string, words: string) =>
    ({ kind: 'data', mime, base64: Buffer.from(words).toString('base64') }) as const
  const url = { kind: 'url', url: 'http://169.254.169.254/', mime: null } as const
  const [spoken] = messagesOf([
    {
      role: 'user',
      parts: [
        { type: 'image', source: data('image/png', 'hi'), detail: 'low', cache: '5m' },
        { type: 'image', source: url, detail: null },
        { type: 'document', source: data('application/pdf', 'pdf'), name: 'a.pdf' },
        { type: 'document', source: data('text/csv', 'a,关'), name: null },
        { type: 'document', source: url, name: null },
      ],
    },
  ]) as { content: object[] }[]
  expect(spoken?.content).toEqual([
    {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
      cache_control: { type: 'ephemeral' },
    },
    { type: 'image', source: { type: 'url', url: 'http://169.254.169.254/' } },
    { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'cGRm' } },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a,关' } },
    { type: 'document', source: { type: 'url', url: 'http://169.254.169.254/' } },
  ])
})

test.each([
  [{ type: 'audio', base64: '', format: 'wav' }, 'audio'],
  [{ type: 'image', source: { kind: 'file', id: 'f' }, detail: null }, 'file id'],
  [{ type: 'document', source: { kind: 'data', mime: 'application/zip', base64: '' }, name: null }, 'application/zip'],
] as const)('what has no place is refused by its name: %j', (part, what) => {
  const ask = () => write({ messages: [{ role: 'user', parts: [part] }] })
  expect(ask).toThrow(expect.objectContaining({ code: 'not_translatable' }))
  expect(ask).toThrow(what)
})

test('what an assistant refused stays as text, and a picture of its own is left out and told', () => {
  const image = { type: 'image', source: { kind: 'url', url: 'https://x.example', mime: null }, detail: null } as const
  const parts = [{ type: 'refusal', text: 'No.' } as const, image]
  expect(write({ messages: [user('x'), { role: 'assistant', parts }, user('y')] })).toMatchObject({
    body: { messages: [{}, { content: [text('No.')] }, {}] },
    lost: ['image'],
  })
})
