import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asRecord, type Json } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { AnswerAbout } from '../translate/codec.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, FinishReason, Piece } from '../translate/piece.ts'
import { geminiGenerate } from './gemini-generate.ts'
import { createReader } from './answer-reader.ts'
import { createWriter } from './answer-writer.ts'

const FORMS = ['events', 'array', 'whole'] as const
type Form = (typeof FORMS)[number]

const about = (form: Form): AnswerAbout => ({
  id: 'req-1',
  model: 'asked',
  created: 0,
  form,
  usageAsked: false,
  asked: {},
})
const START: Piece = { type: 'start', id: 'up', model: 'up' }
const END: Piece = { type: 'end' }
const finish = (reason: FinishReason): Piece => ({ type: 'finish', reason, stopSequence: null })

type Told = { block: Block; texts: string[]; signature: Signature | null }
const told = (block: Block, texts: string[], signature: Signature | null = null): Told => ({ block, texts, signature })
const words = (...texts: string[]) => told({ kind: 'text' }, texts)
const called = (id: string | null, args: string[], signature: Signature | null = null) =>
  told({ kind: 'call', id, name: 'f', namespace: null, form: 'function' }, args, signature)

function pieces(blocks: readonly Told[], ...last: Piece[]): Piece[] {
  const said = blocks.flatMap(({ block, texts, signature }, index): Piece[] => [
    { type: 'open', index, block },
    ...texts.map((text): Piece => ({ type: 'delta', index, text })),
    { type: 'close', index, signature },
  ])
  return [START, ...said, ...last]
}

function written(form: Form, list: readonly Piece[]): string {
  const writer = createWriter(about(form))
  return list.map((piece) => writer.write(piece)).join('')
}

/** The answers a caller's library reads out of what was written. */
function answersIn(form: Form, text: string): Json[] {
  if (form === 'whole') return [JSON.parse(text)]
  if (form === 'array') return JSON.parse(text)
  return text
    .split('\r\n\r\n')
    .flatMap((event) => (event === '' ? [] : [JSON.parse(/^data: (.*)$/.exec(event)?.[1] ?? '')]))
}

const partsIn = (answers: readonly Json[]) =>
  answers.flatMap(({ candidates }) =>
    (candidates as Json[]).flatMap(({ content }) => asRecord(content).parts as Json[]),
  )
const answers = (form: Form, list: readonly Piece[]) => answersIn(form, written(form, list))

test.each(FORMS)('as %s, the last answer says why it ended and what was used', (form) => {
  const usage = { ...NO_USAGE, input: 34, cacheRead: 1000, output: 56, reasoning: 20, requests: 1 }
  const list = pieces(
    [words('Hi', ' 门')],
    { type: 'usage', usage: NO_USAGE },
    finish('length'),
    { type: 'usage', usage },
    END,
  )
  const all = answers(form, list)
  expect(all.at(-1)).toMatchObject({
    candidates: [{ finishReason: 'MAX_TOKENS', index: 0, content: { role: 'model' } }],
    usageMetadata: {
      promptTokenCount: 1034,
      cachedContentTokenCount: 1000,
      candidatesTokenCount: 36,
      thoughtsTokenCount: 20,
      totalTokenCount: 1090,
    },
    modelVersion: 'asked',
    responseId: 'req-1',
  })
  for (const before of all.slice(0, -1)) {
    expect(before).not.toHaveProperty('usageMetadata')
    expect(before).not.toHaveProperty(['candidates', 0, 'finishReason'])
  }
  expect(
    partsIn(all)
      .map(({ text }) => text)
      .join(''),
  ).toBe('Hi 门')
})

test('events are data lines and nothing else', () => {
  const text = written('events', pieces([words('a\n\nb'), called('c', ['{"a":', '1}'])], finish('tools'), END))
  expect(text).toMatch(/^(data: \{[^\r\n]*\}\r\n\r\n)+$/)
  expect(text).not.toContain('[DONE]')
})

