import { expect, test } from 'vitest'
import type { ProtocolId } from '../../core/protocol.ts'
import { growthOf, HARDLY_ANY_GROWTH } from '../../core/test-growth.ts'
import { formSpans } from '../../protocols/pass-through/form-spans.ts'
import { requestSpans } from '../../protocols/request.ts'
import { namedIn } from './named.ts'

const filesIn = (protocol: ProtocolId, body: object) => [
  ...(namedIn(protocol, { body: Buffer.from(JSON.stringify(body)) })?.files ?? []),
]

test('files are found wherever a dialect puts them', () => {
  const chat = { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }] }
  expect(filesIn('openai-chat', chat)).toEqual(['file-1'])
  const responses = {
    input: [
      { role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] },
      { type: 'function_call_output', output: [{ type: 'input_file', file_id: 'file-2' }] },
    ],
  }
  expect(filesIn('openai-responses', responses)).toEqual(['file-1', 'file-2'])
  const source = { type: 'file', file_id: 'file-1' }
  const result = { type: 'tool_result', content: [{ type: 'image', source: { ...source, file_id: 'file-2' } }] }
  const messages = { messages: [{ role: 'user', content: [{ type: 'document', source }, result] }] }
  expect(filesIn('anthropic-messages', messages)).toEqual(['file-1', 'file-2'])
  expect(filesIn('openai-images', { images: [{ file_id: 'file-1' }], mask: { file_id: 'file-2' } })).toHaveLength(2)
})

test('an answer is gone on from by the words of its protocol alone', () => {
  const before = { previous_response_id: 'r', previous_interaction_id: 'i', conversation: { id: 'c' } }
  const named = (protocol: ProtocolId) => {
    const found = namedIn(protocol, { body: Buffer.from(JSON.stringify({ input: 'x', ...before })) })
    return found && [found.response, found.conversation]
  }
  expect(named('openai-responses')).toEqual(['r', 'c'])
  expect(named('gemini-interactions')).toEqual(['i', null])
  expect(named('openai-chat')).toBeNull()
})

test('files that a tool works on are the request’s', () => {
  const tools = [{ type: 'code_interpreter', container: { type: 'auto', file_ids: ['file-1', 'file-2'] } }]
  expect(filesIn('openai-responses', { input: 'hi', tools })).toEqual(['file-1', 'file-2'])
})

test.each([
  [
    'a screenshot',
    { input: [{ type: 'computer_call_output', output: { type: 'computer_screenshot', file_id: 'f' } }] },
  ],
  ['a mask', { tools: [{ type: 'image_generation', input_image_mask: { file_id: 'f' } }] }],
  ['a shell', { tools: [{ type: 'shell', environment: { type: 'container_auto', file_ids: ['f'] } }] }],
  ['a stored prompt', { prompt: { id: 'p', variables: { any: { type: 'input_file', file_id: 'f' }, name: 'x' } } }],
])('the file of %s is found', (_what, body) => {
  expect(filesIn('openai-responses', body)).toEqual(['f'])
})

const RAN = { type: 'bash_code_execution_result', stdout: '', stderr: '', return_code: 0 }
const LEFT = { type: 'bash_code_execution_output', file_id: 'left' }
const UPLOAD = { type: 'container_upload', file_id: 'f' }
const after = (content: unknown, more: object[] = []) => ({
  messages: [
    { role: 'assistant', content: [{ type: 'bash_code_execution_tool_result', tool_use_id: 's', content }, ...more] },
  ],
})

