import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseUsd } from '../core/money.ts'
import { NO_USAGE } from '../core/usage.ts'
import { highestRate, type PriceComponent, priceThen } from '../core/price.ts'
import type { ServiceTier } from '../core/service-tier.ts'
import { costNanos } from './cost.ts'
import { knownModel } from './models.ts'

// The contract's lists; this room may not import them.
const MODEL_KINDS = ['chat', 'embedding', 'image', 'audio', 'rerank', 'moderation']
const MODEL_ABILITIES = ['vision', 'tools', 'reasoning', 'cache', 'structured_output', 'audio_in', 'image_out']

const file = readFileSync(new URL('models.json', import.meta.url), 'utf8')
const ids: string[] = JSON.parse(file).models.map((model: { id: string }) => model.id)

test('the catalogue knows at least a thousand models, each once, and says where from', () => {
  expect(ids.length).toBeGreaterThan(1000)
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length)
  expect(file.length).toBeLessThan(1024 * 1024)
  expect(JSON.parse(file).sources).toHaveLength(3)
})

test('every model is whole: kind, abilities, lengths and prices make sense', () => {
  for (const id of ids) {
    const model = knownModel(id)
    expect(model?.id, id).toBe(id)
    if (!model) continue
    expect(MODEL_KINDS).toContain(model.kind)
    expect(MODEL_ABILITIES, id).toEqual(expect.arrayContaining([...model.abilities]))
    expect(model.context ?? 1, id).toBeGreaterThan(0)
    expect(model.price === null, id).toBe(model.source === null)
    const { later } = model
    const { rates = {}, tiers = [], services = [] } = model.price ?? {}
    const levels = [...tiers, ...services, ...later.flatMap(({ price }) => [price, ...price.tiers])]
    for (const [component, rate] of [rates, ...levels.map((level) => level.rates)].flatMap(Object.entries)) {
      expect(rate, id).toBeGreaterThan(0n)
      expect(rate, id).toBeLessThanOrEqual(highestRate(component as PriceComponent))
    }
    const thresholds = tiers.map((tier) => tier.aboveTokens)
    expect(thresholds, id).toEqual(thresholds.toSorted((a, b) => a - b))
  }
})

test.each([
  ['claude-opus-5-5', { input: 4, output: 20, cacheRead: 0.2, cacheWrite5m: 5, cacheWrite1h: 8 }],
  ['claude-fable-5-2', { input: 8, output: 40, cacheRead: 0.2 }],
  ['claude-haiku-5-5', { input: 0.1, output: 0.5 }],
  ['gpt-6-astra', { input: 10, output: 50, cacheWrite5m: 12.5, cacheRead: 1 }],
  ['gemini-3.8-flash', { input: 0.75, output: 3.75 }],
  // Names that DeepSeek serves as others (api-docs.deepseek.com, pricing).
  ['deepseek-v4-flash', { input: 0.3, output: 1.2, cacheRead: 0.006 }],
  ['deepseek-ai/DeepSeek-V4.1-Flash', { input: 0.3, output: 1.2, cacheRead: 0.006 }],
  ['deepseek-v4-pro-0813', { input: 1.32, output: 3.96, cacheRead: 0.044 }],
  ['deepseek-v4-pro', { input: 1.32, output: 3.96, cacheRead: 0.044 }],
  ['kimi-k3', { input: 3, output: 15, cacheRead: 0.3 }],
  ['glm-5.3', { input: 1.4, output: 4.4 }],
])('%s costs what its vendor asks, in USD per million', (id, usd) => {
  const nanos = Object.fromEntries(Object.entries(usd).map(([component, price]) => [component, BigInt(price * 1e9)]))
  expect(knownModel(id)?.price?.rates).toMatchObject(nanos)
})

test.each([
  'deepseek-flash',
  'deepseek-v4-flash',
  'deepseek-v4-pro',
  'deepseek-v4-pro-0813',
  'deepseek-ai/DeepSeek-V4.1-Flash',
])('%s costs half of its peak price at night, and its searches the same', (id) => {
  const price = knownModel(id)?.price
  if (!price) throw new Error('no price')
  const used = { ...NO_USAGE, input: 1_000_000, output: 1_000_000 }
  const costAt = (time: string, usage = used) => costNanos(usage, priceThen(price, Date.parse(time)), 1_000_000n)
  expect(costAt('2026-11-30T10:00:00Z') * 2n).toBe(costAt('2026-11-30T09:59:59Z'))
  const found = { ...NO_USAGE, searches: 1000 }
  expect([costAt('2026-11-30T10:00:00Z', found), costAt('2026-11-30T09:59:59Z', found)]).toEqual([
    750_000_000n,
    750_000_000n,
  ])
})

