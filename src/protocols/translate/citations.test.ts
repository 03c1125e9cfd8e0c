import { createOpenAI } from '@ai-sdk/openai'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { asRecord, type Json } from '../../core/json.ts'
import { dataTextsIn } from '../sse.ts'
import { CODECS } from './all.ts'
import type { TranslatedId } from './codec.ts'
import type { Piece } from './piece.ts'

const URL = 'https://example.org/yumen'
const PAGE = { url: URL, title: '玉门关' }
const chunk = (delta: Json, finish_reason: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason }] })
const annotation = { type: 'url_citation', start_index: 0, end_index: 3, ...PAGE }
const cited = { type: 'web_search_result_location', ...PAGE, cited_text: '…', encrypted_index: 'e' }
const message = { type: 'message', content: [{ type: 'output_text', text: '在敦煌。', annotations: [annotation] }] }

/** The same answer, which rests on one page, as each protocol streams it. */
const ANSWERS: Record<TranslatedId, Json[]> = {
  'openai-chat': [
    chunk({ role: 'assistant', content: '在敦煌。' }),
    chunk({ annotations: [{ type: 'url_citation', url_citation: { start_index: 0, end_index: 3, ...PAGE } }] }),
    chunk({}, 'stop'),
  ],
  'openai-responses': [
    { type: 'response.created', response: { id: 'r' } },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: '在敦煌。' },
    { type: 'response.output_text.annotation.added', output_index: 0, content_index: 0, annotation },
    { type: 'response.output_text.done', output_index: 0, content_index: 0, text: '在敦煌。' },
    { type: 'response.output_item.done', output_index: 0, item: message },
    { type: 'response.completed', response: { output: [message] } },
  ],
  'anthropic-messages': [
    { type: 'message_start', message: { id: 'm' } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: [] } },
    { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: cited } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '在敦煌。' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    { type: 'message_stop' },
  ],
  'gemini-generate': [
    { candidates: [{ content: { parts: [{ text: '在敦煌。' }] } }] },
    {
      candidates: [
        {
          content: { parts: [{ text: '' }] },
          finishReason: 'STOP',
          groundingMetadata: { groundingChunks: [{ web: { uri: URL, title: PAGE.title } }] },
        },
      ],
    },
  ],
  'gemini-interactions': [
    { event_type: 'interaction.created', interaction: { id: 'v1_a', model: 'm' } },
    { event_type: 'step.start', index: 0, step: { type: 'model_output' } },
    { event_type: 'step.delta', index: 0, delta: { type: 'text', text: '在敦煌。' } },
    {
      event_type: 'step.delta',
      index: 0,
      // In bytes, of which each of these characters has three.
      delta: { type: 'text_annotation_delta', annotations: [{ ...annotation, start_index: 0, end_index: 9 }] },
    },
    { event_type: 'step.stop', index: 0 },
    { event_type: 'interaction.completed', interaction: { status: 'completed' } },
  ],
}
const IDS = Object.keys(ANSWERS) as TranslatedId[]

function piecesOf(from: TranslatedId): Piece[] {
  const reader = CODECS[from].reader()
  const pieces = [...(ANSWERS[from] ?? []).flatMap((event) => reader.event(event)), ...reader.end()]
  return pieces.at(-1)?.type === 'end' ? pieces : [...pieces, { type: 'end' }]
}

function toldTo(to: TranslatedId, form: 'whole' | 'events', pieces: readonly Piece[]): string {
  const about = { id: 'r1', model: 'm', created: 0, usageAsked: false, asked: {}, form }
  const writer = CODECS[to].writer(about)
  return pieces.map((piece) => writer.write(piece)).join('')
}

/** Every object with an address in what a caller is told. */
function pagesIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(pagesIn)
  return 'url' in value || 'uri' in value ? [asRecord(value), ...inner] : inner
}

describe.each(IDS)('an answer of %s that rests on a page', (from) => {
  // Where it is said which words rest on it, that stays so; else these are all words of the text.
  const end = from === 'anthropic-messages' || from === 'gemini-generate' ? 4 : 3

  test('tells a caller of chat, streamed and whole', () => {
    const annotations = [{ type: 'url_citation', url_citation: { start_index: 0, end_index: end, ...PAGE } }]
    const whole = JSON.parse(toldTo('openai-chat', 'whole', piecesOf(from)))
    expect(whole.choices[0].message).toMatchObject({ content: '在敦煌。', annotations })
    const events = dataOf(toldTo('openai-chat', 'events', piecesOf(from)).replace('data: [DONE]\n\n', ''))
    expect(events.flatMap(({ choices }) => choices[0].delta.annotations ?? [])).toEqual(annotations)
  })

  test('tells a caller of Responses, in an event of its own and in the text it is about', () => {
    const annotations = [{ type: 'url_citation', start_index: 0, end_index: end, ...PAGE }]
    const events = dataOf(toldTo('openai-responses', 'events', piecesOf(from)))
    const types = events.map(({ type }) => type)
    const added = types.indexOf('response.output_text.annotation.added')
    expect(events[added]).toMatchObject({ annotation_index: 0, annotation: annotations[0], content_index: 0 })
    expect(added).toBeLessThan(types.indexOf('response.output_text.done'))
    expect(types.filter((type) => type.endsWith('annotation.added'))).toHaveLength(1)
    const output = [{ content: [{ type: 'output_text', text: '在敦煌。', annotations }] }]
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { output } })
  })

  test('tells a caller of Gemini with its last chunk', () => {
    const groundingMetadata = { groundingChunks: [{ web: { uri: URL, title: PAGE.title } }] }
    const events = dataOf(toldTo('gemini-generate', 'events', piecesOf(from)))
    expect(events.at(-1).candidates[0]).toMatchObject({ finishReason: 'STOP', groundingMetadata })
    expect(events.flatMap(pagesIn)).toHaveLength(1)
  })

  test('tells a caller of interactions, in bytes of the text it is about', () => {
    const spoken = { type: 'url_citation', ...PAGE, start_index: 0, end_index: 3 * end }
    const events = dataOf(toldTo('gemini-interactions', 'events', piecesOf(from)).replace('data: [DONE]\n\n', ''))
    const told = events.flatMap(({ delta }) => asRecord(delta).annotations ?? [])
    expect(told).toEqual([spoken])
    const whole = JSON.parse(toldTo('gemini-interactions', 'whole', piecesOf(from)))
    expect(whole.steps).toEqual([
      { type: 'model_output', content: [{ type: 'text', text: '在敦煌。', annotations: [spoken] }] },
    ])
  })

  test('tells a caller of Messages its words alone', () => {
    const told = toldTo('anthropic-messages', 'whole', piecesOf(from))
    expect(JSON.parse(told)).toMatchObject({ content: [{ type: 'text', text: '在敦煌。' }], stop_reason: 'end_turn' })
    expect(told).not.toContain(URL)
  })
})

