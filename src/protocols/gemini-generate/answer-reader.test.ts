import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asRecord, type Json } from '../../core/json.ts'
import type { Piece } from '../translate/piece.ts'
import { dataIn } from '../sse.ts'
import { createReader } from './answer-reader.ts'

const ROOT = new URL('../../../test/tapes/gemini-generate/', import.meta.url)
const NAMES = readdirSync(ROOT).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))

/** The pieces of a stream's chunks, usage aside, with what was used in the end. */
function played(chunks: Iterable<unknown>) {
  const reader = createReader()
  const pieces: Piece[] = []
  for (const chunk of chunks) if (chunk !== undefined) pieces.push(...reader.event(asRecord(chunk)))
  pieces.push(...reader.end())
  const usage = pieces.findLast((piece) => piece.type === 'usage')?.usage ?? null
  return { pieces: pieces.filter(({ type }) => type !== 'usage'), usage }
}

const tape = (name: string) => played(dataIn(readFileSync(new URL(`${name}.sse`, ROOT))))
const answer = (parts: Json[], over: Json = {}): Json => ({ candidates: [{ content: { parts }, ...over }] })
const start = { type: 'start', id: 'k3AfabCdEf', model: 'gemini-3.8-flash' }
const finish = (reason: string) => ({ type: 'finish', reason, stopSequence: null })
const SIGNATURE = {
  origin: 'gemini-generate',
  value: 'EqQBCkYIARgCKkDhc29tZS1vcGFxdWUtdGhvdWdodC1zaWduYXR1cmU=',
}

/** A block that was opened, told and closed. */
function block(index: number, kind: object, texts: string[], signature: object | null = null) {
  return [
    { type: 'open', index, block: kind },
    ...texts.map((text) => ({ type: 'delta', index, text })),
    { type: 'close', index, signature },
  ]
}
const text = { kind: 'text' }
const thinking = { kind: 'thinking' }
const call = (id: string | null, name: string) => ({ kind: 'call', id, name, namespace: null, form: 'function' })

const TOLD: Record<string, object[]> = {
  abort: [start, ...block(0, text, ['half'])],
  error: [
    start,
    { type: 'open', index: 0, block: text },
    { type: 'delta', index: 0, text: 'half' },
    { type: 'failure', error: { kind: 'broken', message: 'The model is overloaded. Please try again later.' } },
    { type: 'close', index: 0, signature: null },
  ],
  'error-first': [
    { type: 'failure', error: { kind: 'broken', message: 'The model is overloaded. Please try again later.' } },
  ],
  filter: [start, finish('filter')],
  'filter-answer': [start, ...block(0, text, ['half']), finish('filter')],
  grounded: [start, ...block(0, text, ['rain']), finish('stop')],
  length: [start, ...block(0, text, ['one two', ' three']), finish('length')],
  'parallel-tools': [
    start,
    ...block(0, text, ['两个都查。']),
    { type: 'open', index: 1, block: call('call-1', 'weather'), signature: SIGNATURE },
    ...block(1, call('call-1', 'weather'), ['{"city":"玉门"}'], SIGNATURE).slice(1),
    ...block(2, call('call-2', 'weather'), ['{"city":"敦煌"}']),
    finish('tools'),
  ],
  text: [
    start,
    ...block(0, text, ['你好 "finishReason": "STOP", "error": {"code": 1} }]', ' 😀\n\ndata: {"error":{}}']),
    finish('stop'),
  ],
  thinking: [
    start,
    ...block(0, thinking, ['**Let me see**\n\n']),
    ...block(1, text, ['42']),
    ...block(2, thinking, [], SIGNATURE),
    finish('stop'),
  ],
  image: [
    { ...start, model: 'gemini-3-pro-image' },
    ...block(0, text, ['Here is the gate.']),
    ...block(1, { kind: 'image', mime: 'image/png' }, [expect.stringMatching(/^iVBOR/) as string]),
    ...block(2, thinking, [], SIGNATURE),
    finish('stop'),
  ],
  structured: [start, ...block(0, text, ['{"city":', '"玉门","population":12345678901234567890}']), finish('stop')],
  'code-execution': [
    start,
    ...block(0, text, ['\n```\nprint(6 * 7)\n```\n', '\n```\n42\n```\n', 'It is 42.']),
    finish('stop'),
  ],
}

test.each(NAMES)('the tape %s is told in pieces, with the usage its tap reads', (name) => {
  const { pieces, usage } = tape(name)
  if (TOLD[name]) expect(pieces).toEqual(TOLD[name])
  const seen = JSON.parse(readFileSync(new URL(`${name}.json`, ROOT), 'utf8'))
  expect(usage).toEqual(seen.usage)
  expect(pieces.some(({ type }) => type === 'failure')).toBe(seen.failure !== null)
  expect(pieces.some(({ type }) => type === 'finish')).toBe(seen.terminal)
})

test('every tape but the one of a single call has its pieces written down', () => {
  expect(NAMES.filter((name) => !(name in TOLD))).toEqual(['tool-call'])
  expect(tape('tool-call').pieces).toContainEqual(finish('tools'))
})

test('blocks are closed before the reason to finish, and opened and closed once each', () => {
  for (const name of NAMES) {
    const { pieces } = tape(name)
    const finished = pieces.findIndex(({ type }) => type === 'finish')
    const count = (type: string) => pieces.filter((piece) => piece.type === type).length
    expect(count('open')).toBe(count('close'))
    if (finished >= 0) expect(pieces.findLastIndex(({ type }) => type === 'close')).toBeLessThan(finished)
  }
})

