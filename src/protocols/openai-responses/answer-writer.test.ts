import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { dataIn } from '../sse.ts'
import type { AnswerAbout } from '../translate/codec.ts'
import type { Block, FinishReason, Piece } from '../translate/piece.ts'
import { seal } from '../translate/sealed.ts'
import { createAnswerWriter } from './answer-writer.ts'
import { readRequest } from './read-request.ts'

const asked = {
  instructions: 'Be brief.',
  tools: [{ type: 'function', name: 'f' }],
  reasoning: { effort: 'low' },
  store: true,
}
const about: AnswerAbout = { id: 'r1', model: 'named', created: 1_795_219_200, form: 'events', usageAsked: true, asked }
const START: Piece = { type: 'start', id: 'up_1', model: 'up' }
const END: Piece = { type: 'end' }
const finish = (reason: FinishReason): Piece => ({ type: 'finish', reason, stopSequence: null })
const block = (
  index: number,
  of: Block,
  deltas: string[],
  signature: Extract<Piece, { type: 'close' }>['signature'] = null,
): Piece[] => [
  { type: 'open', index, block: of },
  ...deltas.map((text): Piece => ({ type: 'delta', index, text })),
  { type: 'close', index, signature },
]
const TEXT: Block = { kind: 'text' }
const CALL = { kind: 'call', id: 'c1', name: 'f', namespace: null, form: 'function' } as const

const told = (pieces: readonly Piece[], form: AnswerAbout['form'] = 'events') => {
  const writer = createAnswerWriter({ ...about, form })
  return pieces.map((piece) => writer.write(piece)).join('')
}
const events = (pieces: readonly Piece[]) => [...dataIn(Buffer.from(told(pieces)))] as Json[]
const types = (pieces: readonly Piece[]) => events(pieces).map(({ type }) => String(type).replace('response.', ''))
const lastOf = (pieces: readonly Piece[]) => events(pieces).at(-1)?.response as Json
const outputOf = (pieces: readonly Piece[]) => lastOf([START, ...pieces, finish('stop'), END]).output as Json[]

test('words are told event by event, numbered, each under the name of its type', () => {
  const pieces = [START, ...block(0, TEXT, ['He', 'llo']), finish('stop'), END]
  expect(told(pieces).match(/^event: .+$/gm)).toEqual(events(pieces).map(({ type }) => `event: ${String(type)}`))
  expect(told(pieces)).toMatch(/^(event: [\w.]+\ndata: \{[^\n]*\}\n\n)+$/)
  expect(events(pieces).map(({ sequence_number }) => sequence_number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const at = { item_id: 'msg_r1_0', output_index: 0, content_index: 0 }
  const part = (text: string) => ({ type: 'output_text', annotations: [], logprobs: [], text })
  const item = { id: 'msg_r1_0', type: 'message', role: 'assistant' }
  expect(events(pieces).slice(2, 9)).toMatchObject([
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...at, part: part('') },
    { type: 'response.output_text.delta', ...at, delta: 'He', logprobs: [] },
    { type: 'response.output_text.delta', ...at, delta: 'llo' },
    { type: 'response.output_text.done', ...at, text: 'Hello' },
    { type: 'response.content_part.done', ...at, part: part('Hello') },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, status: 'completed', content: [part('Hello')] },
    },
  ])
})

test('the first and the last event repeat what was asked, with the name the caller knows the model by', () => {
  const all = events([START, ...block(0, TEXT, ['x']), finish('stop'), END])
  const same = {
    id: 'resp_r1',
    object: 'response',
    created_at: 1_795_219_200,
    model: 'named',
    instructions: 'Be brief.',
    tools: asked.tools,
    reasoning: { effort: 'low', summary: null },
    store: false,
    error: null,
  }
  expect(all[0]).toMatchObject({ response: { ...same, status: 'in_progress', output: [], usage: null } })
  expect(all[1]).toMatchObject({ type: 'response.in_progress', response: { ...same, status: 'in_progress' } })
  expect(all.at(-1)).toMatchObject({
    type: 'response.completed',
    response: { ...same, status: 'completed', output: [{ type: 'message' }] },
  })
})

test('words that follow one another are parts of one message, a refusal among them', () => {
  expect(
    outputOf([
      ...block(0, TEXT, ['a']),
      ...block(1, { kind: 'refusal' }, ['b']),
      ...block(2, CALL, ['{}']),
      ...block(3, TEXT, ['c']),
    ]),
  ).toMatchObject([
    {
      id: 'msg_r1_0',
      content: [
        { type: 'output_text', text: 'a' },
        { type: 'refusal', refusal: 'b' },
      ],
    },
    { id: 'fc_r1_1' },
    { id: 'msg_r1_2', content: [{ text: 'c' }] },
  ])
})

