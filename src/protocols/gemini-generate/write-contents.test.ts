import { expect, test } from 'vitest'
import { asRecord, type Json } from '../../core/json.ts'
import type { Message } from '../translate/conversation.ts'
import { contentsFor } from './write-contents.ts'

const hi: Message = { role: 'user', parts: [{ type: 'text', text: 'hi' }] }
const contents = (messages: Message[], older = false) => contentsFor(messages, older).contents
const system = (text: string): Message => ({ role: 'system', parts: [{ type: 'text', text }] })
const call = (id: string, name: string, over: object = {}) => ({
  type: 'call' as const,
  id,
  name,
  namespace: null,
  form: 'function' as const,
  input: '{}',
  signature: null,
  ...over,
})
const result = (callId: string, text: string, over: object = {}) => ({
  callId,
  name: null,
  form: 'function' as const,
  parts: [{ type: 'text' as const, text }],
  isError: false,
  ...over,
})
const own = { origin: 'gemini-generate', value: 'sig' } as const
const foreign = { origin: 'anthropic-messages', value: 'sig' } as const

test('instructions at the beginning are the system’s, later ones a user’s', () => {
  const said: Message[] = [
    system('a'),
    system('b'),
    hi,
    system('c'),
    { role: 'assistant', parts: [{ type: 'text', text: 'd' }] },
  ]
  expect(contentsFor(said, false)).toEqual({
    systemInstruction: { parts: [{ text: 'a' }, { text: 'b' }] },
    contents: [
      { role: 'user', parts: [{ text: 'hi' }, { text: 'c' }] },
      { role: 'model', parts: [{ text: 'd' }] },
    ],
  })
})

test('instructions alone are something to answer', () => {
  expect(contentsFor([system('a')], false)).toEqual({ contents: [{ role: 'user', parts: [{ text: 'a' }] }] })
})

test('empty texts are no parts, and a content without any is none', () => {
  const empty = { type: 'text', text: '' } as const
  expect(
    contents([
      { role: 'assistant', parts: [empty] },
      { role: 'user', parts: [empty, { ...empty, text: ' ' }] },
    ]),
  ).toEqual([{ role: 'user', parts: [{ text: ' ' }] }])
})

test('parallel calls and their results are one content each, and a result has its call’s name', () => {
  const said: Message[] = [
    hi,
    { role: 'assistant', parts: [call('1', 'f')] },
    { role: 'assistant', parts: [call('2', 'g', { input: '{"n":12345678901234567890}' })] },
    { role: 'tool', results: [result('1', 'one')] },
    { role: 'tool', results: [result('2', 'no', { isError: true })] },
  ]
  const [, asked, given] = contents(said, true)
  expect(JSON.stringify(asked)).toBe(
    '{"role":"model","parts":[{"functionCall":{"id":"1","name":"f","args":{}}},{"functionCall":{"id":"2","name":"g","args":{"n":12345678901234567890}}}]}',
  )
  expect(given).toEqual({
    role: 'user',
    parts: [
      { functionResponse: { id: '1', name: 'f', response: { output: 'one' } } },
      { functionResponse: { id: '2', name: 'g', response: { error: 'no' } } },
    ],
  })
})

test('a result whose call nobody knows is refused', () => {
  expect(() => contents([{ role: 'tool', results: [result('x', '')] }])).toThrow('`x` answers no tool call')
})

test.each([
  ['', {}],
  ['{"a":1}', { a: 1 }],
  ['[1]', { input: '[1]' }],
  ['{"a":', { input: '{"a":' }],
])('arguments %j are sent as the object %j', (input, args) => {
  expect(contents([{ role: 'assistant', parts: [call('1', 'f', { input })] }], true)).toMatchObject([
    { parts: [{ functionCall: { args } }] },
  ])
})

const data = { kind: 'data', mime: 'image/png', base64: 'AA==' } as const
const url = { kind: 'url', url: 'https://x.y/a.png', mime: null } as const

