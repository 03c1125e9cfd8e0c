import { expect, test } from 'vitest'
import { canonicalUsage, serviceTierIn } from './anthropic-messages/usage.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { geminiGenerate } from './gemini-generate/gemini-generate.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import type { Protocol } from './protocol.ts'
import { noteTierHeader, serviceTierOf } from './service-tier.ts'

test.each([
  ['flex', 'flex'],
  ['priority', 'priority'],
  ['batch', null],
  ['fast', 'fast'],
  ['ultrafast', 'fast'],
  ['ON_DEMAND_PRIORITY', 'priority'],
  ['ON_DEMAND_FLEX', 'flex'],
  ['search_high', 'search_high'],
  ['search_low', null],
  ['default', null],
  ['auto', null],
  ['standard', null],
  ['scale', null],
  ['PROVISIONED_THROUGHPUT', null],
  ['constructor', null],
  [7, null],
  [undefined, null],
] as const)('an upstream that says %s used the tier %s', (told, tier) => {
  expect(serviceTierOf(told)).toBe(tier)
})

const CASES: [string, Protocol, string, object[], object][] = [
  [
    'chat',
    openaiChat,
    '/v1/chat/completions',
    [
      { choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }], service_tier: 'flex' },
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 }, service_tier: 'flex' },
    ],
    { choices: [], usage: { prompt_tokens: 3 }, service_tier: 'flex' },
  ],
  [
    'chat of Perplexity',
    openaiChat,
    '/v1/chat/completions',
    [
      {
        choices: [{ delta: { content: 'Hi' }, finish_reason: null }],
        usage: { prompt_tokens: 6, completion_tokens: 0, total_tokens: 6, search_context_size: 'medium' },
      },
      {
        choices: [{ delta: { content: '' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 6, completion_tokens: 238, total_tokens: 244, search_context_size: 'medium' },
        service_tier: 'default',
      },
    ],
    { choices: [], usage: { prompt_tokens: 6, search_context_size: 'medium' }, service_tier: null },
  ],
  [
    'responses',
    openaiResponses,
    '/v1/responses',
    [
      { type: 'response.output_text.delta', delta: 'Hi' },
      { type: 'response.completed', response: { usage: { input_tokens: 3 }, service_tier: 'flex' } },
    ],
    { status: 'completed', usage: { input_tokens: 3 }, service_tier: 'flex' },
  ],
  [
    'messages',
    anthropicMessages,
    '/v1/messages',
    [
      { type: 'message_start', message: { usage: { input_tokens: 3, service_tier: 'standard', speed: 'fast' } } },
      { type: 'message_delta', usage: { output_tokens: 2 } },
    ],
    { usage: { input_tokens: 3, service_tier: 'standard', speed: 'fast' } },
  ],
  [
    'messages in the United States',
    anthropicMessages,
    '/v1/messages',
    [
      { type: 'message_start', message: { usage: { input_tokens: 3, service_tier: 'standard', inference_geo: 'us' } } },
      { type: 'message_delta', usage: { output_tokens: 2, inference_geo: null } },
    ],
    { usage: { input_tokens: 3, service_tier: 'standard', inference_geo: 'us' } },
  ],
  [
    'generate on Vertex',
    geminiGenerate,
    '/v1beta/models/m:streamGenerateContent',
    [{ candidates: [], usageMetadata: { promptTokenCount: 3, trafficType: 'ON_DEMAND_PRIORITY' } }],
    { usageMetadata: { promptTokenCount: 3, trafficType: 'ON_DEMAND_PRIORITY' } },
  ],
  [
    'generate',
    geminiGenerate,
    '/v1beta/models/m:streamGenerateContent',
    [
      { candidates: [], usageMetadata: { promptTokenCount: 3, serviceTier: 'flex' } },
      { candidates: [], usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 } },
    ],
    { usageMetadata: { promptTokenCount: 3, serviceTier: 'flex' } },
  ],
]
const TIERS = {
  chat: 'flex',
  'chat of Perplexity': 'search_medium',
  responses: 'flex',
  messages: 'fast',
  'messages in the United States': 'us',
  'generate on Vertex': 'priority',
  generate: 'flex',
} as Record<string, string>

test.each(CASES)(
  'the tier that %s tells is noted, of a stream and of a whole answer',
  (...[name, protocol, path, events, whole]) => {
    const read = (stream: boolean) =>
      protocol.read({
        path: stream ? path : path.replace('streamGenerate', 'generate'),
        query: new URLSearchParams(stream ? 'alt=sse' : ''),
        body: Buffer.from(JSON.stringify({ model: 'm', stream, contents: [], messages: [] })),
      })
    const streamed = read(true).tap()
    for (const data of events) streamed.push(Buffer.from(`data: ${JSON.stringify(data)}\n\n`))
    streamed.flush()
    const at = read(false).tap()
    at.push(Buffer.from(JSON.stringify(whole)))
    at.flush()
    expect([streamed.seen.serviceTier, at.seen.serviceTier]).toEqual([TIERS[name], TIERS[name]])
  },
)

test.each([
  [{ inference_geo: 'us' }, 'us'],
  [{ inference_geo: 'us', speed: 'standard', service_tier: 'priority' }, 'us'],
  [{ inference_geo: 'us', speed: 'fast' }, 'fast_us'],
  [{ inference_geo: 'global', speed: 'fast' }, 'fast'],
  [{ inference_geo: 'not_available' }, null],
  [{ inference_geo: ['us'] }, null],
])('a usage of Anthropic that says %j was served as %s', (usage, tier) => {
  expect(serviceTierIn(usage)).toBe(tier)
})

test('passes beside the totals are added to them, and passes within them are not counted twice', () => {
  const cached = { cache_read_input_tokens: 40, cache_creation_input_tokens: 30 }
  const compaction = { type: 'compaction', input_tokens: 900, output_tokens: 100, ...cached }
  const message = { type: 'message', input_tokens: 20, cache_read_input_tokens: 7, output_tokens: 5 }
  const totals = { input_tokens: 20, cache_read_input_tokens: 7, output_tokens: 5 }
  expect(canonicalUsage({ ...totals, iterations: [compaction, message] })).toMatchObject({
    input: 920,
    cacheRead: 47,
    cacheWrite5m: 30,
    output: 105,
  })
  const split = { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 25 }
  expect(canonicalUsage({ ...totals, iterations: [{ ...compaction, cache_creation: split }, message] })).toMatchObject({
    cacheWrite5m: 5,
    cacheWrite1h: 25,
  })
  expect(canonicalUsage({ ...totals, iterations: [message] })).toEqual(canonicalUsage(totals))
  const hostile = [null, 'x', { output_tokens: -1e300 }, { output_tokens: '5' }]
  expect(canonicalUsage({ ...totals, iterations: hostile })).toEqual(canonicalUsage(totals))
})

test('what the head of an answer of Google’s says of the tier holds until the answer says it', () => {
  const read = () => geminiGenerate.read({ path: PATH, query: new URLSearchParams('alt=sse'), body: Buffer.from('{}') })
  const tap = read().tap()
  const hear = (usageMetadata: object) => tap.push(Buffer.from(`data: ${JSON.stringify({ usageMetadata })}\n\n`))
  noteTierHeader({ 'x-gemini-service-tier': 'PRIORITY' }, tap.seen)
  hear({ promptTokenCount: 3 })
  expect(tap.seen.serviceTier).toBe('priority')
  hear({ promptTokenCount: 3, serviceTier: 'standard' })
  expect(tap.seen.serviceTier).toBeNull()
})
const PATH = '/v1beta/models/m:streamGenerateContent'
