import { expect, test } from 'vitest'
import { asRecord, type Json } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { dataTextsIn } from '../sse.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, FinishReason, Piece } from '../translate/piece.ts'
import { createReader } from './answer-reader.ts'
import { createWriter } from './answer-writer.ts'

const about = { id: 'r', model: 'm', created: 1_763_600_000, usageAsked: false, asked: {} }
const START: Piece = { type: 'start', id: 'up', model: 'up' }
const finish = (reason: FinishReason): Piece => ({ type: 'finish', reason, stopSequence: null })
const block = (index: number, of: Block, texts: string[], signature: Signature | null = null): Piece[] => [
  { type: 'open', index, block: of },
  ...texts.map((text): Piece => ({ type: 'delta', index, text })),
  { type: 'close', index, signature },
]
const CALL: Block = { kind: 'call', id: 'c', name: 'f', namespace: null, form: 'function' }

function written(form: 'whole' | 'events', pieces: readonly Piece[]): string {
  const writer = createWriter({ ...about, form })
  return pieces.map((piece) => writer.write(piece)).join('')
}
const events = (pieces: readonly Piece[]) =>
  [...dataTextsIn(Buffer.from(written('events', pieces)))].flatMap((text) =>
    text === '[DONE]' ? [] : [JSON.parse(text) as Json],
  )
const whole = (pieces: readonly Piece[]) => JSON.parse(written('whole', pieces)) as Json

const CLAUDES: Signature = { origin: 'anthropic-messages', value: 'SIG' }
const ANSWER: Piece[] = [
  START,
  ...block(0, { kind: 'thinking' }, ['h', 'm'], CLAUDES),
  ...block(1, { kind: 'text' }, ['Well', '.']),
  ...block(2, CALL, ['{"n":', '12345678901234567890}'], { origin: 'gemini-generate', value: 'c2ln' }),
  { type: 'usage', usage: { ...NO_USAGE, input: 3, output: 2, searches: 1 }, tier: 'priority' },
  finish('tools'),
  { type: 'end' },
]

test('a document tells the steps, what was used and when', () => {
  expect(written('whole', ANSWER)).toContain('"arguments":{"n":12345678901234567890}')
  expect(whole(ANSWER)).toMatchObject({
    id: 'v1_r',
    object: 'interaction',
    model: 'm',
    status: 'requires_action',
    created: '2025-11-20T00:53:20Z',
    service_tier: 'priority',
    steps: [
      { type: 'thought', signature: 'eW0xLmEuU0lH', summary: [{ type: 'text', text: 'hm' }] },
      { type: 'model_output', content: [{ type: 'text', text: 'Well.' }] },
      { type: 'function_call', id: 'c', name: 'f', signature: 'c2ln' },
    ],
    usage: { total_input_tokens: 3, total_output_tokens: 2, total_tokens: 5, grounding_tool_count: [{ count: 1 }] },
  })
})

test('a stream tells the same step by step, and remembers the whole of it', () => {
  const writer = createWriter({ ...about, form: 'events' })
  expect(writer.answer).toBeUndefined()
  const text = ANSWER.map((piece) => writer.write(piece)).join('')
  expect(text).toMatch(/event: done\ndata: \[DONE\]\n\n$/)
  expect(JSON.stringify(writer.answer)).toBe(written('whole', ANSWER))
  const types = events(ANSWER).map(({ event_type: type, index }) => [type, index].join(' ').trim())
  expect(types).toEqual([
    'interaction.created',
    'interaction.status_update',
    'step.start 0',
    'step.delta 0',
    'step.delta 0',
    'step.delta 0',
    'step.stop 0',
    'step.start 1',
    'step.delta 1',
    'step.delta 1',
    'step.stop 1',
    // The signature was not known when it began.
    'step.start 2',
    'step.delta 2',
    'step.delta 2',
    'step.delta 2',
    'step.stop 2',
    'interaction.completed',
  ])
})

