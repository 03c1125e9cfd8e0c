import { expect, test } from 'vitest'
import { type Json, parseExactly } from '../../core/json.ts'
import { growthOf, MOST_GROWTH } from '../../core/test-growth.ts'
import { seal } from '../translate/sealed.ts'
import { geminiGenerateCodec as codec } from './codec.ts'

const PATH = '/v1beta/models/m:generateContent'
const read = (body: Json, path = PATH) => codec.readRequest(body, { path, query: new URLSearchParams() })
const messages = (...contents: Json[]) => read({ contents }).messages
const user = (...parts: Json[]) => ({ role: 'user', parts })
const model = (...parts: Json[]) => ({ role: 'model', parts })

test.each([
  [{ parts: [{ text: 'a' }, { text: '' }, { text: 'b' }] }, ['a', 'b']],
  ['plain', ['plain']],
  [{ role: 'user', parts: [] }, []],
])('the system instruction %j comes first', (systemInstruction, texts) => {
  const [first, ...others] = read({ systemInstruction, contents: [user({ text: 'hi' })] }).messages
  if (texts.length === 0) return expect(first?.role).toBe('user')
  expect(first).toEqual({ role: 'system', parts: texts.map((text) => ({ type: 'text', text })) })
  expect(others).toHaveLength(1)
})

test('a content without a role is the user’s', () => {
  expect(messages({ parts: [{ text: 'hi' }] })).toEqual([{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }])
})

test('empty texts and empty contents are left out', () => {
  expect(messages(user({ text: '' }), model({ text: '' }), user({ text: 'a' }, { text: '' }))).toEqual([
    { role: 'user', parts: [{ type: 'text', text: 'a' }] },
  ])
})

test.each([
  [
    { inlineData: { mimeType: 'image/png', data: 'AA==' } },
    { type: 'image', source: { kind: 'data', mime: 'image/png', base64: 'AA==' }, detail: null },
  ],
  [
    { inlineData: { mimeType: 'application/pdf', data: 'AA==', displayName: 'a.pdf' } },
    { type: 'document', source: { kind: 'data', mime: 'application/pdf', base64: 'AA==' }, name: 'a.pdf' },
  ],
  [{ inlineData: { mimeType: 'audio/mpeg', data: 'AA==' } }, { type: 'audio', base64: 'AA==', format: 'mp3' }],
  [{ inlineData: { mimeType: 'audio/wav', data: 'AA==' } }, { type: 'audio', base64: 'AA==', format: 'wav' }],
  [
    { fileData: { mimeType: 'image/jpeg', fileUri: 'https://x.y/z' } },
    { type: 'image', source: { kind: 'url', url: 'https://x.y/z', mime: 'image/jpeg' }, detail: null },
  ],
  [
    { fileData: { fileUri: 'https://x.y/z.webp?w=1' } },
    { type: 'image', source: { kind: 'url', url: 'https://x.y/z.webp?w=1', mime: 'image/webp' }, detail: null },
  ],
  [
    { fileData: { mimeType: 'application/pdf', fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/a' } },
    {
      type: 'document',
      source: { kind: 'file', id: 'https://generativelanguage.googleapis.com/v1beta/files/a' },
      name: null,
    },
  ],
])('the part %j is read', (part, expected) => {
  expect(messages(user(part))).toEqual([{ role: 'user', parts: [expected] }])
})

test('bytes in the alphabet of addresses come out in the plain one', () => {
  expect(messages(user({ inlineData: { mimeType: 'image/png', data: '-_8=' } }))).toMatchObject([
    { parts: [{ source: { base64: '+/8=' } }] },
  ])
})

test('results find their calls by id, and by name and order where a client sends none', () => {
  const call = (name: string, id?: string) => ({ functionCall: { ...(id && { id }), name, args: {} } })
  const result = (name: string, output: string, id?: string) => ({
    functionResponse: { ...(id && { id }), name, response: { output } },
  })
  const read1 = messages(
    model(call('f'), call('g'), call('f'), call('f', 'call_1')),
    user(result('f', '1'), result('f', '3'), result('g', '2'), result('f', '4', 'call_1')),
  )
  expect(read1[0]).toMatchObject({
    parts: [{ id: 'call_1_' }, { id: 'call_2' }, { id: 'call_3' }, { id: 'call_1' }],
  })
  expect(read1[1]).toMatchObject({
    role: 'tool',
    results: [
      { callId: 'call_1_', name: 'f', parts: [{ text: '1' }] },
      { callId: 'call_3', name: 'f', parts: [{ text: '3' }] },
      { callId: 'call_2', name: 'g', parts: [{ text: '2' }] },
      { callId: 'call_1', name: 'f', parts: [{ text: '4' }] },
    ],
  })
})

test('an id that was made up stays the same as the conversation grows', () => {
  const turns = [model({ functionCall: { name: 'f' } }), user({ functionResponse: { name: 'f', response: {} } })]
  expect(messages(...turns, ...turns).slice(0, 2)).toEqual(messages(...turns))
})

test.each([
  [{ output: 'sunny' }, 'sunny', false],
  [{ result: { sky: 'clear' } }, '{"sky":"clear"}', false],
  [{ error: 'no such city' }, 'no such city', true],
  [{ sky: 'clear', wind: 3 }, '{"sky":"clear","wind":3}', false],
  [{ output: 'a', error: 'b' }, '{"output":"a","error":"b"}', false],
])('a tool that gave %j said %j', (response, text, isError) => {
  const [, told] = messages(model({ functionCall: { name: 'f' } }), user({ functionResponse: { name: 'f', response } }))
  expect(told).toMatchObject({ results: [{ isError, parts: [{ type: 'text', text }] }] })
})

test('results come before what else the user says, with their pictures', () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'AA==' } }
  const read1 = messages(
    model({ functionCall: { name: 'f', id: 'c' } }),
    user({ text: 'here' }, { functionResponse: { id: 'c', name: 'f', response: {}, parts: [image] } }),
  )
  expect(read1.slice(1)).toMatchObject([
    { role: 'tool', results: [{ callId: 'c', parts: [{ type: 'image' }] }] },
    { role: 'user', parts: [{ text: 'here' }] },
  ])
})

