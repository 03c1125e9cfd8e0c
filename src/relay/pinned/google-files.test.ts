import { expect, test } from 'vitest'
import type { ProtocolId } from '../../core/protocol.ts'
import { growthOf, HARDLY_ANY_GROWTH } from '../../core/test-growth.ts'
import { requestSpans, URI_KEYS } from '../../protocols/request.ts'
import { namedIn } from './named.ts'

const AT = 'https://generativelanguage.googleapis.com/v1beta/files'
const elsewhere = { schemes: [], hosts: new Set(['relay.example']) }

const namedBy = (text: string, protocol: ProtocolId = 'gemini-generate') => [
  ...(namedIn(protocol, { body: Buffer.from(text) }, elsewhere)?.googles ?? []),
]
const namedInPart = (part: object, protocol?: ProtocolId) =>
  namedBy(JSON.stringify({ contents: [{ parts: [part] }] }), protocol)

test.each([
  [{ fileData: { fileUri: `${AT}/a1` } }],
  [{ file_data: { file_uri: `${AT}/a1` } }],
  [{ functionResponse: { name: 'f', parts: [{ fileData: { fileUri: `${AT}/a1` } }] } }],
  [{ fileData: { fileUri: 'files/a1' } }],
  [{ fileData: { fileUri: '/v1beta/files/a1' } }],
  [{ fileData: { fileUri: 'generativelanguage.googleapis.com/v1beta/files/a1' } }],
  [{ fileData: { fileUri: 'generativelanguage.googleapis.com:443/v1beta/files/a1' } }],
  [{ fileData: { fileUri: 'HTTPS://GenerativeLanguage.googleapis.com:443/v1/files/a1?alt=media' } }],
  [{ fileData: { fileUri: `${AT}/a1:download?alt=media` } }],
  [{ fileData: { fileUri: 'https://relay.example/v1beta/files/a1' } }],
  [{ fileData: { fileUri: 'https://Relay.example.:443/v1beta/files/a1' } }],
  [{ fileData: { fileUri: 'Relay.example/v1beta/files/a1' } }],
  [{ fileData: { fileUri: 'relay.example:443/v1beta/files/a1' } }],
  [{ fileData: { fileUri: '//relay.example/v1beta/files/a1' } }],
  [{ anything: [[{ uri: `${AT}/a1` }]] }],
])('a file of Google’s is found by its address: %j', (part) => {
  expect(namedInPart(part)).toEqual(['a1'])
  expect(namedInPart(part, 'gemini-interactions')).toEqual(['a1'])
  expect(namedInPart(part, 'openai-chat')).toEqual([])
})

test.each([
  ['https://www.youtube.com/watch?v=files/a1'],
  ['gs://bucket/files/a1'],
  ['https://example.com/v1beta/files/a1'],
  ['profiles/a1'],
  [''],
])('what lies elsewhere is none: %s', (fileUri) => {
  expect(namedInPart({ fileData: { fileUri } })).toEqual([])
})

test('what lies at Google and is no file as they are named is nobody’s', () => {
  for (const fileUri of [
    'https://generativelanguage.googleapis.com/x',
    'https://generativelanguage.googleapis.com:x',
    `${AT}/`,
    'files/',
  ])
    expect(namedInPart({ fileData: { fileUri } })).toEqual([fileUri])
  expect(namedInPart({ fileData: { fileUri: `${AT}/%61` } })).toEqual(['%61'])
})

test('an address that names two, of which a vendor might read the other, is nobody’s', () => {
  for (const fileUri of [`${AT}/a1/files/b1`, `${AT}/a1/b1`, 'files/a1/../b1', 'files/a1?x=/files/b1', 'files/a1#/b1'])
    expect(namedInPart({ fileData: { fileUri } })).toEqual([fileUri])
})

test('what functions are called with, and answer, names none', () => {
  expect(namedInPart({ functionCall: { name: 'f', args: { uri: `${AT}/a1` } } })).toEqual([])
  expect(namedInPart({ functionResponse: { response: { fileUri: `${AT}/a1` } } })).toEqual([])
  expect(namedInPart({ text: `"fileUri":"${AT}/a1"` })).toEqual([])
})

test('nothing hides behind a key that stands twice or is written with escapes', () => {
  expect(namedBy(`{"contents":[{"parts":[{"fileData":{"fileUri":"${AT}/a","fileUri":"${AT}/b"}}]}]}`)).toEqual([
    'a',
    'b',
  ])
  expect(namedBy(`{"contents":[{"parts":[{"uri":"${AT}/a"}]}],"contents":[]}`)).toEqual(['a'])
  for (const key of ['fileUri', 'file_uri', 'uri'])
    for (let at = 0; at < key.length; at += 1) {
      const code = key.codePointAt(at)?.toString(16)
      const hidden = `${key.slice(0, at)}\\u00${code}${key.slice(at + 1)}`
      expect(namedBy(`{"x":[{"${hidden}":"files\\/a"}]}`), hidden).toEqual(['a'])
    }
})

test('nothing hides behind what Google’s parser reads and JSON has not', () => {
  const [file, hidden] = [`"${AT}/a"`, `"${AT.replace('g', '\\g')}/a"`]
  for (const part of [`{fileUri:${file}}`, `{"file\\Uri":${file}}`, `{"fi\\leUri":${file}}`, `{"fileUri":${hidden}}`])
    expect(() => namedBy(`{"contents":[{"parts":[{"fileData":${part}}]}]}`), part).toThrow(/well-formed/)
})

test('a body that names none is not gone through a second time', () => {
  const may = (text: string) => requestSpans(Buffer.from(text), new Set(URI_KEYS)).mayNameUri
  expect(
    may('{"contents":[{"parts":[{"text":"the key is fileUri, at a uri"}],"file_path":"x","url":"files/a"}]}'),
  ).toBe(false)
  expect(may('{"contents":[{"parts":[{"fileData":{"fileUri":"x"}}]}]}')).toBe(true)
})

test('what may name some and is not well-formed is refused, and depth costs no more than length', () => {
  expect(() => namedBy('{"contents":[{"uri":"files/a" "x":1}]}')).toThrow(/well-formed/)
  const long = 'x\\n'.repeat(200_000)
  const growth = growthOf(30, (depth) => {
    const deep = `${'{"content":['.repeat(depth)}{"uri":"files/a"},"${long}"${']}'.repeat(depth)}`
    return () => expect(namedBy(deep)).toEqual(['a'])
  })
  expect(growth).toBeLessThan(HARDLY_ANY_GROWTH)
})

test('a body in which nobody looked for addresses may name one', () => {
  expect(requestSpans(Buffer.from('{"model":"m"}'), new Set()).mayNameUri).toBe(true)
})
