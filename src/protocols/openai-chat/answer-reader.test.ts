import { expect, test } from 'vitest'
import { seal } from '../translate/sealed.ts'
import { createChatReader } from './answer-reader.ts'

const read = (...deltas: object[]) => {
  const reader = createChatReader()
  const events = deltas.map((delta) => ({ choices: [{ index: 0, delta }] }))
  return [...events.flatMap((event) => reader.event(event)), ...reader.end()].filter(({ type }) => type !== 'start')
}
const finish = (finish_reason: string, delta: object = {}) =>
  createChatReader()
    .event({ choices: [{ index: 0, delta, finish_reason }] })
    .filter(({ type }) => type === 'finish' || type === 'failure')

const open = (index: number, kind: 'text' | 'thinking' | 'refusal') => ({ type: 'open', index, block: { kind } })
const callBlock = (id: string | null, name: string, form = 'function') => ({
  kind: 'call',
  id,
  name,
  namespace: null,
  form,
})
const delta = (index: number, text: string) => ({ type: 'delta', index, text })
const close = (index: number, signature: object | null = null) => ({ type: 'close', index, signature })
const finished = (reason: string) => ({ type: 'finish', reason, stopSequence: null })

test.each(['reasoning_content', 'reasoning', 'reasoning_text'])('thoughts are read from %s', (key) => {
  expect(read({ [key]: 'hm' }, { content: '<think>a</think>' })).toEqual([
    open(0, 'thinking'),
    delta(0, 'hm'),
    close(0),
    open(1, 'text'),
    delta(1, '<think>a</think>'),
    close(1),
  ])
})

test('entries of thoughts give text where nothing else does, and signatures in any case', () => {
  const entry = { type: 'reasoning.text', text: 'hm', index: 0 }
  const signed = { type: 'reasoning.text', signature: 's', format: 'anthropic-claude-v1', index: 0 }
  const thought = [open(0, 'thinking'), delta(0, 'hm'), close(0, { origin: 'anthropic-messages', value: 's' })]
  expect(read({ reasoning_details: [entry] }, { reasoning_details: [signed] })).toEqual(thought)
  expect(read({ reasoning: 'hm', reasoning_details: [entry] }, { reasoning_details: [signed] })).toEqual(thought)
})

test('an opaque thought is a block of its own without a word', () => {
  const data = seal({ origin: 'openai-responses', value: 'enc' })
  expect(read({ reasoning_details: [{ type: 'reasoning.encrypted', data }] })).toEqual([
    open(0, 'thinking'),
    close(0, { origin: 'openai-responses', value: 'enc' }),
  ])
})

test('content may be a list in which thoughts stand beside texts', () => {
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }
  expect(read({ content: [thought] }, { content: [{ type: 'text', text: 'a' }] })).toEqual([
    open(0, 'thinking'),
    delta(0, 'hm'),
    close(0),
    open(1, 'text'),
    delta(1, 'a'),
    close(1),
  ])
})

const called = (fields: object, fn: object) => ({ tool_calls: [{ ...fields, function: fn }] })

test('calls that a vendor does not count, or counts all as the first, are told apart', () => {
  const two = [
    { type: 'open', index: 0, block: callBlock('a', 'f') },
    delta(0, '{"x":1}'),
    { type: 'open', index: 1, block: callBlock('b', 'f') },
    delta(1, '{"x":2}'),
    close(0),
    close(1),
  ]
  const first = { name: 'f', arguments: '{"x":1}' }
  const second = { name: 'f', arguments: '{"x":2}' }
  expect(read(called({ id: 'a' }, first), called({ id: 'b' }, second))).toEqual(two)
  expect(read(called({ index: 0, id: 'a' }, first), called({ index: 0, id: 'b' }, second))).toEqual(two)
})

test('a call is opened when its name is known, and keeps what came before it', () => {
  expect(
    read(
      called({ index: 0, id: 'a' }, { arguments: '{' }),
      called({ index: 0 }, { name: 'f' }),
      called({ index: 0 }, { arguments: '}' }),
    ),
  ).toEqual([{ type: 'open', index: 0, block: callBlock('a', 'f') }, delta(0, '{'), delta(0, '}'), close(0)])
})