test('a result that is said twice, as by a session that Gemini CLI resumes, is one result', () => {
  const result = (id: string, output: string) => ({ functionResponse: { id, name: 'f', response: { output } } })
  const calls = model({ functionCall: { id: 'a', name: 'f' } }, { functionCall: { id: 'b', name: 'f' } })
  const [, told] = messages(calls, user(result('a', '1'), result('b', '1'), result('a', '1'), result('b', '1')))
  expect(told).toMatchObject({ role: 'tool', results: [{ callId: 'a' }, { callId: 'b' }] })
  expect(told).toHaveProperty('results.length', 2)
})

test('many results of one call take time in proportion to their number', () => {
  const growth = growthOf(20_000, (count) => {
    const results = Array.from({ length: count }, (_, n) => ({
      functionResponse: { id: 'a', name: 'f', response: { output: String(n) } },
    }))
    return () => {
      const [, told] = messages(model({ functionCall: { id: 'a', name: 'f' } }), user(...results))
      expect(told).toHaveProperty('results.length', count)
    }
  })
  expect(growth).toBeLessThan(MOST_GROWTH)
})

test('a result that answers no call is refused by its place', () => {
  const orphan = user({ functionResponse: { name: 'g', response: {} } })
  expect(() => messages(model({ functionCall: { name: 'f' } }), orphan)).toThrow(
    '`contents[1].parts[0].functionResponse` answers no functionCall',
  )
})

test('arguments keep numbers that no double holds', () => {
  const body = parseExactly(
    '{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f","args":{"n":12345678901234567890}}}]}]}',
  )
  expect(read(body as Json).messages).toMatchObject([{ parts: [{ input: '{"n":12345678901234567890}' }] }])
})

test('what a stream said piece by piece is one text and one thought again, in one content or in many', () => {
  const parts = [
    { text: 'hm', thought: true },
    { text: ' so', thought: true },
    { text: '', thought: true, thoughtSignature: 's1' },
    { text: 'Hi' },
    { text: ' 门' },
    { text: '', thoughtSignature: 's2' },
    { text: '' },
  ]
  const signature = (value: string) => ({ origin: 'gemini-generate', value })
  const said = {
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'hm so', signature: signature('s1') },
      { type: 'text', text: 'Hi 门' },
      { type: 'thinking', text: null, signature: signature('s2') },
    ],
  }
  expect(messages(model(...parts))).toEqual([said])
  expect(messages(...parts.map((part) => model(part)))).toEqual([said])
})

test('a signature is Google’s own, or what was sealed for another vendor, or none', () => {
  const foreign = { origin: 'anthropic-messages', value: 'Eo+/Cg==' } as const
  const sealed = Buffer.from(seal(foreign)).toString('base64')
  const urlSafe = Buffer.from(seal(foreign)).toString('base64url')
  const calls = ['native', sealed, urlSafe, 'skip_thought_signature_validator', undefined].map((thoughtSignature) => ({
    functionCall: { name: 'f' },
    ...(thoughtSignature && { thoughtSignature }),
  }))
  expect(messages(model(...calls))).toMatchObject([
    {
      parts: [
        { signature: { origin: 'gemini-generate', value: 'native' } },
        { signature: foreign },
        { signature: foreign },
        { signature: null },
        { signature: null },
      ],
    },
  ])
})

test('code that the vendor ran is read as words, and traces of its other tools are left out by name', () => {
  const parts = [
    { executableCode: { language: 'PYTHON', code: 'print(42)\n' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42\n' } },
    { toolCall: { toolType: 'GOOGLE_SEARCH_WEB' } },
    { thoughtSignature: 's' },
  ]
  expect(read({ contents: [model(...parts)] })).toMatchObject({
    messages: [
      {
        parts: [
          { type: 'text', text: '\n```\nprint(42)\n```\n\n```\n42\n```\n' },
          { type: 'thinking', text: null, signature: { value: 's' } },
        ],
      },
    ],
    lost: ['contents.toolCall'],
  })
})