test('no character of a stream can be taken for the end of a line', () => {
  const said = 'a\u2028b\u2029c\u0085d\n'
  const list = pieces([words(said)], finish('stop'), END)
  expect(written('events', list)).not.toMatch(/[\u0085\u2028\u2029]/)
  expect(partsIn(answers('events', list))[0]).toEqual({ text: said })
})

test.each(['events', 'array'] as const)('the tap of the protocol reads a stream written as %s to its end', (form) => {
  const query = new URLSearchParams(form === 'events' ? 'alt=sse' : '')
  const turn = geminiGenerate.read({ path: '/v1/models/m:streamGenerateContent', query, body: Buffer.from('{}') })
  const tap = turn.tap()
  const text = written(
    form,
    pieces([words('a')], { type: 'usage', usage: { ...NO_USAGE, input: 3, requests: 1 } }, finish('stop'), END),
  )
  expect(Buffer.concat([tap.push(Buffer.from(text)), tap.flush()]).toString()).toBe(text)
  expect(tap.seen).toMatchObject({ content: true, terminal: true, failure: null, usage: { input: 3 } })
})

test('an array is whole but for its bracket as soon as it has begun, so that an error can follow', () => {
  const writer = createWriter(about('array'))
  let text = ''
  for (const piece of pieces([called('c', ['{"a":', '1}']), words('b')], finish('tools'), END)) {
    expect(text === '' || Array.isArray(JSON.parse(`${text},{}]`))).toBe(true)
    text += writer.write(piece)
  }
  expect(JSON.parse(text)).toHaveLength(4)
})

test.each(FORMS)('as %s, a call is written once its arguments are whole, large numbers as they were', (form) => {
  const text = written(form, pieces([called('c', ['{"n":12345678', '901234567890}'])], finish('tools'), END))
  expect(text).toContain('"functionCall":{"id":"c","name":"f","args":{"n":12345678901234567890}}')
  expect(text).toContain('"finishReason":"STOP"')
})

test.each(FORMS)('as %s, calls without ids get some of their own', (form) => {
  const calls = partsIn(answers(form, pieces([called(null, ['']), called(null, ['{}'])], finish('tools'), END)))
  expect(calls.flatMap(({ functionCall }) => (functionCall ? [asRecord(functionCall)] : []))).toEqual([
    { id: 'call-req-1-0', name: 'f', args: {} },
    { id: 'call-req-1-1', name: 'f', args: {} },
  ])
})

test.each(FORMS)('as %s, a call whose arguments broke off is none', (form) => {
  const text = written(form, pieces([called('c', ['{"a":'])], finish('length'), END))
  expect(text).not.toContain('functionCall')
  expect(text).toContain('MAX_TOKENS')
})

test.each(FORMS)('as %s, an answer that does not say why it ended is left without an end', (form) => {
  const text = written(form, pieces([words('half')], END))
  if (form === 'whole') return expect(text).toBe('')
  expect(text).not.toContain('finishReason')
  expect(text).not.toMatch(/\]$/)
})

test.each(FORMS)('as %s, an answer without anything to say has a part all the same', (form) => {
  expect(partsIn(answers(form, pieces([], finish('filter'), END)))).toContainEqual({ text: '' })
})

test.each([
  ['stop', 'STOP'],
  ['stop_sequence', 'STOP'],
  ['tools', 'STOP'],
  ['length', 'MAX_TOKENS'],
  ['filter', 'SAFETY'],
  ['paused', 'CONTINUATION'],
] as const)('%s is told as %s', (reason, finishReason) => {
  expect(answers('whole', pieces([], finish(reason), END))).toMatchObject([{ candidates: [{ finishReason }] }])
})

