import { expect, test } from 'vitest'
import { growthOf, MOST_GROWTH } from '../../core/test-growth.ts'
import type { Message, Signature } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { writeMessages } from './write-messages.ts'

const text = (words: string) => ({ type: 'text' as const, text: words })
const user: Message = { role: 'user', parts: [text('hi')] }
const call = (id: string, signature: Signature | null = null, form: 'function' | 'custom' = 'function') => ({
  type: 'call' as const,
  id,
  name: 'f',
  namespace: null,
  form,
  input: '{}',
  signature,
})
const result = (callId: string, parts: Extract<Message, { role: 'tool' }>['results'][number]['parts']) => ({
  callId,
  name: null,
  form: 'function' as const,
  parts,
  isError: false,
})
const png = { type: 'image' as const, source: { kind: 'data' as const, mime: 'image/png', base64: 'AA' }, detail: null }

function write(messages: Message[], quirks: Quirks = {}) {
  const lost = new Set<string>()
  return { messages: writeMessages(messages, quirks, lost), lost: [...lost] }
}
const messagesOf = (messages: Message[], quirks?: Quirks) => write(messages, quirks).messages

test('instructions are the developer’s, or the system’s where a server knows no developer, wherever they stand', () => {
  const messages: Message[] = [{ role: 'system', parts: [text('a')] }, user, { role: 'system', parts: [text('b')] }]
  expect(messagesOf(messages)).toMatchObject([{ role: 'developer', content: 'a' }, {}, { role: 'developer' }])
  expect(messagesOf(messages, { noDeveloperRole: true })).toMatchObject([{ role: 'system' }, {}, { role: 'system' }])
})

test('several texts are a list, or one text where a server knows no lists', () => {
  const messages: Message[] = [{ role: 'user', parts: [text('a'), text('b')] }]
  expect(messagesOf(messages)).toEqual([{ role: 'user', content: [text('a'), text('b')] }])
  expect(messagesOf(messages, { plainFields: true })).toEqual([{ role: 'user', content: 'a\n\nb' }])
})

test('cache hints are not sent, since older models refuse them', () => {
  expect(messagesOf([{ role: 'user', parts: [{ ...text('a'), cache: '1h' }] }])).toEqual([
    { role: 'user', content: 'a' },
  ])
})

test('pictures, documents and sound are told as chat tells them, and addresses are passed on unread', () => {
  const pdf = { kind: 'data' as const, mime: 'application/pdf', base64: 'BB' }
  const messages: Message[] = [
    {
      role: 'user',
      parts: [
        { ...png, detail: 'low' },
        { ...png, source: { kind: 'url', url: 'http://10.0.0.1/a.png', mime: null } },
        { type: 'document', source: pdf, name: 'a.pdf' },
        { type: 'document', source: { kind: 'file', id: 'file-1' }, name: null },
        { type: 'document', source: { kind: 'data', mime: 'text/plain', base64: '546J6Zeo' }, name: 'a.txt' },
        { type: 'audio', base64: 'CC', format: 'mp3' },
      ],
    },
  ]
  expect(messagesOf(messages)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA', detail: 'low' } },
        { type: 'image_url', image_url: { url: 'http://10.0.0.1/a.png' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,BB', filename: 'a.pdf' } },
        { type: 'file', file: { file_id: 'file-1' } },
        { type: 'text', text: 'a.txt\n\n玉门' },
        { type: 'input_audio', input_audio: { data: 'CC', format: 'mp3' } },
      ],
    },
  ])
})

test.each([
  { type: 'document' as const, source: { kind: 'url' as const, url: 'https://a/b.pdf', mime: null }, name: null },
  { ...png, source: { kind: 'file' as const, id: 'file-1' } },
])('%o has no place in chat and is refused', (part) => {
  expect(() => messagesOf([{ role: 'user', parts: [part] }])).toThrow(
    expect.objectContaining({ code: 'not_translatable' }),
  )
})

test('thoughts, words and calls of one turn become one message, whose content is null without words', () => {
  const messages: Message[] = [
    { role: 'assistant', parts: [{ type: 'thinking', text: 'hm', signature: null }] },
    { role: 'assistant', parts: [text('a')] },
    { role: 'assistant', parts: [call('1')] },
    { role: 'tool', results: [result('1', [text('r')])] },
    { role: 'assistant', parts: [call('2')] },
  ]
  const called = (id: string) => [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }]
  const told = write(messages)
  expect(told.messages).toEqual([
    { role: 'assistant', content: 'a', tool_calls: called('1') },
    { role: 'tool', tool_call_id: '1', content: 'r' },
    { role: 'assistant', content: null, tool_calls: called('2') },
  ])
  expect(told.lost).toEqual(['thinking'])
})

test('a turn of thoughts alone is not told', () => {
  expect(messagesOf([user, { role: 'assistant', parts: [{ type: 'thinking', text: 'hm', signature: null }] }])).toEqual(
    [{ role: 'user', content: 'hi' }],
  )
})

test('a refusal stands beside the content, or in it where a server knows no refusals', () => {
  const messages: Message[] = [{ role: 'assistant', parts: [{ type: 'refusal', text: 'no' }] }]
  expect(messagesOf(messages)).toEqual([{ role: 'assistant', content: null, refusal: 'no' }])
  expect(messagesOf(messages, { plainFields: true })).toEqual([{ role: 'assistant', content: 'no' }])
})

