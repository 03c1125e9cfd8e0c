import { expect, test } from 'vitest'
import { type Conversation, type Message, NO_SETTINGS, type ThinkingPart } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { writeRequest } from './write-request.ts'

const user: Message = { role: 'user', parts: [{ type: 'text', text: 'ls' }] }
const result: Message = {
  role: 'tool',
  results: [{ callId: 'c1', name: null, form: 'function', parts: [{ type: 'text', text: 'a' }], isError: false }],
}
const call = (id: string) =>
  ({ type: 'call', id, name: 'ls', namespace: null, form: 'function', input: '{}', signature: null }) as const
const thought = (text: string | null, value?: string): ThinkingPart => ({
  type: 'thinking',
  text,
  signature: value === undefined ? null : { origin: 'anthropic-messages', value },
})
const tools: Conversation['tools'] = [
  { form: 'function', name: 'ls', namespace: null, description: null, strict: null, schema: null },
]

const plain: Quirks = { plainFields: true, replayReasoning: true }
const written = (messages: Message[], { quirks = plain, model = 'deepseek-flash', offered = tools } = {}) =>
  writeRequest(
    { ...NO_SETTINGS, messages: [user, ...messages, user], tools: offered },
    { model, maxOutput: null, stream: true, quirks },
  )
const itemsOf = (request: ReturnType<typeof written>) => (request.body.input as Record<string, unknown>[]).slice(1, -1)
const reasoning = (text: string) => ({ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text }] })
const calls = (id: string) => ({ type: 'function_call', call_id: id, name: 'ls', arguments: '{}' })
const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'b' }] }
const text = { type: 'text', text: 'b' } as const

test('a vendor that wants thoughts back gets those of a turn in plain words before all else of it, whoever signed them', () => {
  const turn: Message[] = [
    { role: 'assistant', parts: [thought('first', 'sig'), text] },
    { role: 'assistant', parts: [thought('then'), call('c1'), call('c2')] },
    result,
  ]
  const request = written(turn)
  expect(itemsOf(request)).toEqual([
    reasoning('first\n\nthen'),
    said,
    calls('c1'),
    calls('c2'),
    { type: 'function_call_output', call_id: 'c1', output: 'a' },
  ])
  expect(request.lost).toEqual([])
})

test('where tools are at hand no turn is without thoughts, which would be refused; thoughts that cannot be read are named', () => {
  const turn: Message[] = [{ role: 'assistant', parts: [thought(null, 'sealed'), call('c1')] }, result]
  const again: Message = { role: 'assistant', parts: [text] }
  const request = written([...turn, again])
  expect(itemsOf(request)).toEqual([
    reasoning('(not told)'),
    calls('c1'),
    expect.anything(),
    reasoning('(not told)'),
    said,
  ])
  expect(request.lost).toEqual(['thinking'])
  expect(itemsOf(written([again], { offered: [] }))).toEqual([said])
  expect(itemsOf(written([{ role: 'assistant', parts: [thought('hm'), text] }], { offered: [] }))).toEqual([
    reasoning('hm'),
    said,
  ])
})

test.each([
  ['a vendor that wants none', { plainFields: true }, 'm'],
  ['one that hands on what others encrypted', { replayReasoning: true, thinking: 'reasoning-object' }, 'm'],
  ['a model that does not think', plain, 'gpt-4.1'],
] satisfies [string, Quirks, string][])('%s gets no plain thoughts', (_who, quirks, model) => {
  const request = written([{ role: 'assistant', parts: [thought('hm'), call('c1')] }, result], { quirks, model })
  expect(itemsOf(request)[0]).toEqual(calls('c1'))
  expect(request.lost).toEqual(['thinking'])
})
