import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { dataIn } from '../sse.ts'
import type { Piece } from '../translate/piece.ts'
import { createAnswerReader } from './answer-reader.ts'

const folder = new URL('../../../test/tapes/openai-responses/', import.meta.url)
const eventsOf = (name: string) => [...dataIn(readFileSync(new URL(`${name}.sse`, folder)))].filter(Boolean) as Json[]
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.sse') ? [file.slice(0, -4)] : []))

/** All pieces of a stream, its end included. */
function played(events: readonly Json[]): Piece[] {
  const reader = createAnswerReader()
  return [...events.flatMap((event) => reader.event(event)), ...reader.end()]
}

/** Pieces with the words of each block put together, which is how they are compared. */
function shown(pieces: readonly Piece[]) {
  const blocks = new Map<number, Json>()
  for (const piece of pieces) {
    if (piece.type === 'open') blocks.set(piece.index, { ...piece.block, text: '' })
    const block = 'index' in piece ? blocks.get(piece.index) : undefined
    if (piece.type === 'delta' && block) block.text = String(block.text) + piece.text
    if (piece.type === 'close' && block) block.signature = piece.signature
  }
  return [...blocks.values()]
}
const kinds = (pieces: readonly Piece[]) => pieces.map(({ type }) => type)
const finishOf = (pieces: readonly Piece[]) => pieces.find((piece) => piece.type === 'finish')?.reason

test.each(names)('the tape %s opens and closes each block once, in a legal order', (name) => {
  const pieces = played(eventsOf(name))
  const open = new Set<number>()
  const ever = new Set<number>()
  expect(pieces[0]).toEqual({ type: 'start', id: 'resp_1', model: 'gpt-5.5-2026-04-23' })
  expect(kinds(pieces).filter((type) => type === 'start')).toHaveLength(1)
  expect(pieces.at(-1)).toEqual({ type: 'end' })
  for (const piece of pieces) {
    if (piece.type === 'open') {
      expect(ever.has(piece.index)).toBe(false)
      open.add(piece.index)
      ever.add(piece.index)
    } else if ('index' in piece) expect(open.has(piece.index)).toBe(true)
    if (piece.type === 'close') open.delete(piece.index)
    if (piece.type === 'finish') expect(open.size).toBe(0)
  }
  expect(open.size).toBe(0)
})

const text = (words: string) => ({ kind: 'text', text: words, signature: null })
const call = (id: string, input: string) => ({
  kind: 'call',
  id,
  name: 'look',
  namespace: null,
  form: 'function',
  text: input,
  signature: null,
})

test.each([
  ['text', [text('It says "response.completed" and ends in .delta" 玉门 🙂')], 'stop'],
  ['tool-call', [call('call_1', '{"city":"玉门","n":12345678901234567890}')], 'tools'],
  [
    'parallel-tools',
    [
      call('call_1', '{"city":"a"}'),
      call('call_2', '{"city":"b"}'),
      { ...call('call_3', '*** Begin Patch\n*** End Patch\n'), name: 'apply_patch', form: 'custom' },
    ],
    'tools',
  ],
  [
    'thinking',
    [
      {
        kind: 'thinking',
        text: '想一想',
        signature: { origin: 'openai-responses', value: expect.stringMatching(/^gAAAAABpF2xQ{600}/) },
      },
      text('42'),
    ],
    'stop',
  ],
  [
    'image',
    [{ kind: 'image', mime: 'image/png', text: expect.stringMatching(/^iVBOR/), signature: null }, text('A gate.')],
    'stop',
  ],
  ['structured', [text('{"city":"玉门","n":12345678901234567890}')], 'stop'],
  ['length', [text('half a sen')], 'length'],
  ['filter', [{ kind: 'refusal', text: 'I’m sorry, but I can’t help', signature: null }], 'filter'],
  ['abort', [text('half a sen')], undefined],
  ['error', [text('half')], undefined],
] as const)('the tape %s tells its blocks and why it ended', (name, blocks, reason) => {
  const pieces = played(eventsOf(name))
  expect(shown(pieces)).toEqual(blocks)
  expect(finishOf(pieces)).toBe(reason)
})

test.each(['text', 'tool-call', 'parallel-tools', 'thinking', 'image', 'structured', 'length', 'filter'])(
  'the document that ends the tape %s is read like the stream',
  (name) => {
    const events = eventsOf(name)
    const whole = createAnswerReader().whole(events.at(-1)?.response as Json)
    expect(shown(whole)).toEqual(shown(played(events)))
    const ends = (pieces: readonly Piece[]) => pieces.filter(({ type }) => /^(start|usage|finish|end)$/.test(type))
    expect(ends(whole)).toEqual(ends(played(events)))
  },
)

test.each([
  ['error', 'broken', 'The server had an error'],
  ['error-failed', 'broken', 'The server had an error'],
  ['error-overloaded', 'busy', 'Our servers are currently overloaded.'],
  ['error-before', 'context_too_long', 'Your input exceeds the context window of this model.'],
  ['error-midstream', 'busy', 'Rate limit reached for this model'],
])('the tape %s tells a failure that is %s, and no end of its own', (name, kind, message) => {
  const pieces = played(eventsOf(name))
  expect(pieces.filter(({ type }) => type === 'failure')).toEqual([{ type: 'failure', error: { kind, message } }])
  expect(finishOf(pieces)).toBeUndefined()
})

