import { expect, test } from 'vitest'
import { genaiPricesRows } from './genai-prices.ts'
import { litellmRows } from './litellm.ts'
import { piAiRows } from './pi-ai.ts'
import { perMillion, perPiece, resoldName } from './row.ts'

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
