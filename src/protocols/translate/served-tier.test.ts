import { expect, test } from 'vitest'
import { asRecord, type Json } from '../../core/json.ts'
import { dataIn } from '../sse.ts'
import { CODECS } from './all.ts'
import { type AnswerAbout, TRANSLATED, type TranslatedId } from './codec.ts'
import { servedTier } from './served-tier.ts'

const chat = (more: Json): Json => ({
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2 },
  ...more,
})
const response = (more: Json): Json => ({
  status: 'completed',
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] }],
  usage: { input_tokens: 3, output_tokens: 2 },
  ...more,
})
const message = (more: Json): Json => ({
  type: 'message',
  content: [{ type: 'text', text: 'hi' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 3, output_tokens: 2, ...more },
})
const generated = (more: Json): Json => ({
  candidates: [{ content: { parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, ...more },
})

const interaction = (more: Json): Json => ({
  status: 'completed',
  steps: [{ type: 'model_output', content: [{ type: 'text', text: 'hi' }] }],
  usage: { total_input_tokens: 3, total_output_tokens: 2 },
  ...more,
})

/** The answer of an upstream in a caller's dialect. */
function written(from: TranslatedId, answer: Json, to: TranslatedId, form: AnswerAbout['form'] = 'whole'): string {
  const about = { id: 'r', model: 'm', created: 1, form, usageAsked: true, asked: {} }
  const writer = CODECS[to].writer(about)
  const reader = CODECS[from].reader()
  const pieces = [...reader.whole(answer), ...reader.end()].filter(({ type }) => type !== 'end')
  return [...pieces, { type: 'end' } as const].map((piece) => writer.write(piece)).join('')
}

/** Where each dialect tells it: in its last document or event of those that tell usage. */
const TOLD: Readonly<Record<TranslatedId, (answer: Json) => Json>> = {
  'openai-chat': (answer) => answer,
  'openai-responses': (answer) => (answer.response === undefined ? answer : asRecord(answer.response)),
  'anthropic-messages': ({ usage }) => asRecord(usage),
  'gemini-generate': ({ usageMetadata }) => asRecord(usageMetadata),
  'gemini-interactions': (answer) => (answer.interaction === undefined ? answer : asRecord(answer.interaction)),
}

function tierIn(to: TranslatedId, answer: Json): Json {
  const { service_tier, serviceTier, speed } = TOLD[to](answer)
  return JSON.parse(JSON.stringify({ service_tier: service_tier ?? undefined, serviceTier, speed })) as Json
}

const told = (from: TranslatedId, answer: Json) =>
  TRANSLATED.map((to) => tierIn(to, JSON.parse(written(from, answer, to)) as Json))

const DEFAULT = [
  { service_tier: 'default' },
  { service_tier: 'default' },
  { service_tier: 'standard' },
  { serviceTier: 'standard' },
  { service_tier: 'standard' },
]
const PRIORITY = [
  { service_tier: 'priority' },
  { service_tier: 'priority' },
  { service_tier: 'priority' },
  { serviceTier: 'priority' },
  { service_tier: 'priority' },
]
const FLEX = [{ service_tier: 'flex' }, { service_tier: 'flex' }, {}, { serviceTier: 'flex' }, { service_tier: 'flex' }]
const FAST = [{ service_tier: 'fast' }, { service_tier: 'fast' }, { service_tier: 'standard', speed: 'fast' }, {}, {}]

test.each<[TranslatedId, Json, Json[]]>([
  ['openai-chat', chat({ service_tier: 'priority' }), PRIORITY],
  ['openai-chat', chat({ service_tier: 'on_demand' }), DEFAULT],
  ['openai-responses', response({ service_tier: 'default' }), DEFAULT],
  ['openai-responses', response({ service_tier: 'flex' }), FLEX],
  ['openai-responses', response({ service_tier: 'auto' }), [{}, {}, {}, {}, {}]],
  ['anthropic-messages', message({ service_tier: 'standard' }), DEFAULT],
  ['anthropic-messages', message({ service_tier: 'priority', speed: 'standard' }), PRIORITY],
  ['anthropic-messages', message({ service_tier: 'standard', speed: 'fast' }), FAST],
  ['anthropic-messages', message({ service_tier: 'batch' }), [{}, {}, {}, {}, {}]],
  ['gemini-generate', generated({ serviceTier: 'flex' }), FLEX],
  ['gemini-generate', generated({ trafficType: 'ON_DEMAND_PRIORITY' }), PRIORITY],
  ['gemini-generate', generated({ trafficType: 'PROVISIONED_THROUGHPUT' }), [{}, {}, {}, {}, {}]],
  ['gemini-generate', generated({}), [{}, {}, {}, {}, {}]],
  ['gemini-interactions', interaction({ service_tier: 'priority' }), PRIORITY],
  ['gemini-interactions', interaction({ service_tier: 'standard' }), DEFAULT],
  ['gemini-interactions', interaction({ service_tier: 'deferred' }), [{}, {}, {}, {}, {}]],
])('how %s says it served is told in every dialect that has a word for it', (from, answer, expected) => {
  expect(told(from, answer)).toEqual(expected)
})

test.each<[TranslatedId, Json]>([
  ['openai-chat', { service_tier: 'priority' }],
  ['openai-responses', { service_tier: 'priority' }],
  ['anthropic-messages', { service_tier: 'priority' }],
  ['gemini-generate', { serviceTier: 'priority' }],
  ['gemini-interactions', { service_tier: 'priority' }],
])('a stream of %s tells it at its end', (to, expected) => {
  const stream = written('anthropic-messages', message({ service_tier: 'priority' }), to, 'events')
  const tiers = [...dataIn(Buffer.from(stream))].map((event) => tierIn(to, asRecord(event)))
  expect(tiers.findLast((tier) => Object.keys(tier).length > 0)).toEqual(expected)
})

test('a word that only says what was asked for is no answer', () => {
  expect([servedTier('auto'), servedTier(), servedTier(null, 7, 'toString')]).toEqual([undefined, undefined, undefined])
})