test('a long request to a tiered model costs the price of its tier', () => {
  const price = knownModel('claude-haiku-5-5')?.price
  if (!price) throw new Error('no price')
  expect(costNanos({ ...NO_USAGE, input: 100_000 }, price, 1_000_000n)).toBe(10_000_000n)
  expect(costNanos({ ...NO_USAGE, input: 100_001 }, price, 1_000_000n)).toBe(50_000_500n)
})

const samples = JSON.parse(readFileSync(new URL('spot-checks.json', import.meta.url), 'utf8'))

test.each<Record<string, string>>(samples)('$id costs what $source of $date says', (sample) => {
  const { id = '', source, date } = sample
  const model = knownModel(id)
  expect(model?.source).toEqual({ name: source, date })
  for (const component of ['input', 'output', 'cacheRead', 'imageOut', 'searches'] as const) {
    const usd = sample[component]
    // A search is told by the piece, tokens by the million.
    const pieces = component === 'searches' ? 1_000_000n : 1n
    if (usd !== undefined) expect(model?.price?.rates[component], component).toBe((parseUsd(usd) ?? 0n) * pieces)
  }
})

const cost = (id: string, used: object, service: ServiceTier | null = null) => {
  const price = knownModel(id)?.price
  return price && costNanos({ ...NO_USAGE, requests: 1, ...used }, price, 1_000_000n, service)
}

test('no picture is charged by its tokens and by the piece, and a rerank by its search units', () => {
  for (const id of ids) {
    const { kind, price } = knownModel(id) ?? {}
    if (price?.rates.imageOut !== undefined) expect(price.rates.requests, id).toBeUndefined()
    if (kind === 'rerank') expect(price?.rates.requests, id).toBeUndefined()
  }
  expect(cost('gemini-3-pro-image', { input: 20, imageOut: 1120 })).toBe(134_440_000n)
  expect(cost('gemini-3-pro-image', { input: 20, output: 50 })).toBe(640_000n)
  expect(cost('rerank-v3.5', { searches: 10 })).toBe(20_000_000n)
})

test('a price that was announced for a date is known with it', () => {
  const flash = knownModel('gemini-3.8-flash')
  expect(flash?.price?.rates).toMatchObject({ input: 750_000_000n, output: 3_750_000_000n })
  expect(flash?.later).toMatchObject([
    {
      from: Date.UTC(2027, 0, 1),
      price: { rates: { input: 1_500_000_000n, output: 7_500_000_000n, searches: 14_000_000_000_000n } },
    },
  ])
})

test('service tiers are known where a source that agrees about the price tells them', () => {
  expect(knownModel('gpt-5.4')?.price?.services).toContainEqual({
    service: 'flex',
    aboveTokens: 0,
    rates: { input: 1_250_000_000n, cacheRead: 130_000_000n, output: 7_500_000_000n },
  })
  expect(knownModel('claude-opus-4-8')?.price?.services?.[0]).toMatchObject({
    service: 'fast',
    rates: { input: 10_000_000_000n, output: 50_000_000_000n },
  })
})

test('inference in the United States alone costs a tenth more for every token, of the fast mode too, where it can be asked for', () => {
  const used = { input: 100_000, cacheRead: 10_000, cacheWrite1h: 1_000, output: 10_000, searches: 1 }
  // 0.5 + 0.005 + 0.01 + 0.25 dollars for tokens, and one cent for the search.
  expect(cost('claude-opus-4-6', used, 'us')).toBe(841_500_000n + 10_000_000n)
  expect(cost('claude-opus-4-6', used, 'fast_us')).toBe(6n * 841_500_000n + 10_000_000n)
  expect(cost('claude-haiku-5-5', { input: 200_000 }, 'us')).toBe(110_000_000n)
  const named = (id: string) => knownModel(id)?.price?.services?.map(({ service }) => service) ?? []
  for (const id of ['claude-sonnet-4-6', 'claude-fable-5-2', 'claude-opus-5-5']) expect(named(id), id).toContain('us')
  for (const id of ['claude-opus-4-5', 'claude-opus-4-20250514', 'claude-haiku-4-5-20251001'])
    expect(named(id), id).not.toContain('us')
})

