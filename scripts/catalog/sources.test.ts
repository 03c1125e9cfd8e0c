import { expect, test } from 'vitest'
import { genaiPricesRows } from './genai-prices.ts'
import { litellmRows } from './litellm.ts'
import { piAiRows } from './pi-ai.ts'
import { disagreementsIn } from './disagreements.ts'
import { type Row, perMillion, perPiece, resoldName } from './row.ts'

test('a price in USD becomes whole nano-dollars, and no price stays none', () => {
  expect(perMillion(0.003625)).toBe('3625000')
  expect(perMillion(12.5)).toBe('12500000000')
  expect(perPiece(0.01)).toBe('10000000000000')
  for (const none of [0, -1, Number.NaN, '1', undefined]) expect(perMillion(none)).toBeUndefined()
})

test('a reseller’s path names the vendor; without one the family’s name does', () => {
  expect(resoldName('z-ai/GLM-5.3')).toEqual({ vendor: 'Zhipu', id: 'glm-5.3' })
  expect(resoldName('accounts/fireworks/models/kimi-k3')).toEqual({ vendor: 'Moonshot AI', id: 'kimi-k3' })
  expect(resoldName('nobody/knows-this')).toEqual({ vendor: '', id: 'knows-this' })
})

test('pi-ai: USD per million with tiers; a zero is no price', () => {
  const cost = { input: 10, output: 50, cacheRead: 1, cacheWrite: 0 }
  const entry = {
    name: 'M',
    cost: { ...cost, tiers: [{ ...cost, input: 20, inputTokensAbove: 272_000 }] },
    contextWindow: 1000,
    maxTokens: 100,
    reasoning: true,
    input: ['text', 'image'],
    compat: null,
  }
  expect(piAiRows({ 'openai/m': entry, 'github-copilot/m': entry })).toMatchObject([
    {
      id: 'm',
      vendor: 'OpenAI',
      abilities: ['vision', 'tools', 'reasoning', 'cache'],
      price: { input: '10000000000', tiers: [{ above: 272_000, input: '20000000000' }] },
    },
  ])
  expect(piAiRows({ 'openai/m': entry })[0]?.price).not.toHaveProperty('cacheWrite5m')
})

test('genai-prices: the last price that has begun, never one for hours of the day', () => {
  const prices = [
    { prices: { input_mtok: 1 } },
    { constraint: { type: 'start_date', start_date: '2026-08-17' }, prices: { input_mtok: 2 } },
    { constraint: { type: 'start_date', start_date: '2027-01-01' }, prices: { input_mtok: 3 } },
    { constraint: { type: 'time_of_date' }, prices: { input_mtok: 4 } },
  ]
  const rows = genaiPricesRows({ google: { models: [{ id: 'm', prices }] } }, '2026-11-10')
  expect(rows[0]?.price).toEqual({ input: '2000000000' })
  expect(rows[0]?.later).toEqual([{ from: '2027-01-01', price: { input: '3000000000' } }])
})

test('litellm: USD per token; bands of input length become tiers', () => {
  const bands = [
    { input_cost_per_token: 1.2e-6, output_cost_per_token: 6e-6, range: [0, 32_000] },
    { input_cost_per_token: 2.4e-6, output_cost_per_token: 1.2e-5, range: [32_000, 128_000] },
  ]
  const rows = litellmRows({
    'dashscope/banded': { litellm_provider: 'dashscope', mode: 'chat', tiered_pricing: bands },
    '1024-x-1024/sized': { litellm_provider: 'openai', mode: 'image_generation' },
    film: { litellm_provider: 'openai', mode: 'video_generation' },
  })
  expect(rows).toHaveLength(1)
  expect(rows[0]?.price).toEqual({
    input: '1200000000',
    output: '6000000000',
    tiers: [{ above: 32_000, input: '2400000000', output: '12000000000' }],
  })
})

test('litellm: a picture priced by its tokens is not priced by the piece too', () => {
  const picture = { litellm_provider: 'gemini', mode: 'image_generation', output_cost_per_image: 0.134 }
  const rows = litellmRows({
    'gemini/by-token': { ...picture, input_cost_per_image: 0.0011, output_cost_per_image_token: 1.2e-4 },
    'gemini/by-piece': picture,
  })
  expect(rows.map(({ price }) => price)).toEqual([{ imageOut: '120000000000' }, { requests: '134000000000000' }])
})

test('litellm: what a rerank costs for each query is the price of a search unit', () => {
  const query = { litellm_provider: 'cohere', input_cost_per_query: 0.002, input_cost_per_token: 0 }
  const rows = litellmRows({ 'rerank-x': { ...query, mode: 'rerank' }, 'chat-x': { ...query, mode: 'chat' } })
  expect(rows.map(({ price }) => price)).toEqual([{ searches: '2000000000000' }, { requests: '2000000000000' }])
})

test('litellm: service tiers by their suffix, at each length of input; the fast mode as a multiple of every token’s price', () => {
  const rows = litellmRows({
    tiered: {
      litellm_provider: 'openai',
      mode: 'chat',
      input_cost_per_token: 2e-6,
      input_cost_per_token_flex: 1e-6,
      input_cost_per_token_above_272k_tokens_priority: 8e-6,
      output_cost_per_token_batches: 5e-6,
    },
    quick: {
      litellm_provider: 'anthropic',
      mode: 'chat',
      input_cost_per_token: 5e-6,
      input_cost_per_token_above_200k_tokens: 1e-5,
      input_cost_per_query: 0.01,
      provider_specific_entry: { us: 1.1, fast: 2.5 },
    } as never,
  })
  expect(rows.map(({ price }) => price?.services)).toEqual([
    [
      { service: 'flex', above: 0, input: '1000000000' },
      { service: 'priority', above: 272_000, input: '8000000000' },
      { service: 'batch', above: 0, output: '5000000000' },
    ],
    [
      { service: 'fast', above: 0, input: '12500000000' },
      { service: 'fast', above: 200_000, input: '25000000000' },
    ],
  ])
})

test('sources disagree when one asks more than a fifth more than another', () => {
  const row = (source: string, input: string) =>
    ({ id: 'm', source, price: { input, output: '100' } }) as unknown as Row
  expect(disagreementsIn([row('a', '100'), row('b', '120')])).toEqual([])
  expect(disagreementsIn([row('a', '100'), row('b', '121'), row('a', '900')])).toEqual([
    { id: 'm', component: 'input', prices: { a: '100', b: '121' } },
  ])
})