test('what is said while tools run follows their results, of which each must follow its call', () => {
  const messages: Message[] = [
    user,
    { role: 'assistant', parts: [call('1'), call('2')] },
    user,
    { role: 'tool', results: [result('1', [text('r')])] },
    user,
    { role: 'tool', results: [result('2', [text('r')])] },
  ]
  expect(messagesOf(messages).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'user'])
})

test('what stands between calls and results takes time in proportion to its length', () => {
  const between: Message[] = [user, { role: 'tool', results: [result('1', [text('r')])] }]
  const growth = growthOf(100_000, (count) => {
    const messages: Message[] = [{ role: 'assistant', parts: [call('1')] }]
    for (let n = 0; n < count; n += 1) messages.push(...between)
    return () => expect(messagesOf(messages)).toHaveLength(2 * count + 1)
  })
  expect(growth).toBeLessThan(MOST_GROWTH)
})

test('what a tool gave is never without words where servers refuse that', () => {
  const messages: Message[] = [
    user,
    { role: 'assistant', parts: [call('1'), call('2')] },
    { role: 'tool', results: [result('1', [png]), result('2', [])] },
  ]
  const toldBy = (quirks: Quirks) =>
    messagesOf(messages, quirks).flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
  expect(toldBy({ plainFields: true })).toEqual(['(see what follows)', '(no output)'])
  expect(toldBy({})).toEqual(['', ''])
})

test('pictures of results and of the model follow all results in a user’s message', () => {
  const messages: Message[] = [
    { role: 'assistant', parts: [png, call('1'), call('2')] },
    { role: 'tool', results: [result('1', [text('a'), png])] },
    { role: 'tool', results: [result('2', [])] },
    { role: 'assistant', parts: [text('b')] },
  ]
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }
  expect(messagesOf(messages)).toEqual([
    expect.objectContaining({ role: 'assistant', content: null }),
    { role: 'tool', tool_call_id: '1', content: 'a' },
    { role: 'tool', tool_call_id: '2', content: '' },
    { role: 'user', content: [image, { type: 'text', text: 'What the tool call 1 gave:' }, image] },
    { role: 'assistant', content: 'b' },
  ])
})

test('that a tool failed is left to its words', () => {
  const { lost } = write([{ role: 'tool', results: [{ ...result('1', []), isError: true }] }])
  expect(lost).toEqual(['is_error'])
})

test('vendors that want thoughts back get them in their field, on every message with calls', () => {
  const messages: Message[] = [
    {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: 'hm', signature: null },
        { type: 'thinking', text: null, signature: { origin: 'openai-responses', value: 'enc' } },
        call('1'),
      ],
    },
    { role: 'tool', results: [result('1', [])] },
    { role: 'assistant', parts: [call('2')] },
    { role: 'tool', results: [result('2', [])] },
    { role: 'assistant', parts: [text('done')] },
  ]
  const [first, , second, , last] = messagesOf(messages, { replayReasoning: true }) as object[]
  expect(first).toMatchObject({ reasoning_content: 'hm' })
  expect(second).toMatchObject({ reasoning_content: '' })
  expect(last).not.toHaveProperty('reasoning_content')
})

test('vendors with entries for thoughts get them with the maker’s own signature', () => {
  const signature = { origin: 'anthropic-messages' as const, value: 'sig' }
  const parts = [{ type: 'thinking' as const, text: 'hm', signature }, text('a')]
  const quirks: Quirks = { replayReasoning: true, thinking: 'reasoning-object' }
  expect(messagesOf([{ role: 'assistant', parts }], quirks)).toEqual([
    {
      role: 'assistant',
      content: 'a',
      reasoning_details: [
        { type: 'reasoning.text', text: 'hm', signature: 'sig', format: 'anthropic-claude-v1', index: 0 },
      ],
    },
  ])
})

test('Google’s layer gets the signatures of calls back, and its own word for none on a step’s first', () => {
  const own = { origin: 'gemini-generate' as const, value: 'g' }
  const foreign = { origin: 'openai-responses' as const, value: 'o' }
  const signatures = (parts: ReturnType<typeof call>[], quirks: Quirks) =>
    (messagesOf([{ role: 'assistant', parts }], quirks) as { tool_calls: { extra_content?: unknown }[] }[]).flatMap(
      ({ tool_calls }) => tool_calls.map(({ extra_content }) => extra_content),
    )
  const google = (thought_signature: string) => ({ google: { thought_signature } })
  const layer: Quirks = { callSignatures: true }
  expect(signatures([call('1', own), call('2')], layer)).toEqual([google('g'), undefined])
  expect(signatures([call('1', foreign)], layer)).toEqual([google('skip_thought_signature_validator')])
  expect(signatures([call('1', own)], {})).toEqual([undefined])
})

test('ids of calls fit the vendor, and a result still names its call', () => {
  const long = 'call_'.padEnd(60, 'x')
  const messages = (id: string): Message[] => [
    { role: 'assistant', parts: [call(id)] },
    { role: 'tool', results: [result(id, [])] },
  ]
  const idsOf = (id: string, quirks: Quirks) => {
    const [called, told] = messagesOf(messages(id), quirks) as {
      tool_calls?: { id: string }[]
      tool_call_id?: string
    }[]
    expect(told?.tool_call_id).toBe(called?.tool_calls?.[0]?.id)
    return told?.tool_call_id
  }
  expect(idsOf('call_1', {})).toBe('call_1')
  expect(idsOf(long, {})).toMatch(/^call_x{26}_[0-9a-f]{8}$/)
  expect(idsOf('call_1', { shortToolIds: true })).toMatch(/^[a-zA-Z0-9]{9}$/)
  expect(idsOf('abc123XYZ', { shortToolIds: true })).toBe('abc123XYZ')
})