const streamOf = (to: TranslatedId) =>
  new Response(toldTo(to, 'events', piecesOf('anthropic-messages')), {
    headers: { 'content-type': 'text/event-stream' },
  })

test.each(['openai-chat', 'openai-responses'] as const)('the AI SDK reads the page in a stream of %s', async (to) => {
  const vendor = createOpenAI({ apiKey: 'k', fetch: async () => streamOf(to) })
  const model = to === 'openai-chat' ? vendor.chat('m') : vendor.responses('m')
  const told = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] })
  const parts = await Array.fromAsync(told.stream as AsyncIterable<{ type: string }>)
  expect(parts.filter(({ type }) => type === 'source' || type === 'error')).toMatchObject([
    { type: 'source', sourceType: 'url', ...PAGE },
  ])
})

test('OpenAI’s library puts the page where its text is', async () => {
  const client = new OpenAI({ apiKey: 'k', fetch: async () => streamOf('openai-responses') })
  const { output } = await client.responses.stream({ model: 'm', input: 'hi' }).finalResponse()
  expect(output).toMatchObject([{ content: [{ text: '在敦煌。', annotations: [{ type: 'url_citation', ...PAGE }] }] }])
})

test('a page that is told after something else has come reaches a caller of Responses too, as Gemini tells it at the end of what it has signed', async () => {
  const reader = CODECS['gemini-generate'].reader()
  const grounded = { groundingChunks: [{ web: { uri: URL, title: PAGE.title } }] }
  const parts = [{ text: '在敦煌。', thoughtSignature: 'c2ln' }, { functionCall: { name: 'f', args: {} } }]
  const answer = { candidates: [{ content: { parts }, finishReason: 'STOP', groundingMetadata: grounded }] }
  const pieces: Piece[] = [...reader.event(answer), { type: 'end' }]
  const annotations = [{ type: 'url_citation', start_index: 0, end_index: 4, ...PAGE }]
  const content = [{ type: 'output_text', text: '在敦煌。', annotations }]
  expect(JSON.parse(toldTo('openai-responses', 'whole', pieces)).output[0]).toMatchObject({ content })
  const stream = toldTo('openai-responses', 'events', pieces)
  const told = dataOf(stream).filter(({ type }) => type === 'response.output_text.annotation.added')
  expect(told).toMatchObject([{ output_index: 0, content_index: 0, annotation: annotations[0] }])
  const fetch = async () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  const { output } = await new OpenAI({ apiKey: 'k', fetch }).responses
    .stream({ model: 'm', input: '' })
    .finalResponse()
  expect(output[0]).toMatchObject({ content })
})

test('what is about a later text is counted from where that begins', () => {
  const text = (index: number, words: string): Piece[] => [
    { type: 'open', index, block: { kind: 'text' } },
    { type: 'delta', index, text: words },
    { type: 'close', index, signature: null },
  ]
  const citation = { type: 'citation', ...PAGE, span: { start: 1, end: 2 } } as const
  const finish = { type: 'finish', reason: 'stop', stopSequence: null } as const
  const pieces: Piece[] = [...text(0, 'abc'), ...text(1, 'def'), citation, finish, { type: 'end' }]
  const { message: said } = JSON.parse(toldTo('openai-chat', 'whole', pieces)).choices[0]
  expect(said).toMatchObject({ content: 'abcdef', annotations: [{ url_citation: { start_index: 4, end_index: 5 } }] })
  expect(toldTo('openai-chat', 'events', pieces)).toContain('"start_index":4,"end_index":5')
  expect(toldTo('openai-responses', 'events', pieces)).toContain('"start_index":1,"end_index":2')
})

test('a page without an address, or a file, is no citation', () => {
  const reader = CODECS['openai-chat'].reader()
  const annotations = [{ type: 'file_citation', file_id: 'f' }, { type: 'url_citation', url_citation: {} }, null]
  expect(reader.event(chunk({ content: 'a', annotations })).map(({ type }) => type)).not.toContain('citation')
})

function dataOf(text: string) {
  return [...dataTextsIn(Buffer.from(text))].map((data) => JSON.parse(data))
}