test('a repeated id or name opens nothing twice', () => {
  expect(
    read(
      called({ index: 0, id: 'a' }, { name: 'f', arguments: '' }),
      called({ index: 0, id: 'a' }, { name: 'f', arguments: '{}' }),
    ),
  ).toEqual([{ type: 'open', index: 0, block: callBlock('a', 'f') }, delta(0, '{}'), close(0)])
})

test('a call carries Google’s signature, arguments that are an object become text, and custom tools take text', () => {
  const signed = { index: 0, id: 'a', extra_content: { google: { thought_signature: 'g' } } }
  expect(read(called(signed, { name: 'f', arguments: { x: 1 } }))).toEqual([
    { type: 'open', index: 0, block: callBlock('a', 'f') },
    delta(0, '{"x":1}'),
    close(0, { origin: 'gemini-generate', value: 'g' }),
  ])
  expect(read({ tool_calls: [{ index: 0, id: 'a', type: 'custom', custom: { name: 'p', input: '' } }] })).toEqual([
    { type: 'open', index: 0, block: callBlock('a', 'p', 'custom') },
    close(0),
  ])
})

test.each([
  ['stop', {}, 'stop'],
  ['length', {}, 'length'],
  ['content_filter', {}, 'filter'],
  ['sensitive', {}, 'filter'],
  ['stop', { refusal: 'no' }, 'filter'],
  ['tool_calls', called({ index: 0, id: 'a' }, { name: 'f' }), 'tools'],
  ['stop', called({ index: 0, id: 'a' }, { name: 'f' }), 'tools'],
  ['tool_calls', {}, 'stop'],
  ['model_length', {}, 'length'],
  ['model_context_window_exceeded', {}, 'length'],
  ['repetition_truncation', {}, 'length'],
  ['repetition', {}, 'length'],
  ['eos', {}, 'stop'],
  ['constructor', {}, 'stop'],
])('the reason %s after %o is %s', (reason, before, expected) => {
  expect(finish(reason, before)).toEqual([finished(expected)])
})

test.each(['network_error', 'insufficient_system_resource', 'error', 'abort'])(
  'the reason %s is a failure',
  (reason) => {
    expect(finish(reason)).toMatchObject([{ type: 'failure', error: { kind: 'broken' } }])
  },
)

test('only the first reason counts, nothing is said after it but usage, and nothing at all after a failure', () => {
  const reader = createChatReader()
  const chunk = (content: string, rest: object = {}) => ({
    choices: [{ delta: { content }, finish_reason: 'stop' }],
    ...rest,
  })
  reader.event(chunk('a'))
  expect(reader.event(chunk('b', { usage: { prompt_tokens: 1 } }))).toMatchObject([{ type: 'usage' }])
  expect(reader.event({ error: { message: 'late' } })).toMatchObject([{ type: 'failure' }])
  expect(reader.event(chunk('c', { usage: { prompt_tokens: 1 } }))).toEqual([])
  expect(reader.end()).toEqual([])
})

test('a document is read like one chunk', () => {
  const answer = {
    id: 'x',
    model: 'm',
    choices: [
      {
        message: {
          role: 'assistant',
          content: 'hi',
          refusal: null,
          reasoning_content: 'hm',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
            { id: 'b', type: 'function', function: { name: 'g', arguments: '' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 4 },
  }
  expect(createChatReader().whole(answer)).toEqual([
    { type: 'start', id: 'x', model: 'm' },
    open(0, 'thinking'),
    delta(0, 'hm'),
    close(0),
    open(1, 'text'),
    delta(1, 'hi'),
    close(1),
    { type: 'open', index: 2, block: callBlock('a', 'f') },
    delta(2, '{}'),
    { type: 'open', index: 3, block: callBlock('b', 'g') },
    { type: 'usage', usage: expect.objectContaining({ input: 3, output: 4 }) },
    close(2),
    delta(3, '{}'),
    close(3),
    finished('tools'),
  ])
})

test('a document that is an error is a failure although it came with status 200', () => {
  expect(createChatReader().whole({ base_resp: { status_code: 1008, status_msg: 'no money' } })).toEqual([
    { type: 'failure', error: { kind: 'ours', message: 'no money' } },
  ])
})

test('a whole answer whose reason is empty has ended', () => {
  const told = createChatReader().whole({ choices: [{ message: { content: 'Hi' }, finish_reason: '' }] })
  expect(told.at(-1)).toEqual(finished('stop'))
})
