import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { dataIn } from '../sse.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, FinishReason, Piece } from '../translate/piece.ts'
import { seal } from '../translate/sealed.ts'
import { createAnswerReader } from './answer-reader.ts'
import { createAnswerWriter } from './answer-writer.ts'

type Shown = { block: Block; deltas: string[]; signature: Signature | null }

const words = fc.string({ minLength: 1, unit: 'grapheme' })
const name = fc.stringMatching(/^[a-z_]{1,12}$/)
const signature: fc.Arbitrary<Signature> = fc.record({
  origin: fc.constantFrom('openai-responses', 'anthropic-messages', 'gemini-generate'),
  value: fc.stringMatching(/^[A-Za-z0-9+/]{4,12}$/),
})
const call: fc.Arbitrary<Block> = fc
  .tuple(
    fc.option(fc.stringMatching(/^call_[a-z0-9]{4}$/), { nil: null }),
    name,
    fc.option(name, { nil: null }),
    fc.constantFrom('function', 'custom'),
  )
  .map(([id, called, namespace, form]) => ({ kind: 'call', id, name: called, namespace, form }))
const deltas = fc.array(words, { minLength: 1, maxLength: 4 })
const silent = fc.constant<string[]>([])
const once = words.map((text) => [text])
const unsigned = fc.constant(null)
const shown: fc.Arbitrary<Shown> = fc.oneof(
  fc.record({
    block: fc.constantFrom<Block>({ kind: 'text' }, { kind: 'refusal' }),
    deltas,
    signature: unsigned,
  }),
  fc.record({ block: fc.constant<Block>({ kind: 'image', mime: 'image/png' }), deltas, signature: unsigned }),
  fc.record({
    block: fc.constant<Block>({ kind: 'thinking' }),
    deltas,
    signature: fc.option(signature, { nil: null }),
  }),
  fc.record({ block: fc.constant<Block>({ kind: 'thinking' }), deltas: silent, signature }),
  fc.record({ block: call, deltas: fc.oneof(deltas, silent), signature: unsigned }),
  fc.record({ block: call, deltas: once, signature }),
)
const count = fc.nat(100_000)
const usage = fc
  .record({
    input: count,
    cacheRead: count,
    cacheWrite5m: count,
    cacheWrite1h: count,
    reasoning: count,
    searches: count,
    imageIn: count,
  })
  .map((told) => ({ ...NO_USAGE, ...told, output: told.reasoning + 1, requests: 1 }))
const reason = fc.constantFrom<FinishReason>('stop', 'stop_sequence', 'length', 'tools', 'filter', 'paused')
const answer = fc.record({ blocks: fc.array(shown, { maxLength: 6 }), usage, reason, late: fc.boolean() })
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never

function piecesOf({ blocks, usage: told, reason: why, late }: Answer): Piece[] {
  const finish: Piece = { type: 'finish', reason: why, stopSequence: null }
  const figures: Piece = { type: 'usage', usage: told }
  return [
    { type: 'start', id: 'up', model: 'up' },
    ...blocks.flatMap(({ block, deltas: texts, signature: by }, index): Piece[] => [
      { type: 'open', index, block },
      ...texts.map((text): Piece => ({ type: 'delta', index, text })),
      { type: 'close', index, signature: by },
    ]),
    ...(late ? [finish, figures] : [figures, finish]),
    { type: 'end' },
  ]
}

function written(pieces: readonly Piece[], form: 'whole' | 'events'): string {
  const writer = createAnswerWriter({ id: 'r', model: 'm', created: 1, form, usageAsked: true, asked: {} })
  return pieces.map((piece) => writer.write(piece)).join('')
}

/** An answer as it is told: whole blocks, figures and the reason to end. */
function heard(pieces: readonly Piece[]) {
  const blocks = new Map<number, Json>()
  const out: { blocks: Json[]; usage: unknown; reason: unknown; ended: boolean } = {
    blocks: [],
    usage: null,
    reason: null,
    ended: false,
  }
  for (const piece of pieces) {
    if (piece.type === 'open') blocks.set(piece.index, { ...piece.block, text: '' })
    const block = 'index' in piece ? blocks.get(piece.index) : undefined
    if (piece.type === 'delta' && block) block.text = String(block.text) + piece.text
    if (piece.type === 'close' && block) out.blocks.push({ ...block, signature: piece.signature })
    if (piece.type === 'usage') out.usage = piece.usage
    if (piece.type === 'finish') out.reason = piece.reason
    if (piece.type === 'end') out.ended = true
  }
  return out
}