test('usage comes with the last event, that of a failed answer too', () => {
  const usages = played(eventsOf('error-failed')).filter((piece) => piece.type === 'usage')
  expect(usages).toMatchObject([
    { usage: { input: 34, cacheRead: 1000, cacheWrite5m: 150, cacheWrite1h: 50, output: 56 } },
  ])
})

const message = (words: string) => ({ type: 'message', content: [{ type: 'output_text', text: words }] })

test('the least a vendor may tell is read: items that come whole, and the end', () => {
  const pieces = played([
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'reasoning', summary: [], encrypted_content: 'e' },
    },
    { type: 'response.output_item.done', output_index: 1, item: message('hi') },
    {
      type: 'response.output_item.done',
      output_index: 2,
      item: { type: 'function_call', call_id: 'c', name: 'f', arguments: '' },
    },
    { type: 'response.completed', response: { id: 'r' } },
  ])
  expect(kinds(pieces)).toEqual(['start', 'open', 'close', 'open', 'delta', 'close', 'open', 'close', 'finish', 'end'])
  expect(finishOf(pieces)).toBe('tools')
})

test('an answer that stands in the last event only is read from there', () => {
  const output = [message('hi'), { type: 'web_search_call', id: 'ws' }, message('')]
  const pieces = played([{ type: 'response.completed', response: { id: 'r', model: 'm', output } }])
  expect(pieces[0]).toEqual({ type: 'start', id: 'r', model: 'm' })
  expect(shown(pieces)).toEqual([text('hi')])
})

test('paragraphs of a summary are kept apart, and thoughts that are told twice are read once', () => {
  const at = { output_index: 0, item_id: 'rs' }
  const summary = (delta: string) => ({ type: 'response.reasoning_summary_text.delta', ...at, delta })
  const part = { type: 'response.reasoning_summary_part.added', ...at }
  const raw = { type: 'response.reasoning_text.delta', ...at, delta: 'raw' }
  const item = { type: 'reasoning', summary: [{ text: 'one' }, { text: 'two' }], content: [{ text: 'raw' }] }
  const done = { type: 'response.output_item.done', output_index: 0, item }
  expect(shown(played([part, summary('one'), part, summary('t'), raw, summary('wo'), done]))).toEqual([
    { kind: 'thinking', text: 'one\n\ntwo', signature: null },
  ])
})

test('the parts of a message follow one another, each closed before the next', () => {
  const at = (content_index: number) => ({ output_index: 0, content_index })
  const pieces = played([
    { type: 'response.output_text.delta', ...at(0), delta: 'a' },
    { type: 'response.output_text.done', ...at(0), text: 'a' },
    { type: 'response.refusal.delta', ...at(1), delta: 'b' },
    { type: 'response.refusal.done', ...at(1), refusal: 'b' },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: {
        type: 'message',
        content: [
          { type: 'output_text', text: 'a' },
          { type: 'refusal', refusal: 'b' },
        ],
      },
    },
    { type: 'response.completed', response: {} },
  ])
  expect(kinds(pieces).slice(1, 7)).toEqual(['open', 'delta', 'close', 'open', 'delta', 'close'])
  expect(finishOf(pieces)).toBe('filter')
})

test.each([
  [{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'filter'],
  [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
  [{ status: 'incomplete', incomplete_details: { reason: 'steered' } }, 'paused'],
  [{ status: 'incomplete', incomplete_details: { reason: 'constructor' } }, 'paused'],
  [{ status: 'incomplete', incomplete_details: null }, 'paused'],
  [{ status: 'completed' }, 'stop'],
  [{ output: [] }, 'stop'],
  [{}, undefined],
])('a document %j ends with %s', (answer, reason) => expect(finishOf(createAnswerReader().whole(answer))).toBe(reason))

test.each([
  [{ status: 'failed', error: { code: 'rate_limit_exceeded', message: 'slow' } }, 'busy'],
  [{ status: 'cancelled' }, 'broken'],
  [{ error: { code: 'invalid_api_key', message: 'x' } }, 'ours'],
])('a document %j is a failure', (answer, kind) => {
  expect(createAnswerReader().whole(answer)).toMatchObject([
    { type: 'start' },
    { type: 'failure', error: { kind } },
    { type: 'end' },
  ])
})

test('an error without a type is one, what is unknown is skipped, and after the end nothing is read', () => {
  const reader = createAnswerReader()
  expect(reader.event({ type: 'response.web_search_call.searching' })).toEqual([])
  expect(reader.event({ type: 'toString' })).toEqual([])
  expect(reader.event({ error: { message: 'x', code: 'overloaded' } })).toMatchObject([
    { type: 'start' },
    { type: 'failure', error: { kind: 'busy' } },
  ])
  expect(reader.end()).toEqual([{ type: 'end' }])
  expect(reader.end()).toEqual([])
  expect(reader.event({ type: 'response.completed', response: {} })).toEqual([])
})
