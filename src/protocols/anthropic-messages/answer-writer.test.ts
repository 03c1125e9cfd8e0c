import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asRecord, parseExactly } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, FinishReason, Piece } from '../translate/piece.ts'
import { anthropicWriter } from './answer-writer.ts'
import { eventsIn, readEvents, readWhole, told } from './test-answers.ts'

const about = (form: 'whole' | 'events') =>
  ({ id: 'r1', model: 'asked', created: 1, form, usageAsked: false, asked: {} }) as const
const write = (pieces: readonly Piece[], form: 'whole' | 'events' = 'events') => {
  const writer = anthropicWriter(about(form))
  return pieces.map((piece) => writer.write(piece)).join('')
}

const start: Piece = { type: 'start', id: null, model: 'up' }
const finish = (reason: FinishReason): Piece => ({ type: 'finish', reason, stopSequence: null })
const end: Piece = { type: 'end' }
const wholeOf = (...pieces: Piece[]) =>
  JSON.parse(write([start, ...pieces, finish('stop'), end], 'whole')) as { content: object[]; usage: object }
const block = (kind: Block, ...words: string[]): Piece[] => [
  { type: 'open', index: 0, block: kind },
  ...words.map((word): Piece => ({ type: 'delta', index: 0, text: word })),
]
const close = (signature: Signature | null = null): Piece => ({ type: 'close', index: 0, signature })
const function_ = { kind: 'call', id: null, name: 'f', namespace: null, form: 'function' } as const

test('a whole answer is one document', () => {
  const usage: Piece = {
    type: 'usage',
    usage: { ...NO_USAGE, input: 3, cacheRead: 2, cacheWrite1h: 1, output: 7, reasoning: 4, audioIn: 5 },
  }
  expect(wholeOf(...block({ kind: 'text' }, 'a', 'b'), close(), usage)).toEqual({
    id: 'msg_r1',
    type: 'message',
    role: 'assistant',
    model: 'asked',
    content: [{ type: 'text', text: 'ab' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: 8,
      cache_creation_input_tokens: 1,
      cache_read_input_tokens: 2,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 1 },
      output_tokens: 7,
      output_tokens_details: { thinking_tokens: 4 },
    },
  })
})

test('a stream tells at its end alone how long a cache keeps what was written, as libraries keep what its start says', () => {
  const usage: Piece = { type: 'usage', usage: { ...NO_USAGE, input: 3, cacheWrite1h: 2, output: 1 } }
  const events = eventsIn(write([start, usage, finish('stop'), end]))
  const [begun, ended] = [events[0], events.at(-2)] as { message?: { usage: object }; usage?: object }[]
  expect(begun?.message?.usage).toMatchObject({ input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 0 })
  expect(begun?.message?.usage).not.toHaveProperty('cache_creation')
  expect(ended?.usage).toMatchObject({
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 2 },
  })
})

test('refusals and pictures are shown as text, and calls without an id get one', () => {
  expect(wholeOf(...block({ kind: 'refusal' }, 'No.'), close()).content).toEqual([{ type: 'text', text: 'No.' }])
  expect(wholeOf(...block({ kind: 'image', mime: 'image/png' }, 'aGk='), close()).content).toEqual([
    { type: 'text', text: '![](data:image/png;base64,aGk=)' },
  ])
  const streamed = eventsIn(write([start, ...block({ kind: 'image', mime: 'image/png' }, 'aGk='), close()]))
  expect(streamed.map(({ index }) => index)).toEqual([undefined, 0, 0, 0, 0, 0])
  const ids = wholeOf(...block(function_, '{}'), close(), ...block(function_), close()).content
  expect(ids).toEqual([
    { type: 'tool_use', id: 'toolu_r1_0', name: 'f', input: {} },
    { type: 'tool_use', id: 'toolu_r1_1', name: 'f', input: {} },
  ])
})

test('a call streams from its second piece on, and its signature stands before it when it came in one', () => {
  const writer = anthropicWriter(about('events'))
  const said = (piece: Piece) => eventsIn(writer.write(piece)).map((event) => event.type)
  writer.write(start)
  const [open, ...deltas] = block(function_, '{"a"', ':', '1}')
  expect([open, ...deltas].map((piece) => piece && said(piece))).toEqual([
    [],
    [],
    ['content_block_start', 'content_block_delta', 'content_block_delta'],
    ['content_block_delta'],
  ])
  const signed = wholeOf(...block(function_, '{"a":1}'), close({ origin: 'gemini-generate', value: 'CiQB' })).content
  expect(signed).toEqual([
    { type: 'thinking', thinking: '', signature: 'ym1.gc.CiQB' },
    { type: 'tool_use', id: 'toolu_r1_0', name: 'f', input: { a: 1 } },
  ])
})