test.each([
  ['of code that left some', { ...RAN, content: [LEFT, { ...LEFT, file_id: 'other' }] }, []],
  ['of code that was told in secret', { ...RAN, type: 'encrypted_code_execution_result', content: [LEFT] }, []],
  [
    'of code, beside others',
    { ...RAN, content: [LEFT, { type: 'document', source: { file_id: 'f' } }] },
    ['left', 'f'],
  ],
  ['of a tool that fetches', { type: 'web_fetch_result', content: { source: { file_id: 'f' } } }, ['f']],
  ['of a tool that leaves none', { type: 'web_fetch_result', content: [LEFT] }, ['left']],
])('of what tools of Anthropic’s gave, files that code has left are not asked after: %s', (_what, result, files) => {
  expect(filesIn('anthropic-messages', after(result))).toEqual(files)
  expect(filesIn('anthropic-messages', after(result, [UPLOAD]))).toEqual([...files, 'f'].filter(isFirst))
  expect(filesIn('openai-chat', after(result))).not.toEqual([])
})

const isFirst = (id: string, i: number, ids: string[]) => ids.indexOf(id) === i

test('nothing hides among the files that code has left', () => {
  const twice = (content: string) =>
    `{"messages":[{"content":[{"content":{"type":"code_execution_result",${content}}}]}]}`
  const output = '{"type":"code_execution_output","file_id":"theirs"}'
  const named = (text: string) => [...(namedIn('anthropic-messages', { body: Buffer.from(text) })?.files ?? [])]
  expect(named(twice(`"content":[${output}]`))).toEqual([])
  expect(named(twice(`"content":[{"source":{"file_id":"theirs"}}],"content":[${output}]`))).toEqual(['theirs'])
  expect(named(twice(`"content":[{"type":"code_execution_output","file_id":"theirs","file_id":"mine"}]`))).toEqual([
    'theirs',
    'mine',
  ])
})

const filesOf = (text: string) => [...(namedIn('openai-chat', { body: Buffer.from(text) })?.files ?? [])]

test('nothing hides behind a key that stands twice', () => {
  expect(filesOf('{"messages":[{"content":[{"file_id":"theirs","file_id":"mine"}]}]}')).toEqual(['theirs', 'mine'])
  expect(filesOf('{"messages":[{"content":[{"file_id":"theirs"}],"content":"x"}],"messages":[]}')).toEqual(['theirs'])
  const twice = Buffer.from('{"previous_response_id":"resp_1","previous_response_id":"resp_2"}')
  expect(() => namedIn('openai-responses', { body: twice })).toThrow(/stands twice/)
})

test('a thread of messages is refused wherever it stands, but for none', () => {
  const ask = (text: string, protocol: ProtocolId = 'anthropic-messages') =>
    namedIn(protocol, { body: Buffer.from(text) })
  expect(() => ask('{"thread":{"type":"create"},"messages":[]}')).toThrow(/without `thread`/)
  expect(() => ask('{"thread":{"type":"continue","previous_message_id":"msg_1"},"thread":null}')).toThrow(
    /without `thread`/,
  )
  expect(ask('{"thread":null,"messages":[{"thread":"x"}]}')).toBeNull()
  expect(ask('{"thread":{"type":"create"}}', 'openai-chat')).toBeNull()
})

test('files are found in lists inside lists, which some upstreams flatten', () => {
  expect(filesOf('{"messages":[[{"content":[[[{"file_id":"theirs"}]]]}]]}')).toEqual(['theirs'])
  expect(filesOf('{"tools":[[{"container":{"file_ids":[["theirs"]]}}]]}')).toEqual(['theirs'])
  expect(filesOf(`{"messages":[{"file_id":"f"},${'['.repeat(30)}${']'.repeat(30)}]}`)).toEqual(['f'])
})

test('what names files and is not well-formed is refused, and depth costs no more than length', () => {
  expect(() => filesOf('{"messages":[{"file_id":"theirs" "x":1}]}')).toThrow(/well-formed/)
  const long = 'x\\n'.repeat(200_000)
  const growth = growthOf(30, (depth) => {
    const deep = `${'{"content":['.repeat(depth)}{"file_id":"f"},"${long}"${']}'.repeat(depth)}`
    return () => expect(filesOf(deep)).toEqual(['f'])
  })
  expect(growth).toBeLessThan(HARDLY_ANY_GROWTH)
})