test('a reader finds in either form what was written', () => {
  const readers = [createReader(), createReader()] as const
  const read = [readers[0].whole(whole(ANSWER)), events(ANSWER).flatMap((event) => readers[1].event(event))]
  const texts = read.map((pieces) => pieces.flatMap((piece) => (piece.type === 'delta' ? [piece.text] : [])).join(''))
  expect(texts[0]).toBe('hmWell.{"n":12345678901234567000}')
  expect(texts[1]).toBe('hmWell.{"n":12345678901234567890}')
  for (const pieces of read)
    expect(pieces.flatMap((piece) => (piece.type === 'close' ? [piece.signature] : []))).toEqual([
      CLAUDES,
      null,
      { origin: 'gemini-generate', value: 'c2ln' },
    ])
})

test('a thought that nobody signed has what stands for a signature, as each has one', () => {
  const pieces = [START, ...block(0, { kind: 'thinking' }, ['hm']), finish('stop'), { type: 'end' } as const]
  expect(whole(pieces).steps).toMatchObject([{ type: 'thought', signature: 'skip_thought_signature_validator' }])
})

test('a call that is known to be signed says so as it begins, and one without an id gets one', () => {
  const signature: Signature = { origin: 'gemini-generate', value: 'c2ln' }
  const pieces: Piece[] = [
    START,
    { type: 'open', index: 0, block: { ...CALL, id: null }, signature },
    { type: 'close', index: 0, signature },
    finish('tools'),
    { type: 'end' },
  ]
  const step = { type: 'function_call', id: 'call-r-0', name: 'f', arguments: {}, signature: 'c2ln' }
  expect(events(pieces).filter(({ event_type: type }) => String(type).startsWith('step'))).toEqual([
    { event_type: 'step.start', index: 0, step },
    { event_type: 'step.stop', index: 0 },
  ])
  expect(whole(pieces).steps).toEqual([step])
})

test('a call that was cut off is never told to have ended', () => {
  const pieces: Piece[] = [START, ...block(0, CALL, ['{"a":']), finish('length'), { type: 'end' }]
  expect(events(pieces).map(({ event_type: type }) => type)).not.toContain('step.stop')
  expect(whole(pieces)).toMatchObject({ status: 'incomplete', steps: [] })
  // Neither is one that ended right before the upstream broke off.
  const broken = events([START, ...block(0, CALL, ['{}'])])
  expect(broken.map(({ event_type: type }) => type)).not.toContain('step.stop')
})

test.each<[FinishReason, Json]>([
  ['stop', { status: 'completed' }],
  ['stop_sequence', { status: 'completed' }],
  ['length', { status: 'incomplete' }],
  ['paused', { status: 'incomplete' }],
  ['filter', { status: 'failed', errors: [{ code: 'safety' }] }],
])('an end by %s is told as %j', (reason, expected) => {
  const pieces: Piece[] = [START, ...block(0, { kind: 'text' }, ['x']), finish(reason), { type: 'end' }]
  expect(whole(pieces)).toMatchObject(expected)
  expect(asRecord(events(pieces).at(-1)).interaction).toMatchObject(expected)
})

test('a refusal in words is an answer', () => {
  const pieces: Piece[] = [START, ...block(0, { kind: 'refusal' }, ['No.']), finish('filter'), { type: 'end' }]
  expect(whole(pieces)).toMatchObject({ status: 'completed', steps: [{ content: [{ text: 'No.' }] }] })
})

test('a picture is told once it is whole, and nothing of a block that says nothing', () => {
  const pieces: Piece[] = [
    START,
    ...block(0, { kind: 'text' }, []),
    ...block(1, { kind: 'thinking' }, ['']),
    ...block(2, { kind: 'image', mime: 'image/png' }, ['AA', '==']),
    finish('stop'),
    { type: 'end' },
  ]
  const part = { type: 'image', mime_type: 'image/png', data: 'AA==' }
  expect(whole(pieces).steps).toEqual([{ type: 'model_output', content: [part] }])
  expect(events(pieces).slice(2, -1)).toEqual([
    { event_type: 'step.start', index: 0, step: { type: 'model_output' } },
    { event_type: 'step.delta', index: 0, delta: part },
    { event_type: 'step.stop', index: 0 },
  ])
})

test('without a reason to end nothing more is told', () => {
  expect(written('whole', [START, ...block(0, { kind: 'text' }, ['x']), { type: 'end' }])).toBe('')
})