test('pictures a tool gave are inside its response since Gemini 3 and beside all responses before', () => {
  const image = { type: 'image' as const, source: data, detail: null }
  const linked = { type: 'image' as const, source: url, detail: null }
  const said: Message[] = [
    { role: 'assistant', parts: [call('1', 'f'), call('2', 'f')] },
    { role: 'tool', results: [result('1', 'a', { parts: [image, linked] }), result('2', 'b')] },
  ]
  const inline = { inlineData: { mimeType: 'image/png', data: 'AA==' } }
  const file = { fileData: { mimeType: 'image/png', fileUri: 'https://x.y/a.png' } }
  const response = (id: string, output: string, over: object = {}) => ({
    functionResponse: { id, name: 'f', response: { output }, ...over },
  })
  expect(contents(said)[1]?.parts).toEqual([response('1', '', { parts: [inline] }), response('2', 'b'), file])
  expect(contents(said, true)[1]?.parts).toEqual([response('1', ''), response('2', 'b'), inline, file])
})

test.each([
  [{ type: 'image', source: data, detail: 'high' }, { inlineData: { mimeType: 'image/png', data: 'AA==' } }],
  [{ type: 'image', source: url, detail: null }, { fileData: { mimeType: 'image/png', fileUri: 'https://x.y/a.png' } }],
  [
    { type: 'image', source: { ...url, url: 'https://x.y/a' }, detail: null },
    { fileData: { fileUri: 'https://x.y/a' } },
  ],
  [{ type: 'document', source: { kind: 'file', id: 'gs://b/c' }, name: 'x' }, { fileData: { fileUri: 'gs://b/c' } }],
  [{ type: 'audio', base64: 'AA==', format: 'wav' }, { inlineData: { mimeType: 'audio/wav', data: 'AA==' } }],
] as const)('the part %j is written as %j', (part, expected) => {
  expect(contents([{ role: 'user', parts: [part] }])).toEqual([{ role: 'user', parts: [expected] }])
})

test('a file that another vendor keeps cannot be sent', () => {
  const part = { type: 'document', source: { kind: 'file', id: 'file-1' }, name: null } as const
  expect(() => contents([{ role: 'user', parts: [part] }])).toThrow('a file of another vendor')
})

test('only Google’s own signatures go to Google; a call of Gemini 3 without one gets the stand-in', () => {
  const thinking = (text: string | null, signature: typeof own | typeof foreign | null) =>
    ({ type: 'thinking', text, signature }) as const
  const said: Message[] = [
    { role: 'assistant', parts: [thinking('a', own), thinking('b', foreign), thinking('c', null)] },
    {
      role: 'assistant',
      parts: [thinking(null, own), thinking(null, foreign), call('1', 'f', { signature: foreign })],
    },
    hi,
    { role: 'assistant', parts: [call('2', 'f', { signature: own }), call('3', 'f')] },
  ]
  const parts = (older: boolean) => contents(said, older).flatMap((content): Json[] => content.parts)
  const thought = (text: string, over: object = {}) => ({ text, thought: true, ...over })
  const called = (id: string) => ({ functionCall: { id, name: 'f', args: {} } })
  const stand = { thoughtSignature: 'skip_thought_signature_validator' }
  const sent = (first: object) => [
    thought('a', { thoughtSignature: 'sig' }),
    thought('b'),
    thought('c'),
    { text: '', thoughtSignature: 'sig' },
    { ...called('1'), ...first },
    { text: 'hi' },
    { ...called('2'), thoughtSignature: 'sig' },
    called('3'),
  ]
  expect(parts(false)).toEqual(sent(stand))
  expect(parts(true)).toEqual(sent({}))
})

test('a refusal is said as text', () => {
  expect(contents([{ role: 'assistant', parts: [{ type: 'refusal', text: 'no' }] }])).toEqual([
    { role: 'model', parts: [{ text: 'no' }] },
  ])
})

const calls = (id: string, name: string): Message => ({ role: 'assistant', parts: [call(id, name)] })
const gives = (callId: string, over: object = {}): Message => ({ role: 'tool', results: [result(callId, 'x', over)] })

test('a result has the name of the call that it answers, which may be another than the caller’s for the same tool', () => {
  const namesIn = (messages: Message[]) =>
    contents(messages).flatMap(({ parts }) =>
      parts.flatMap(({ functionResponse }) => (functionResponse ? [asRecord(functionResponse).name] : [])),
    )
  expect(namesIn([calls('c', 'threads__send'), gives('c', { name: 'send' })])).toEqual(['threads__send'])
})

test('what is said between calls and their results follows the results', () => {
  const [, second] = contents([calls('c', 'f'), system('mid'), gives('c'), system('end')])
  expect(second?.parts.map((part) => Object.keys(part)[0])).toEqual(['functionResponse', 'text', 'text'])
})
