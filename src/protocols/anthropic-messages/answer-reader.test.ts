import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FinishReason } from '../translate/piece.ts'
import { seal } from '../translate/sealed.ts'
import { eventsIn, readEvents, readWhole, told } from './test-answers.ts'

const ROOT = new URL('../../../test/tapes/anthropic-messages/', import.meta.url)
const NAMES = readdirSync(ROOT).flatMap((file) => (file.endsWith('.sse') ? [file.slice(0, -4)] : []))

const text = (words: string) => ({ block: { kind: 'text' }, text: words, signature: null })
const call = (id: string, name: string, input: string) => ({
  block: { kind: 'call', id, name, namespace: null, form: 'function' },
  text: input,
  signature: null,
})
const ended = (reason: FinishReason) => ({ finish: [{ type: 'finish', reason, stopSequence: null }], last: 'end' })

const TAPES: Record<string, object> = {
  text: { blocks: [text('你好 "message_stop" "error" 😀')], ...ended('stop') },
  thinking: {
    blocks: [
      { block: { kind: 'thinking' }, text: '想', signature: { origin: 'anthropic-messages', value: 'EqQB' } },
      text('42'),
    ],
    ...ended('stop'),
  },
  'tool-call': { blocks: [call('toolu_1', 'weather', '{"city":"玉门"}')], ...ended('tools') },
  'parallel-tools': {
    blocks: [
      text('查两个城市。'),
      call('toolu_1', 'weather', '{"city":"玉门","id":12345678901234567890}'),
      call('toolu_2', 'now', '{}'),
    ],
    ...ended('tools'),
  },
  image: { blocks: [text('一只骆驼，身后是关城。')], ...ended('stop') },
  structured: { blocks: [text('{"city":"玉门","open":true}')], ...ended('stop') },
  length: { blocks: [text('春风不度')], ...ended('length') },
  filter: {
    blocks: [{ block: { kind: 'refusal' }, text: 'This request could enable harm.', signature: null }],
    ...ended('filter'),
  },
  'web-search': { blocks: [text('在敦煌西北。')], ...ended('stop') },
  abort: { finish: [], failure: undefined, last: 'close' },
  error: { blocks: [text('half')], finish: [], failure: { kind: 'broken', message: 'Overloaded' } },
  'error-midstream': { finish: [], failure: { kind: 'broken', message: 'Internal server error' } },
}

test.each(NAMES)('the tape %s is read as what it tells', (name) => {
  const read = told(readEvents(eventsIn(readFileSync(new URL(`${name}.sse`, ROOT)))))
  expect(TAPES[name]).toBeDefined()
  expect(read).toMatchObject(TAPES[name] ?? {})
  const { usage } = JSON.parse(readFileSync(new URL(`${name}.json`, ROOT), 'utf8')) as { usage: object }
  expect(read.usage).toEqual(usage)
})

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop_sequence'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tools'],
  ['refusal', 'filter'],
  ['pause_turn', 'paused'],
  ['brand_new', 'stop'],
])('the stop reason %s means %s', (reason, expected) => {
  const read = readWhole({ content: [], stop_reason: reason, stop_sequence: null })
  expect(told(read).finish).toEqual([{ type: 'finish', reason: expected, stopSequence: null }])
})

test('a stop sequence is told by its words', () => {
  const read = readWhole({ content: [], stop_reason: 'stop_sequence', stop_sequence: 'END' })
  expect(told(read).finish).toMatchObject([{ stopSequence: 'END' }])
})

test('arguments that come with the start of a call are told once', () => {
  const start = (input: object) => ({
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 'a', name: 'f', input },
  })
  const delta = { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"b":2}' } }
  const stop = { type: 'content_block_stop', index: 0 }
  expect(told(readEvents([start({ a: 1 }), stop])).blocks).toMatchObject([{ text: '{"a":1}' }])
  expect(told(readEvents([start({}), delta, stop])).blocks).toMatchObject([{ text: '{"b":2}' }])
  expect(told(readEvents([start({ b: 2 }), delta, stop])).blocks).toMatchObject([{ text: '{"b":2}' }])
})

test('a usage that is told later replaces the former one and is never added', () => {
  const start = { type: 'message_start', message: { usage: { input_tokens: 900, output_tokens: 1 } } }
  const delta = {
    type: 'message_delta',
    delta: {},
    usage: { input_tokens: 100, cache_read_input_tokens: 800, output_tokens: 5 },
  }
  expect(told(readEvents([start, delta])).usage).toMatchObject({ input: 100, cacheRead: 800, output: 5 })
})

test('unknown events and pings say nothing, and an error in a document is a failure', () => {
  expect(readEvents([{ type: 'ping' }, { type: 'brand_new' }, {}, { type: 'content_block_stop', index: 9 }])).toEqual(
    [],
  )
  const error = { type: 'error', error: { type: 'rate_limit_error', message: 'slow' } }
  expect(readWhole(error)).toEqual([{ type: 'failure', error: { kind: 'busy', message: 'slow' } }])
})

test('thoughts that are kept from us are carried as a signature, and one of another vendor is known again', () => {
  const gemini = { origin: 'gemini-generate', value: 'CiQB' } as const
  const thought = { type: 'thinking', thinking: 'a', signature: seal(gemini) }
  const read = readWhole({ content: [{ type: 'redacted_thinking', data: 'xyz' }, thought], stop_reason: 'end_turn' })
  expect(told(read).blocks).toMatchObject([
    { text: '', signature: { origin: 'anthropic-messages', value: 'redacted:xyz' } },
    { text: 'a', signature: gemini },
  ])
})

test('a block goes on over figures told in between, and the reason to end counts once', () => {
  const words = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
  const delta = (stop_reason: string | null, output_tokens: number) => ({
    type: 'message_delta',
    delta: { stop_reason },
    usage: { output_tokens },
  })
  const read = told(
    readEvents([
      { type: 'message_start', message: { id: 'm', model: 'c', usage: { input_tokens: 3 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      words('one '),
      delta(null, 1),
      words('two'),
      { type: 'content_block_stop', index: 0 },
      delta('end_turn', 2),
      delta('end_turn', 3),
      { type: 'message_stop' },
    ]),
  )
  expect(read).toMatchObject({ blocks: [text('one two')], ...ended('stop'), usage: { input: 3, output: 3 } })
})