/** What an answer is once it has been through the protocol: signatures are its own, sealed where they are not. */
function expected({ blocks, usage: told, reason: why }: Answer) {
  const own = (by: Signature, onCall = false): Signature => ({
    origin: 'openai-responses',
    value: by.origin === 'openai-responses' && !onCall ? by.value : seal(by, onCall),
  })
  const out = blocks.flatMap(({ block, deltas: texts, signature: by }): Json[] => {
    const text = texts.join('')
    if (block.kind !== 'call') return [{ ...block, text, signature: by && own(by) }]
    const sealed = by ? [{ kind: 'thinking', text: '', signature: own(by, true) }] : []
    const input = block.form === 'function' && text === '' ? '{}' : text
    return [
      ...sealed,
      { ...block, id: block.id ?? expect.stringMatching(/^call_r_\d+$/), text: input, signature: null },
    ]
  })
  return {
    blocks: out,
    usage: told,
    reason: reasonAfter(why, new Set(blocks.map(({ block }) => block.kind))),
    ended: true,
  }
}

function reasonAfter(why: FinishReason, kinds: ReadonlySet<Block['kind']>): FinishReason {
  if (why === 'length' || (why === 'filter' && !kinds.has('refusal'))) return why
  if (kinds.has('call')) return 'tools'
  return kinds.has('refusal') ? 'filter' : 'stop'
}

const LETTERS: Readonly<Record<string, string>> = {
  'response.created': 'c',
  'response.in_progress': 'i',
  'response.output_item.added': 'A',
  'response.output_item.done': 'Z',
  'response.content_part.added': '(',
  'response.content_part.done': ')',
  'response.output_text.delta': 't',
  'response.output_text.done': 'T',
  'response.refusal.delta': 'r',
  'response.refusal.done': 'R',
  'response.function_call_arguments.delta': 'f',
  'response.function_call_arguments.done': 'F',
  'response.custom_tool_call_input.delta': 'u',
  'response.custom_tool_call_input.done': 'U',
  'response.reasoning_summary_part.added': '[',
  'response.reasoning_summary_part.done': ']',
  'response.reasoning_summary_text.delta': 's',
  'response.reasoning_summary_text.done': 'S',
  'response.image_generation_call.in_progress': 'g',
  'response.image_generation_call.completed': 'G',
  'response.completed': 'E',
  'response.incomplete': 'E',
}
/** The grammar of wire.md §1.2, a letter for each event. */
const GRAMMAR = /^ci(?:A(?:(?:\((?:t*T|r*R)\))+|f*F|u*U|(?:\[s+S\])?|gG)Z)*E$/

test('any answer that is streamed follows the grammar and is read back as it was', () => {
  fc.assert(
    fc.property(answer, (told) => {
      const text = written(piecesOf(told), 'events')
      const events = [...dataIn(Buffer.from(text))] as Json[]
      expect(events.map(({ type }) => LETTERS[String(type)]).join('')).toMatch(GRAMMAR)
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, i) => i))
      const added = events.filter(({ type }) => type === 'response.output_item.added')
      const done = events.filter(({ type }) => type === 'response.output_item.done')
      expect(added.map(({ output_index }) => output_index)).toEqual(done.map((_, i) => i))
      expect(events.at(-1)).toMatchObject({ response: { output: done.map(({ item }) => item) } })
      const reader = createAnswerReader()
      expect(heard([...events.flatMap((event) => reader.event(event)), ...reader.end()])).toEqual(expected(told))
    }),
  )
})

test('any answer in one document is read back as it was', () => {
  fc.assert(
    fc.property(answer, (told) => {
      const document = JSON.parse(written(piecesOf(told), 'whole')) as Json
      expect(heard(createAnswerReader().whole(document))).toEqual(expected(told))
    }),
  )
})
