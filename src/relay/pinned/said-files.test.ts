import { expect, test } from 'vitest'
import { growthOf, HARDLY_ANY_GROWTH } from '../../core/test-growth.ts'
import { keysOf, requestSpans } from '../../protocols/request.ts'
import { filesSaid } from './said-files.ts'

const KEYS = keysOf()
const saidIn = (text: string) => {
  const body = new TextEncoder().encode(text)
  return [...filesSaid(body, requestSpans(body, KEYS), 'fileid://')]
}
const said = (body: object) => saidIn(JSON.stringify(body))
const system = (content: unknown) => ({ messages: [{ role: 'system', content }] })

test('files are found that a system message names, one or several, in one message or several', () => {
  expect(said(system('fileid://file-fe-1'))).toEqual(['file-fe-1'])
  expect(said(system('fileid://file-fe-1,fileid://file-fe_2'))).toEqual(['file-fe-1', 'file-fe_2'])
  expect(said(system('读 fileid://file-fe-1。\n\nfileid://\nfile-fe-2'))).toEqual(['file-fe-1', 'file-fe-2'])
  const messages = [...system('fileid://a').messages, { role: 'user', content: '?' }, ...system('fileid://b').messages]
  expect(said({ messages })).toEqual(['a', 'b'])
})

test.each([
  ['parts of a message', system([{ type: 'text', text: 'fileid://f' }])],
  ['a developer’s message', { messages: [{ role: 'developer', content: 'fileid://f' }] }],
  ['a role that nobody knows', { messages: [{ role: 'System', content: 'fileid://f' }] }],
  ['what Anthropic’s protocol calls system', { system: [{ type: 'text', text: 'fileid://f' }], messages: [] }],
  ['instructions', { instructions: 'fileid://f', input: 'hi' }],
  ['input', { input: [{ role: 'system', content: [{ type: 'input_text', text: 'fileid://f' }] }] }],
  ['what Gemini’s protocol calls system', { systemInstruction: { parts: [{ text: 'fileid://f' }] } }],
  ['a list in a list', { messages: [[{ role: 'system', content: 'fileid://f' }]] }],
])('files are found in %s', (_, body) => {
  expect(said(body)).toEqual(['f'])
})

test('no file hides behind escapes or a key that stands twice', () => {
  const escaped = 'fileid://f'.split('').map((letter) => `\\u00${letter.codePointAt(0)?.toString(16).toUpperCase()}`)
  for (const text of [escaped.join(''), 'fileid:\\/\\/f', '\\u0066ileid://f', 'fileid\\u003A//f'])
    expect(saidIn(`{"messages":[{"role":"system","content":"${text}"}]}`), text).toEqual(['f'])
  expect(saidIn('{"messages":[{"role":"user","role":"system","content":"fileid://f"}]}')).toEqual(['f'])
  expect(saidIn('{"messages":[{"role":"system","role":"user","content":"fileid://f"}]}')).toEqual(['f'])
  expect(saidIn('{"messages":[{"role":"system","content":"fileid://f","content":""}],"messages":[]}')).toEqual(['f'])
})

test('words of users, models and tools name none, nor does the scheme alone', () => {
  const others = ['user', 'assistant', 'tool', 'function', 'model'].map((role) => ({ role, content: 'fileid://f' }))
  expect(said({ messages: others, input: 'fileid://f', tools: [{ description: 'fileid://f' }] })).toEqual([])
  expect(said({ input: [{ type: 'function_call_output', output: 'fileid://f' }] })).toEqual([])
  expect(said(system('write `fileid://{id}`, or fileid, or \\u0066'))).toEqual([])
})

test('what may name files and is not well-formed is refused', () => {
  for (const text of ['\\x66ileid://f', 'file\\id://f'])
    expect(() => saidIn(`{"messages":[{"role":"system","content":"fileid ${text}"}]}`), text).toThrow(/well-formed/)
  expect(() => saidIn('{"messages":[{"content":"fileid://f" "role":"system"}]}')).toThrow(/well-formed/)
})

test('what stands in them costs no more than its length', () => {
  const long = 'x\\n\\u0066 fileid:// '.repeat(20_000)
  const growth = growthOf(30, (depth) => {
    const deep = `{"messages":${'['.repeat(depth)}{"role":"system","content":"${long}"}${']'.repeat(depth)}}`
    return () => expect(saidIn(deep)).toHaveLength(1)
  })
  expect(growth).toBeLessThan(HARDLY_ANY_GROWTH)
})