test('a call of a function streams its arguments, one of a custom tool its text, each with its namespace', () => {
  expect(types([START, ...block(0, CALL, ['{"a', '":', '1}']), finish('tools'), END]).slice(2, -1)).toEqual([
    'output_item.added',
    'function_call_arguments.delta',
    'function_call_arguments.delta',
    'function_call_arguments.delta',
    'function_call_arguments.done',
    'output_item.done',
  ])
  const patch: Block = { ...CALL, name: 'apply_patch', form: 'custom', namespace: 'n' }
  expect(types([START, ...block(0, patch, ['a', 'b']), finish('tools'), END])).toContain('custom_tool_call_input.done')
  expect(outputOf([...block(0, CALL, ['{"a', '":1}']), ...block(1, patch, ['a', 'b'])])).toEqual([
    { id: 'fc_r1_0', type: 'function_call', status: 'completed', call_id: 'c1', name: 'f', arguments: '{"a":1}' },
    {
      id: 'ctc_r1_1',
      type: 'custom_tool_call',
      status: 'completed',
      call_id: 'c1',
      name: 'apply_patch',
      namespace: 'n',
      input: 'ab',
    },
  ])
})

test('a call without an id is given one, and one without arguments an empty object', () => {
  const nameless: Block = { ...CALL, id: null }
  expect(outputOf([...block(0, nameless, []), ...block(1, nameless, ['{"n":12345678901234567890}'])])).toMatchObject([
    { call_id: 'call_r1_0', arguments: '{}' },
    { call_id: 'call_r1_1', arguments: '{"n":12345678901234567890}' },
  ])
})

test('thoughts are a summary, with a signature of their own or a foreign one under seal', () => {
  const own = { origin: 'openai-responses', value: 'e1' } as const
  const foreign = { origin: 'anthropic-messages', value: 's1' } as const
  const thinking: Block = { kind: 'thinking' }
  expect(
    outputOf([
      ...block(0, thinking, ['h', 'm'], own),
      ...block(1, thinking, [], foreign),
      ...block(2, thinking, ['x']),
    ]),
  ).toEqual([
    { id: 'rs_r1_0', type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'e1' },
    { id: 'rs_r1_1', type: 'reasoning', summary: [], encrypted_content: seal(foreign) },
    { id: 'rs_r1_2', type: 'reasoning', summary: [{ type: 'summary_text', text: 'x' }] },
  ])
})

test('the signature of a call goes before it and comes back with it', () => {
  const signature = { origin: 'gemini-generate', value: 'g1' } as const
  const output = outputOf([...block(0, CALL, ['{}'], signature), ...block(1, { ...CALL, id: 'c2' }, ['{}'])])
  expect(output.map(({ id, type }) => [id, type])).toEqual([
    ['rs_r1_0', 'reasoning'],
    ['fc_r1_1', 'function_call'],
    ['fc_r1_2', 'function_call'],
  ])
  expect(readRequest({ input: output }, { path: '/v1/responses' }).messages).toMatchObject([
    {
      role: 'assistant',
      parts: [
        { id: 'c1', signature },
        { id: 'c2', signature: null },
      ],
    },
  ])
})

test('a picture is what the hosted tool makes', () => {
  expect(outputOf(block(0, { kind: 'image', mime: 'image/svg+xml' }, ['AA', 'BB']))).toEqual([
    { id: 'ig_r1_0', type: 'image_generation_call', status: 'completed', output_format: 'svg', result: 'AABB' },
  ])
})

test.each([
  ['stop', [], 'completed', null],
  ['stop_sequence', [], 'completed', null],
  ['tools', [], 'completed', null],
  ['paused', [], 'completed', null],
  ['length', [], 'incomplete', { reason: 'max_output_tokens' }],
  ['filter', [], 'incomplete', { reason: 'content_filter' }],
  ['filter', block(0, { kind: 'refusal' }, ['no']), 'completed', null],
] as const)('an answer that ends with %s after %j is %s', (reason, blocks, status, incomplete_details) => {
  const pieces = [START, ...blocks, finish(reason), END]
  expect(lastOf(pieces)).toMatchObject({ status, incomplete_details })
  expect(types(pieces).at(-1)).toBe(status)
})