test.each([
  ['STOP', finish('stop')],
  ['MAX_TOKENS', finish('length')],
  ['SAFETY', finish('filter')],
  ['RECITATION', finish('filter')],
  ['BLOCKLIST', finish('filter')],
  ['PROHIBITED_CONTENT', finish('filter')],
  ['SPII', finish('filter')],
  ['CONTINUATION', finish('paused')],
  ['SOMETHING_NEW', finish('stop')],
  ['constructor', finish('stop')],
  ['OTHER', { type: 'failure', error: { kind: 'broken', message: 'OTHER' } }],
  ['MALFORMED_RESPONSE', { type: 'failure', error: { kind: 'broken', message: 'MALFORMED_RESPONSE' } }],
])('%s is %j', (finishReason, piece) => {
  expect(createReader().event(answer([], { finishReason })).at(-1)).toEqual(piece)
})

test('a call that the model got wrong is a failure in its words', () => {
  const over = { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call: print(' }
  expect(
    createReader()
      .event(answer([{ text: 'a' }], over))
      .at(-1),
  ).toEqual({
    type: 'failure',
    error: { kind: 'broken', message: 'Malformed function call: print(' },
  })
})

test('a call tells its signature as soon as it is named', () => {
  const parts = [{ functionCall: { name: 'f' }, thoughtSignature: 's' }, { functionCall: { name: 'g' } }]
  const opened = createReader()
    .event(answer(parts))
    .flatMap((piece) => (piece.type === 'open' ? [piece.signature] : []))
  expect(opened).toEqual([{ origin: 'gemini-generate', value: 's' }, undefined])
})

test('a call that was cut off at its length is no reason to call tools', () => {
  const parts = [{ functionCall: { name: 'f' } }]
  expect(
    createReader()
      .event(answer(parts, { finishReason: 'MAX_TOKENS' }))
      .at(-1),
  ).toEqual(finish('length'))
})

test('a document is read like the only chunk of a stream', () => {
  const whole = {
    ...answer([{ text: 'hm', thought: true, thoughtSignature: 's' }, { text: 'Hi' }], { finishReason: 'STOP' }),
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1 },
    responseId: 'r',
    modelVersion: 'g',
  }
  const reader = createReader()
  expect([...reader.whole(whole), ...reader.end()]).toEqual([
    { type: 'start', id: 'r', model: 'g' },
    ...block(0, thinking, ['hm'], { origin: 'gemini-generate', value: 's' }),
    ...block(1, text, ['Hi']).slice(0, -1),
    { type: 'usage', usage: expect.objectContaining({ input: 3, output: 1 }) },
    { type: 'close', index: 1, signature: null },
    finish('stop'),
  ])
})

test('a call without an id or arguments is told as such', () => {
  const pieces = createReader().event(answer([{ functionCall: { name: 'f' } }]))
  expect(pieces.slice(1)).toEqual(block(0, call(null, 'f'), ['{}']))
})

test('what comes after the reason to finish is usage only', () => {
  const reader = createReader()
  reader.event(answer([{ text: 'a' }], { finishReason: 'STOP' }))
  const late = { ...answer([{ text: 'b' }], { finishReason: 'STOP' }), usageMetadata: { promptTokenCount: 9 } }
  expect([...reader.event(late), ...reader.end()]).toEqual([
    { type: 'usage', usage: expect.objectContaining({ input: 9 }) },
  ])
})

test('an error inside a 200 says what it is about', () => {
  const failure = (error: Json) => createReader().event({ error })
  expect(failure({ code: 429, message: 'slow down' })).toEqual([
    { type: 'failure', error: { kind: 'busy', message: 'slow down' } },
  ])
})

test('a picture that was drawn while thinking is no part of the answer', () => {
  const inlineData = { mimeType: 'image/png', data: 'AAAA' }
  const parts = [
    { inlineData: { ...inlineData, data: 'DRAFT' }, thought: true, thoughtSignature: 'c2ln' },
    { inlineData },
  ]
  const { pieces } = played([answer(parts, { finishReason: 'STOP' })])
  expect(pieces.flatMap((piece) => (piece.type === 'delta' ? [piece.text] : []))).toEqual(['AAAA'])
})

test.each([
  ['MODEL_ARMOR', finish('filter')],
  ['ESCALATION', finish('filter')],
  ['PUP_LIMITED_DISABLED', finish('filter')],
  ['MISSING_THOUGHT_SIGNATURE', { type: 'failure', error: { kind: 'broken', message: 'MISSING_THOUGHT_SIGNATURE' } }],
])('an answer that ends with %s is not one that is complete', (finishReason, last) => {
  expect(played([answer([], { finishReason })]).pieces.at(-1)).toEqual(last)
})

test.each([
  ['gemini-2.5-flash', 1],
  ['gemini-3.8-flash', 2],
])('what %s searches for is sold by the prompt or by the query', (modelVersion, searches) => {
  const grounded = answer([{ text: 'x' }], { groundingMetadata: { webSearchQueries: ['a', 'b'] } })
  const told = { ...grounded, modelVersion, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1 } }
  expect(played([told]).usage).toMatchObject({ searches })
})
