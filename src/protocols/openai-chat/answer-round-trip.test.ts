import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, FinishReason, Piece } from '../translate/piece.ts'
import { openaiChatCodec as codec } from './codec.ts'

const words = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
const name = fc.stringMatching(/^[a-z_]{1,12}$/)
const base64 = fc.base64String({ minLength: 4, maxLength: 12 })
const signature = fc.option(
  fc.record({
    origin: fc.constantFrom('openai-responses', 'anthropic-messages', 'gemini-generate'),
    value: fc.stringMatching(/^[A-Za-z0-9+/]{4,12}$/),
  }),
)
type Spoken = { block: Block; texts: readonly string[]; signature: Signature | null }
const speech = (kinds: readonly ('text' | 'refusal')[]) =>
  fc.record({
    block: fc.constantFrom(...kinds).map((kind) => ({ kind })),
    texts: fc.array(words, { minLength: 1, maxLength: 3 }),
    signature: fc.constant(null),
  })
const thought = fc
  .record({ block: fc.constant({ kind: 'thinking' as const }), texts: fc.array(words, { maxLength: 3 }), signature })
  .filter((each) => each.texts.length > 0 || each.signature !== null)
const picture = fc.record({
  block: fc.constant({ kind: 'image' as const, mime: 'image/png' }),
  texts: fc.tuple(base64),
  signature: fc.constant(null),
})
const called = fc.oneof(
  fc.record({
    block: name.map((each) => ({
      kind: 'call' as const,
      id: null,
      name: each,
      namespace: null,
      form: 'function' as const,
    })),
    texts: fc.constantFrom(['{}'], ['{"n":', '12345678901234567890}'], []),
    signature,
  }),
  fc.record({
    block: name.map((each) => ({
      kind: 'call' as const,
      id: each,
      name: each,
      namespace: null,
      form: 'custom' as const,
    })),
    texts: fc.array(words, { maxLength: 2 }),
    signature,
  }),
)
const blocks: fc.Arbitrary<Spoken[]> = fc.array(fc.oneof(speech(['text', 'refusal']), thought, picture, called), {
  maxLength: 6,
})
const count = fc.nat(10_000)
const usage = fc
  .record({
    input: count,
    cacheRead: count,
    cacheWrite5m: count,
    audioIn: count,
    output: count,
    audioOut: count,
    part: fc.nat(100),
  })
  .map(({ part, ...told }) => ({
    ...NO_USAGE,
    ...told,
    reasoning: Math.floor((told.output * part) / 100),
    requests: 1,
  }))

/** Reasons that such blocks may end with, and what is read of them again. */
function reasonsOf(told: readonly Spoken[]): readonly [FinishReason, FinishReason][] {
  if (told.some(({ block }) => block.kind === 'call'))
    return [
      ['tools', 'tools'],
      ['length', 'length'],
    ]
  if (told.some(({ block }) => block.kind === 'refusal'))
    return [
      ['filter', 'filter'],
      ['length', 'length'],
    ]
  return [
    ['stop', 'stop'],
    ['stop_sequence', 'stop'],
    ['paused', 'stop'],
    ['length', 'length'],
    ['filter', 'filter'],
  ]
}

/** What an answer says, whatever it is cut into. */
function sumOf(pieces: readonly Piece[]) {
  const told = new Map<number, { block: Block; text: string; signature: Signature | null }>()
  const sum = { usage: NO_USAGE, finish: '' }
  for (const piece of pieces) {
    if (piece.type === 'open') told.set(piece.index, { block: piece.block, text: '', signature: null })
    else if (piece.type === 'usage') sum.usage = piece.usage
    else if (piece.type === 'finish') sum.finish = piece.reason
    if (!('index' in piece)) continue
    const spoken = told.get(piece.index)
    if (piece.type === 'delta' && spoken) spoken.text += piece.text
    if (piece.type === 'close' && spoken) spoken.signature = piece.signature
  }
  const all = [...told.values()]
  const of = (kind: Block['kind']) => all.filter(({ block }) => block.kind === kind)
  const textOf = (kind: Block['kind']) =>
    of(kind)
      .map((each) => each.text)
      .join('')
  return {
    ...sum,
    text: textOf('text'),
    refusal: textOf('refusal'),
    thinking: textOf('thinking'),
    thoughts: of('thinking').flatMap((each) => (each.signature ? [each.signature] : [])),
    images: of('image').map((each) => each.text),
    calls: of('call').map(({ block, text: told_, signature: signed }) => {
      const { name: tool_, form } = block as Extract<Block, { kind: 'call' }>
      return [tool_, form, form === 'function' && told_ === '' ? '{}' : told_, signed]
    }),
  }
}

function piecesOf(told: readonly Spoken[], used: typeof NO_USAGE, reason: FinishReason): Piece[] {
  return [
    { type: 'start', id: null, model: null },
    ...told.flatMap((each, index): Piece[] => [
      { type: 'open', index, block: each.block },
      ...each.texts.map((one) => ({ type: 'delta' as const, index, text: one })),
      { type: 'close', index, signature: each.signature },
    ]),
    { type: 'finish', reason, stopSequence: null },
    { type: 'usage', usage: used },
    { type: 'end' },
  ]
}

const answers = blocks.chain((told) => fc.tuple(fc.constant(told), fc.constantFrom(...reasonsOf(told)), usage))
const about = { id: 'r', model: 'm', created: 1, usageAsked: true, asked: {} }

test('an answer that is written as a document and read again says the same', () => {
  fc.assert(
    fc.property(answers, ([told, [reason, again], used]) => {
      const pieces = piecesOf(told, used, reason)
      const writer = codec.writer({ ...about, form: 'whole' })
      const document = pieces.map((piece) => writer.write(piece)).join('')
      expect(sumOf(codec.reader().whole(JSON.parse(document)))).toEqual({ ...sumOf(pieces), finish: again })
    }),
  )
})

test('an answer that is written as a stream is grammatical, and read again says the same', () => {
  fc.assert(
    fc.property(answers, ([told, [reason, again], used]) => {
      const pieces = piecesOf(told, used, reason)
      const writer = codec.writer({ ...about, form: 'events' })
      const events = pieces
        .map((piece) => writer.write(piece))
        .join('')
        .split('\n\n')
      expect(events.splice(-2)).toEqual(['data: [DONE]', ''])
      const chunks = events.map((event) => JSON.parse(event.replace(/^data: /, '')))
      expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' })
      expect(chunks.map(({ choices }) => choices[0]?.finish_reason ?? null).slice(0, -2)).toEqual(
        chunks.slice(2).map(() => null),
      )
      expect(chunks.at(-2).choices[0]).toMatchObject({ index: 0, delta: {}, finish_reason: expect.any(String) })
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } })
      const reader = codec.reader()
      const read = [...chunks.flatMap((chunk) => reader.event(chunk)), ...reader.end()]
      expect(sumOf(read)).toEqual({ ...sumOf(pieces), finish: again })
    }),
  )
})