test('usage is told inclusively, the last figures count, and those that come after the reason to end do too', () => {
  const usage = {
    ...NO_USAGE,
    input: 34,
    cacheRead: 1000,
    cacheWrite5m: 150,
    cacheWrite1h: 50,
    output: 56,
    reasoning: 20,
  }
  const early: Piece = { type: 'usage', usage: { ...NO_USAGE, input: 1 } }
  expect(
    lastOf([START, early, finish('stop'), { type: 'usage', usage: { ...usage, searches: 2, imageOut: 7 } }, END]),
  ).toMatchObject({
    usage: {
      input_tokens: 1234,
      input_tokens_details: {
        cached_tokens: 1000,
        cache_write_tokens: 200,
        cache_write_tokens_details: { ttl_30m_tokens: 150, ttl_12h_tokens: 50 },
      },
      output_tokens: 56,
      output_tokens_details: { reasoning_tokens: 20 },
      total_tokens: 1290,
    },
    tool_usage: { image_gen: { output_tokens: 7 }, web_search: { num_requests: 2 } },
  })
  const heard: Piece = { type: 'usage', usage: { ...NO_USAGE, input: 3, audioIn: 40, output: 5, audioOut: 60 } }
  expect(lastOf([START, finish('stop'), heard, END])).toMatchObject({
    usage: { input_tokens: 43, output_tokens: 65, total_tokens: 108 },
  })
  expect(lastOf([START, finish('stop'), { type: 'usage', usage }, END])).not.toHaveProperty('tool_usage')
  expect(lastOf([START, finish('stop'), END])).toMatchObject({ usage: { input_tokens: 0, total_tokens: 0 } })
})

test('an answer that broke off has no last event, and a call that was cut is never told to be whole', () => {
  const cut = types([START, ...block(0, TEXT, ['a']), ...block(1, CALL, ['{"a', '":']), END])
  expect(cut.filter((type) => type === 'output_item.done')).toHaveLength(1)
  expect(cut.at(-1)).toBe('function_call_arguments.delta')
  const failure: Piece = { type: 'failure', error: { kind: 'broken', message: 'x' } }
  expect(types([START, ...block(0, TEXT, ['a']), failure, END]).at(-1)).toBe('output_text.delta')
  expect(told([START, failure, END], 'whole')).toBe('')
})

test('the number of the last event is known, so that a failure can be told after it', () => {
  const writer = createAnswerWriter(about)
  expect(writer.sequence).toBe(-1)
  writer.write(START)
  expect(writer.sequence).toBe(1)
})

test('one document says what the last event carries', () => {
  const pieces = [
    START,
    ...block(0, { kind: 'thinking' }, ['hm']),
    ...block(1, TEXT, ['a', 'b']),
    ...block(2, CALL, ['{}']),
    finish('tools'),
    END,
  ]
  expect(JSON.parse(told(pieces, 'whole'))).toEqual(lastOf(pieces))
})

test('an answer whose vendor does not say that it begins, begins all the same', () => {
  expect(types([...block(0, TEXT, ['a']), finish('stop'), END]).slice(0, 3)).toEqual([
    'created',
    'in_progress',
    'output_item.added',
  ])
  expect(types([finish('stop'), END])).toEqual(['created', 'in_progress', 'completed'])
})

test.each([
  ['length', 'incomplete'],
  ['filter', 'incomplete'],
  ['tools', 'completed'],
] as const)('of an answer that ends with %s the last item is %s, and those before it are whole', (reason, status) => {
  const call = { ...CALL, id: 'c2' }
  const pieces = [START, ...block(0, TEXT, ['a']), ...block(1, CALL, ['{}']), ...block(2, call, ['{"a":', '"b'])]
  const all = events([...pieces, finish(reason), END])
  const items = all.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item as Json)
  expect(items.map((item) => item.status)).toEqual(['completed', 'completed', status])
  expect(all.at(-1)).toMatchObject({ response: { output: items } })
  const words = events([START, ...block(0, TEXT, ['a']), finish(reason), END])
  expect(words.at(-1)?.response).toMatchObject({ output: [{ type: 'message', status }] })
})

test('a search among the caller’s tools is told whole, with what is searched for as an object', () => {
  const search: Block = { kind: 'call', id: 's1', name: 'tool_search', namespace: null, form: 'search' }
  const item = { id: 'tsc_r1_0', type: 'tool_search_call', execution: 'client', call_id: 's1' }
  const pieces = [START, ...block(0, search, ['{"query":', '"files"}']), finish('tools'), END]
  expect(types(pieces).slice(2, -1)).toEqual(['output_item.added', 'output_item.done'])
  expect(outputOf(block(0, search, ['{"query":', '"files"}']))).toEqual([
    { ...item, status: 'completed', arguments: { query: 'files' } },
  ])
  expect(outputOf(block(0, search, []))).toMatchObject([{ ...item, arguments: {} }])
})