test('an answer that breaks off gets no ending', () => {
  const cut = [start, ...block({ kind: 'text' }, 'a'), close(), end]
  expect(write(cut)).not.toContain('message_delta')
  expect(write(cut)).not.toContain('message_stop')
  expect(write(cut, 'whole')).toBe('')
  expect(write([{ type: 'failure', error: { kind: 'busy', message: 'm' } }])).toBe('')
})

const words = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 4 })
const signature = fc.option(
  fc.record({
    origin: fc.constantFrom('openai-responses', 'anthropic-messages', 'gemini-generate'),
    value: fc.base64String({ minLength: 4 }),
  }),
)
const name = fc.stringMatching(/^[a-zA-Z_][\w-]{0,20}$/)
const json = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
  .map((value) => JSON.stringify(JSON.parse(JSON.stringify(value))))
const callBlock = fc.record({
  kind: fc.constant('call'),
  id: name,
  name,
  namespace: fc.constant(null),
  form: fc.constant('function'),
})
const anyBlock = fc.oneof(
  fc.record({ block: fc.constantFrom({ kind: 'text' }, { kind: 'refusal' }), words, signature: fc.constant(null) }),
  fc.record({ block: fc.constant({ kind: 'thinking' }), words, signature }),
  fc.record({ block: callBlock, words: json.map((one) => [one]), signature }),
  fc.record({
    block: callBlock,
    words: fc.tuple(json, fc.nat()).map(([one, at]) => [one.slice(0, at % one.length), one.slice(at % one.length)]),
    signature: fc.constant(null),
  }),
)
const count = fc.nat(100_000)
const anyUsage = fc
  .record({
    input: count,
    cacheRead: count,
    cacheWrite5m: count,
    cacheWrite1h: count,
    reasoning: count,
    more: count,
    searches: count,
  })
  .map(({ more, ...usage }) => ({ ...NO_USAGE, ...usage, output: usage.reasoning + more, requests: 1 }))
const anyFinish = fc.oneof(
  fc.record({
    reason: fc.constantFrom('stop', 'length', 'tools', 'filter', 'paused'),
    stopSequence: fc.constant(null),
  }),
  fc.record({ reason: fc.constant('stop_sequence'), stopSequence: fc.string() }),
)
const anyAnswer = fc.record({ blocks: fc.array(anyBlock, { maxLength: 5 }), usage: anyUsage, finish: anyFinish })
type Answer = typeof anyAnswer extends fc.Arbitrary<infer T> ? T : never

function piecesOf({ blocks, usage, finish: why }: Answer): Piece[] {
  const said = blocks.flatMap(({ block: kind, words: all, signature: sign }, index): Piece[] => [
    { type: 'open', index, block: kind as Block },
    ...all.map((word): Piece => ({ type: 'delta', index, text: word })),
    { type: 'close', index, signature: sign },
  ])
  return [start, ...said, { type: 'finish', ...why }, { type: 'usage', usage }, end]
}

/** What the Messages API can say of an answer: refusals are text, and a call's signature is an empty thought before it. */
function sayable({ blocks }: Answer) {
  return blocks.flatMap(({ block: kind, words: all, signature: sign }) => {
    const whole = { block: kind.kind === 'refusal' ? { kind: 'text' } : kind, text: all.join(''), signature: sign }
    if (kind.kind !== 'call' || sign === null) return [whole]
    return [
      { block: { kind: 'thinking' }, text: '', signature: sign },
      { ...whole, signature: null },
    ]
  })
}

test.each(['events', 'whole'] as const)('any answer that is written as %s is read as the same', (form) => {
  fc.assert(
    fc.property(anyAnswer, (answer) => {
      const text_ = write(piecesOf(answer), form)
      const read = form === 'whole' ? readWhole(asRecord(parseExactly(text_))) : readEvents(eventsIn(text_))
      expect(told(read)).toMatchObject({
        blocks: sayable(answer),
        finish: [{ type: 'finish', ...answer.finish }],
        usage: answer.usage,
        last: 'end',
      })
    }),
    { numRuns: 150 },
  )
})

test('any stream keeps to the grammar: named events, blocks one after another, one ending', () => {
  fc.assert(
    fc.property(anyAnswer, (answer) => {
      const sse = write(piecesOf(answer))
      const events = eventsIn(sse)
      const names = sse.split('\n\n').flatMap((one) => (one === '' ? [] : [one.split('\n')[0]]))
      expect(names).toEqual(events.map(({ type }) => `event: ${String(type)}`))
      const shape = events.map(({ type, index = '' }) => `${String(type)}${JSON.stringify(index)}`)
      expect([shape[0], ...shape.slice(-2)]).toEqual(['message_start""', 'message_delta""', 'message_stop""'])
      const block = (i: number) => `content_block_start${i}( content_block_delta${i})* content_block_stop${i}`
      const blocks = sayable(answer).map((_, i) => block(i))
      expect(shape.slice(1, -2).join(' ')).toMatch(new RegExp(`^${blocks.join(' ')}$`))
    }),
    { numRuns: 100 },
  )
})