test('a name that is written with escapes is found all the same', () => {
  const body = Buffer.from('{"input":[{"content":[{"file\\u005fid":"file-1"}]}],"pr\\u0065vious_response_id":"resp_1"}')
  expect(namedIn('openai-responses', { body })).toEqual({
    files: new Set(['file-1']),
    googles: new Set(),
    response: 'resp_1',
    conversation: null,
  })
  expect(namedIn('openai-chat', { body: Buffer.from('{"messages":[{"content":"\\u0061"}]}') })).toBeNull()
  expect(filesOf('{"fil\\u0065_id":"file-1","messages":[]}')).toEqual(['file-1'])
})

test('what a lenient parser would read all the same is refused', () => {
  for (const part of ['{"file_id":"f\\-1"}', '{"file\\_id":"f"}', '{file_id:"f"}', '{"file_ids":["f\\-1"]}'])
    expect(() => filesOf(`{"messages":[{"content":[${part}]}]}`), part).toThrow(/well-formed/)
  const body = Buffer.from('{"previous_response_id":"resp\\_1"}')
  expect(() => namedIn('openai-responses', { body })).toThrow(/well-formed/)
})

test('letter for letter, whichever of them are escaped, a file is found', () => {
  const plain = 'file_ids'.split('')
  const letters = plain.map((letter) => `\\u00${letter.codePointAt(0)?.toString(16)}`)
  for (let hidden = 0; hidden < 256; hidden += 1) {
    const key = plain.map((letter, at) => (hidden & (1 << at) ? letters[at] : letter)).join('')
    expect(filesOf(`{"messages":[{"content":[{"${key}":["file-1"]}]}]}`), key).toEqual(['file-1'])
  }
})

test('what only tells of files is not looked through for them', () => {
  const told = { messages: [{ content: 'the key is "file_id"' }, { content: '{"file_id":"x"}' }] }
  expect(requestSpans(Buffer.from(JSON.stringify(told)), new Set()).mayNameFile).toBe(false)
  expect(requestSpans(Buffer.from('{"messages":[{"file_id":1}]}'), new Set()).mayNameFile).toBe(true)
})

test('what a tool is called with names no file', () => {
  const call = { type: 'tool_use', input: { file_id: 'mine', content: [{ file_id: 'mine' }] } }
  expect(filesIn('anthropic-messages', { messages: [{ role: 'assistant', content: [call] }] })).toEqual([])
  const tools = [{ parameters: { properties: { file_id: { type: 'string' } } } }]
  expect(filesIn('openai-chat', { messages: [], tools })).toEqual([])
  const form = '--x\r\ncontent-disposition: form-data; name="prompt"\r\n\r\n{"file_id":"file-1"}\r\n--x--\r\n'
  expect(namedIn('openai-images', { body: Buffer.from(form) })).toBeNull()
})

test('an answer to go on from is one of Responses alone', () => {
  const body = Buffer.from('{"previous_response_id":"resp_1","conversation":{"id":"conv_1"}}')
  const named = { files: new Set(), googles: new Set(), response: 'resp_1', conversation: 'conv_1' }
  expect(namedIn('openai-responses', { body })).toEqual(named)
  expect(namedIn('openai-chat', { body })).toBeNull()
  expect(namedIn('openai-responses', { body: Buffer.from('{"previous_response_id":null}') })).toBeNull()
})

test('files that a form names are found', () => {
  const fields = Object.entries({ model: 'm', file_id: 'file-1', 'file_ids[]': 'file-2', language: 'file_id' })
  const parts = fields.map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const body = Buffer.from(`${parts.join('')}--b--\r\n`)
  const spans = formSpans(body, 'multipart/form-data; boundary=b')
  expect([...(namedIn('openai-transcriptions', { body, spans })?.files ?? [])]).toEqual(['file-1', 'file-2'])
  const plain = Buffer.from(`${parts[0]}--b--\r\n`)
  expect(
    namedIn('openai-transcriptions', { body: plain, spans: formSpans(plain, 'multipart/form-data; boundary=b') }),
  ).toBeNull()
})