test('a refusal is text, a picture a blob', () => {
  const list = pieces(
    [told({ kind: 'refusal' }, ['no']), told({ kind: 'image', mime: 'image/png' }, ['AA', '=='])],
    finish('stop'),
    END,
  )
  expect(partsIn(answers('whole', list))).toEqual([
    { text: 'no' },
    { inlineData: { mimeType: 'image/png', data: 'AA==' } },
  ])
})

test('a signature of another vendor travels as bytes that a library can decode and encode again', () => {
  const signature = { origin: 'openai-responses', value: 'gAAAA=' } as const
  const [part] = partsIn(answers('whole', pieces([told({ kind: 'thinking' }, ['hm'], signature)], finish('stop'), END)))
  const value = String(part?.thoughtSignature)
  expect(Buffer.from(value, 'base64').toString('base64')).toBe(value)
  expect(createReader().whole({ candidates: [{ content: { parts: [part] } }] })).toContainEqual({
    type: 'close',
    index: 0,
    signature,
  })
})

const text = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
const texts = fc.array(text, { minLength: 1, maxLength: 3 })
const signature = fc.option(
  fc.record({
    origin: fc.constantFrom('gemini-generate' as const, 'anthropic-messages' as const, 'openai-responses' as const),
    value: fc.base64String({ minLength: 4, maxLength: 12 }),
  }),
)
const args = fc.dictionary(text, fc.oneof(text, fc.integer()), { maxKeys: 3, noNullPrototype: true })
const block: fc.Arbitrary<Told> = fc.oneof(
  texts.map((said) => words(...said)),
  fc.tuple(texts, signature).map(([said, signed]) => told({ kind: 'thinking' }, said, signed)),
  fc
    .tuple(fc.uuid(), args, signature)
    .map(([id, given, signed]) => called(id, JSON.stringify(given).split(/(?<=:)/), signed)),
  fc.base64String({ minLength: 4 }).map((data) => told({ kind: 'image', mime: 'image/png' }, [data])),
)
const usage = fc
  .record({
    input: fc.nat(1000),
    cacheRead: fc.nat(1000),
    audioIn: fc.nat(9),
    words: fc.nat(99),
    reasoning: fc.nat(99),
    imageOut: fc.nat(9),
  })
  .map(({ words: said, ...counts }) => ({ ...NO_USAGE, ...counts, output: said + counts.reasoning, requests: 1 }))

/** What was said, without how it was cut: neighbours that nothing sets apart are one. */
function saidIn(list: readonly Piece[]): object[] {
  const said: { block: Block; text: string; signature: Signature | null }[] = []
  for (const piece of list) {
    const last = said.at(-1)
    if (piece.type === 'open') said.push({ block: piece.block, text: '', signature: null })
    else if (piece.type === 'delta' && last) last.text += piece.text
    else if (piece.type === 'close' && last) last.signature = piece.signature
  }
  return said.reduce<typeof said>((out, one) => {
    const last = out.at(-1)
    const kind = one.block.kind
    const joins = last?.block.kind === kind && (kind === 'text' || kind === 'thinking') && last.signature === null
    if (last && joins) Object.assign(last, { text: last.text + one.text, signature: one.signature })
    else out.push(one)
    return out
  }, [])
}

test.each(FORMS)('whatever is written as %s is read as it was told', (form) => {
  const reason = fc.constantFrom<FinishReason>('stop', 'length', 'filter', 'paused')
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), usage, reason, (blocks, used, why) => {
      const calls = blocks.some(({ block: { kind } }) => kind === 'call')
      const ended = finish(calls && why === 'stop' ? 'tools' : why)
      const list = pieces(blocks, ended, { type: 'usage', usage: used }, END)
      const reader = createReader()
      const read = answers(form, list).flatMap((answer) => reader.event(answer))
      expect(saidIn(read)).toEqual(saidIn(list))
      expect(read.filter(({ type }) => type === 'finish')).toEqual([ended])
      expect(read.findLast(({ type }) => type === 'usage')).toEqual({ type: 'usage', usage: used })
    }),
    { numRuns: 150 },
  )
})
