import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { dataIn } from '../sse.ts'
import type { Piece } from '../translate/piece.ts'
import { createReader } from './answer-reader.ts'
import { readError } from './read-error.ts'

const TAPES = new URL('../../../test/tapes/gemini-interactions/', import.meta.url)

function tape(name: string): Piece[] {
  const reader = createReader()
  const events = [...dataIn(readFileSync(new URL(`${name}.sse`, TAPES)))]
  return [...events.flatMap((event) => reader.event(event as Json)), ...reader.end()]
}

const whole = (answer: Json) => createReader().whole(answer)

/** What blocks say, each with its signature. */
function blocksOf(pieces: readonly Piece[]) {
  return pieces.flatMap((piece) => {
    if (piece.type !== 'open') return []
    const own = pieces.filter((one) => 'index' in one && one.index === piece.index)
    const text = own.map((one) => (one.type === 'delta' ? one.text : '')).join('')
    const signature = own.flatMap((one) => (one.type === 'close' ? [one.signature] : []))
    return [{ kind: piece.block.kind, text, signature: signature[0]?.value ?? null, ends: signature.length }]
  })
}
const lastOf = (pieces: readonly Piece[]) => pieces.findLast(({ type }) => type === 'finish' || type === 'failure')

test('a stream is read step by step', () => {
  const pieces = tape('thinking')
  expect(pieces[0]).toEqual({ type: 'start', id: 'v1_ChdTYW1wbGU', model: 'gemini-3.8-flash' })
  expect(blocksOf(pieces)).toEqual([
    { kind: 'thinking', text: '**Counting**\n\nThey want numbers.', signature: 'EvEFCu4FAXLI2nx0', ends: 1 },
    { kind: 'text', text: '1, 2, 3', signature: null, ends: 1 },
  ])
  expect(pieces.find(({ type }) => type === 'usage')).toMatchObject({
    usage: { input: 200, cacheRead: 1000, output: 335, reasoning: 245 },
    tier: 'default',
  })
  expect(lastOf(pieces)).toMatchObject({ reason: 'stop' })
})

test('calls, searches with their pages, pictures and ends are read', () => {
  expect(blocksOf(tape('tool-call')).map(({ kind, text }) => [kind, text])).toEqual([
    ['call', '{"location": "San Francisco, CA"}'],
    ['call', '{}'],
  ])
  expect(lastOf(tape('tool-call'))).toMatchObject({ reason: 'tools' })
  const found = tape('search')
  expect(found.filter(({ type }) => type === 'citation')).toEqual([
    { type: 'citation', url: 'https://example.com/a', title: 'a', span: { start: 0, end: 10 } },
  ])
  expect(found.find(({ type }) => type === 'usage')).toMatchObject({ usage: { searches: 3 }, tier: 'priority' })
  expect(blocksOf(tape('image'))).toMatchObject([{ kind: 'image', text: expect.stringMatching(/^iVBOR/) }])
  expect(lastOf(tape('length'))).toMatchObject({ reason: 'length' })
})

test('a failure is read by its code, in the middle and at the end', () => {
  expect(lastOf(tape('error'))).toMatchObject({ error: { kind: 'broken' } })
  expect(lastOf(tape('filter'))).toMatchObject({ error: { kind: 'content_filter' } })
  expect(lastOf(tape('failed'))).toMatchObject({ error: { kind: 'broken', message: 'Something went wrong.' } })
  expect(blocksOf(tape('error'))).toMatchObject([{ text: 'Once upon', ends: 1 }])
})

const STEPS = [
  {
    type: 'thought',
    signature: 'c2ln',
    summary: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  },
  { type: 'function_call', id: 'c', name: 'f', arguments: { n: 1 } },
  {
    type: 'model_output',
    content: [
      { type: 'text', text: '玉门', annotations: [{ type: 'url_citation', url: 'https://e.org', end_index: 3 }] },
      { type: 'image', data: 'AA==', mime_type: 'image/webp' },
      { type: 'text', text: 'x' },
    ],
  },
]