test('a request of Perplexity costs by how much it read of the web, the least where that is not told, as its vendor’s examples do', () => {
  const used = { input: 24, output: 2681 }
  expect(cost('sonar-pro', used)).toBe(46_287_000n)
  expect(cost('sonar-pro', used, 'search_medium')).toBe(50_287_000n)
  expect(cost('perplexity/sonar-reasoning-pro', {}, 'search_high')).toBe(14_000_000n)
  expect([null, 'search_medium', 'search_high'].map((tier) => cost('sonar', {}, tier as ServiceTier))).toEqual([
    5_000_000n,
    8_000_000n,
    12_000_000n,
  ])
  const research = { input: 33 + 19_028, output: 11_395 + 193_947, reasoning: 193_947, searches: 21 }
  expect(cost('sonar-deep-research', research)).toBe(816_123_000n)
})

test('thoughts cost what a tier asks for output, and batches half of what their price does not name', () => {
  const thoughts = { output: 10_000, reasoning: 9_000 }
  expect(cost('gemini-3.5-flash', thoughts, 'priority')).toBe(162_000_000n)
  expect(cost('gemini-3.1-flash-lite', thoughts, 'flex')).toBe(7_500_000n)
  expect(cost('gpt-4.1', { cacheRead: 1_000_000 }, 'batch')).toBe(250_000_000n)
  for (const id of ids) {
    const { reasoning, output } = knownModel(id)?.price?.rates ?? {}
    if (reasoning !== undefined) expect(reasoning, id).not.toBe(output)
  }
})

test('no service tier costs many times the standard price, nor has a price for input alone', () => {
  for (const id of ids) {
    const { price } = knownModel(id) ?? {}
    for (const { service, aboveTokens, rates } of price?.services ?? []) {
      const tiers = price?.tiers.filter((tier) => tier.aboveTokens <= aboveTokens) ?? []
      const usual = Object.assign({}, price?.rates, ...tiers.map((tier) => tier.rates))
      const told = `${id} ${service} ${aboveTokens}`
      for (const [component, rate] of Object.entries(rates))
        expect(rate, `${told} ${component}`).toBeLessThanOrEqual(8n * (usual[component] ?? rate))
      if (rates.input !== undefined && usual.output !== undefined) expect(rates.output, told).toBeDefined()
    }
  }
  expect(cost('gpt-5-nano', { input: 100_000 }, 'priority')).toBe(cost('gpt-5-nano', { input: 100_000 }))
})

test('what a model of Anthropic writes to its cache for an hour costs twice the input, at each length and in each tier', () => {
  const told = ids.flatMap((id) => {
    const { vendor, price } = knownModel(id) ?? {}
    if (vendor !== 'Anthropic' || !price) return []
    return [price, ...price.tiers, ...(price.services ?? [])].flatMap(({ rates: { input, cacheWrite1h } }) =>
      input === undefined || cacheWrite1h === undefined ? [] : [{ id, cacheWrite1h, twice: 2n * input }],
    )
  })
  expect(told.length).toBeGreaterThan(50)
  for (const { id, cacheWrite1h, twice } of told) expect(cacheWrite1h, id).toBe(twice)
  expect(cost('claude-3-haiku-20240307', { cacheWrite1h: 1_000_000 })).toBe(500_000_000n)
})

test('what the explicit cache of Model Studio writes costs a quarter more than input, at each length of it', () => {
  expect(cost('qwen3-max', { cacheWrite5m: 10_000 })).toBe(15_000_000n)
  expect(cost('qwen3-max', { cacheWrite5m: 100_000 })).toBe(300_000_000n)
  expect(knownModel('qwen2.5-72b-instruct')?.price?.rates.cacheWrite5m).toBeUndefined()
})

test.each([
  ['anthropic/claude-sonnet-5-5', 'claude-sonnet-5-5'],
  ['accounts/x/models/Kimi-K3', 'kimi-k3'],
  ['gpt-5.5:free', 'gpt-5.5'],
  ['claude-sonnet-5-5-20260901', 'claude-sonnet-5-5'],
  ['claude-opus-5.5', 'claude-opus-5-5'],
  ['minimax-m3', 'MiniMax-M3'],
])('%s is known as %s', (spelled, id) => {
  expect(knownModel(spelled)?.id).toBe(id)
})

test('a name nobody knows is not known', () => {
  for (const name of ['', '/', 'no-such-model', '__proto__', 'constructor']) expect(knownModel(name)).toBeUndefined()
})