test('a document is read as a stream of its steps, and Google’s signature right before a call signs that', () => {
  const pieces = whole({ id: 'v1_a', model: 'm', status: 'requires_action', steps: STEPS })
  expect(blocksOf(pieces)).toEqual([
    { kind: 'thinking', text: 'a\n\nb', signature: null, ends: 1 },
    { kind: 'call', text: '{"n":1}', signature: 'c2ln', ends: 1 },
    { kind: 'text', text: '玉门', signature: null, ends: 1 },
    { kind: 'image', text: 'AA==', signature: null, ends: 1 },
    { kind: 'text', text: 'x', signature: null, ends: 1 },
  ])
  expect(pieces.find(({ type }) => type === 'citation')).toMatchObject({
    title: 'https://e.org',
    span: { start: 0, end: 1 },
  })
  expect(pieces.filter(({ type }) => type === 'open').map((piece) => 'signature' in piece)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
})

test('a thought before a call keeps its signature where the call has one, or where it is another vendor’s', () => {
  const sealed = Buffer.from('ym1.a.SIG').toString('base64')
  const signaturesOf = (thought: string, call?: string) =>
    blocksOf(
      whole({
        status: 'requires_action',
        steps: [
          { type: 'thought', signature: thought },
          { type: 'function_call', id: 'c', name: 'f', arguments: {}, signature: call },
        ],
      }),
    ).map(({ kind, signature }) => [kind, signature])
  expect(signaturesOf('c2ln')).toEqual([['call', 'c2ln']])
  expect(signaturesOf('c2ln', 'b3du')).toEqual([
    ['thinking', 'c2ln'],
    ['call', 'b3du'],
  ])
  expect(signaturesOf(sealed)).toEqual([
    ['thinking', 'SIG'],
    ['call', null],
  ])
})

test('a start that holds all of a step, and a signature that comes late, are read alike', () => {
  const reader = createReader()
  const events: Json[] = [
    { event_type: 'step.start', index: 0, step: STEPS[0] },
    { event_type: 'step.stop', index: 0 },
    { event_type: 'step.start', index: 1, step: { type: 'model_output', content: [{ type: 'text', text: 'one' }] } },
    { event_type: 'step.delta', index: 1, delta: { type: 'text', text: ' two' } },
    { event_type: 'step.stop', index: 1 },
    { event_type: 'step.start', index: 2, step: { type: 'function_call', id: 'c', name: 'f', arguments: {} } },
    {
      event_type: 'step.delta',
      index: 2,
      delta: { type: 'arguments_delta', arguments: '{"a":', signature: 'bGF0ZQ==' },
    },
    { event_type: 'step.delta', index: 2, delta: { type: 'arguments_delta', arguments: '1}' } },
    { event_type: 'nobody.knows' },
    { event_type: 'interaction.completed', interaction: { status: 'completed' } },
  ]
  const pieces = events.flatMap((event) => reader.event(event))
  expect(blocksOf(pieces)).toEqual([
    { kind: 'thinking', text: 'a\n\nb', signature: 'c2ln', ends: 1 },
    { kind: 'text', text: 'one two', signature: null, ends: 1 },
    { kind: 'call', text: '{"a":1}', signature: 'bGF0ZQ==', ends: 1 },
  ])
  expect(lastOf(pieces)).toMatchObject({ reason: 'tools' })
})

test.each([
  ['completed', 'stop'],
  ['incomplete', 'length'],
  ['budget_exceeded', 'length'],
  ['requires_continuation', 'paused'],
  ['brand_new', 'stop'],
])('the status %s means %s', (status, reason) => {
  expect(lastOf(whole({ status, steps: [] }))).toMatchObject({ reason })
})

test.each([{ status: 'in_progress', steps: [] }, { status: 'queued' }, {}, { hello: 1 }])(
  '%j is no answer yet',
  (answer) => {
    expect(lastOf(whole(answer))).toBeUndefined()
  },
)

test.each([
  [400, { code: 'invalid_request', message: 'x' }, 'bad_request'],
  [400, { code: 'invalid_request', message: 'The input token count (9) exceeds' }, 'context_too_long'],
  [400, { code: 'safety', message: 'Input blocked: x' }, 'content_filter'],
  [400, { code: 'failed_precondition', message: 'x' }, 'ours'],
  [401, { code: 'authentication', message: 'x' }, 'ours'],
  [404, { code: 'not_found', message: 'x' }, 'model_missing'],
  [429, { code: 'rate_limit_exceeded', message: 'x' }, 'busy'],
  [429, { code: 'quota_exceeded', message: 'x' }, 'ours'],
  [503, { code: 'service_unavailable', message: 'x' }, 'broken'],
  // As other protocols of Google's say it, and proxies of this one.
  [400, { code: 400, message: 'API key not valid', status: 'INVALID_ARGUMENT' }, 'ours'],
  [500, { code: 'constructor', message: 'x' }, 'broken'],
] as const)('a refusal of %i with %j is read', (status, error, kind) => {
  expect(readError(status, { error })).toEqual({ kind, message: error.message })
})
