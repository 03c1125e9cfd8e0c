import { expect, test } from 'vitest'
import { fromTold, isOpen } from '../../src/core/price-hours.ts'
import type { PriceRow, Row } from './row.ts'
import { withVendorRules } from './vendor-rules.ts'

const CLAUDE = { id: 'claude-opus-4-6', vendor: 'Anthropic', kind: 'chat', distance: 0 } as const
const QWEN = { id: 'qwen-x', vendor: 'Alibaba', kind: 'chat', distance: 2 } as const
const GEMMA = { id: 'gemma-x', vendor: 'Google', kind: 'chat', distance: 0 } as const

test('what is written for an hour costs twice the input, in every tier', () => {
  const price = { input: '100', cacheWrite5m: '125', searches: '7', tiers: [{ above: 9, input: '200' }] }
  expect(withVendorRules(price, { ...CLAUDE, id: 'claude-opus-4-5' })).toEqual({
    ...price,
    cacheWrite1h: '200',
    tiers: [{ above: 9, input: '200', cacheWrite1h: '400' }],
  })
  expect(withVendorRules({ input: '100' }, { ...CLAUDE, id: 'claude-2' })).not.toHaveProperty('cacheWrite1h')
})

test('what a list says of an hour is not believed where it is another price, and what it says of the explicit cache is', () => {
  const haiku = { input: '100', cacheWrite5m: '120', cacheWrite1h: '2400' }
  expect(withVendorRules(haiku, { ...CLAUDE, id: 'claude-3-haiku' })).toHaveProperty('cacheWrite1h', '200')
  const qwen = { input: '100', cacheWrite5m: '130' }
  expect(withVendorRules(qwen, QWEN)).toEqual(qwen)
})

test('tokens that stay in the United States cost a tenth more, in every tier and in the fast mode; searches do not', () => {
  const price = { input: '100', searches: '7', tiers: [{ above: 9, input: '200' }] }
  const services = [
    { service: 'batch', above: 0, input: '50' },
    { service: 'fast', above: 0, input: '600' },
  ] as const
  expect(withVendorRules({ ...price, services }, CLAUDE)).toEqual({
    ...price,
    services: [
      ...services,
      { service: 'us', above: 0, input: '110' },
      { service: 'us', above: 9, input: '220' },
      { service: 'fast_us', above: 0, input: '660' },
    ],
  })
})

test.each([
  ['claude-opus-4-6-20260205', true],
  ['claude-sonnet-5', true],
  ['claude-haiku-5-5', true],
  ['claude-opus-4-5-20251101', false],
  ['claude-sonnet-4-20250514', false],
  ['claude-3-7-sonnet-20250219', false],
  ['claude-opus-4.8-batch', false],
])('%s can be asked to stay in the United States: %s', (id, can) => {
  expect('services' in withVendorRules({ input: '100' }, { ...CLAUDE, id })).toBe(can)
})

test('what Kimi K3.1 keeps for an hour costs twice the input, and older models keep nothing that is sold', () => {
  const kimi = { vendor: 'Moonshot AI', kind: 'chat', distance: 0 } as const
  const price = { input: '100', cacheRead: '10' }
  expect(withVendorRules(price, { ...kimi, id: 'kimi-k3.1-pro' })).toEqual({ ...price, cacheWrite1h: '200' })
  expect(withVendorRules(price, { ...kimi, id: 'kimi-k3' })).toEqual(price)
})

test('the explicit cache of Model Studio writes for a quarter more; hosts of its open models have none', () => {
  const price = { input: '100', tiers: [{ above: 9, input: '200' }] }
  expect(withVendorRules(price, QWEN)).toEqual({
    input: '100',
    cacheWrite5m: '125',
    tiers: [{ above: 9, input: '200', cacheWrite5m: '250' }],
  })
  expect(withVendorRules(price, { ...QWEN, distance: 4 })).toEqual(price)
  expect(withVendorRules({ input: '100' }, { ...QWEN, kind: 'image' })).toEqual({ input: '100' })
})

test('thoughts keep a price of their own only where it is another one than that of output', () => {
  const priority = { service: 'priority', above: 0, output: '18' } as const
  const priced = { output: '10', reasoning: '10', services: [priority] }
  expect(withVendorRules(priced, GEMMA)).toEqual({ output: '10', services: [priority] })
  const other = { output: '10', reasoning: '30' }
  expect(withVendorRules(other, GEMMA)).toEqual(other)
  const above = { ...priced, tiers: [{ above: 9, output: '20', reasoning: '40' }] }
  expect(withVendorRules(above, GEMMA)).toEqual(above)
})

test.each([
  ['claude-haiku-5-5', 'chat', { searches: '10000000000000' }],
  ['gemini-3.8-flash', 'chat', { searches: '14000000000000' }],
  ['gemini-4-argon', 'chat', { searches: '14000000000000' }],
  ['gemini-3-pro-image', 'image', { searches: '14000000000000' }],
  ['gemini-2.5-pro', 'chat', { searches: '35000000000000' }],
  ['gemini-robotics-er-1.5-preview', 'chat', { searches: '35000000000000' }],
  ['grok-4.3', 'chat', { searches: '5000000000000' }],
  ['gpt-6.1-sol', 'chat', { searches: '10000000000000' }],
  ['o3-2025-04-16', 'chat', { searches: '10000000000000' }],
  ['gpt-4o-mini-search-preview', 'chat', { requests: '25000000000000' }],
  ['gpt-5-search-api-2025-10-14', 'chat', { requests: '10000000000000' }],
  ['gpt-oss-120b', 'chat', {}],
  ['gpt-image-2.6-flare', 'chat', {}],
  ['gemini-embedding-2', 'embedding', {}],
  ['deepseek-v4-pro', 'chat', { searches: '750000000000' }],
  ['deepseek-flash', 'chat', { searches: '750000000000' }],
  ['deepseek-v3.2', 'chat', {}],
  ['mimo-v2.6-pro', 'chat', { searches: '5000000000000' }],
  ['qwen3.8-max', 'chat', { searches: '10000000000000' }],
  ['qwen3.8-omni-flash', 'chat', { searches: '10000000000000' }],
  ['qwen3-omni-30b-a3b-instruct', 'chat', {}],
  ['doubao-seed-2-0-pro-260215', 'chat', { searches: '575000000000' }],
] satisfies [string, Row['kind'], object][])(
  'what the tool of its vendor searches for %s is sold',
  (id, kind, sold) => {
    const { hours: _hours, ...price } = withVendorRules({ output: '100' }, { id, kind, vendor: 'x', distance: 0 })
    expect(price).toEqual({ output: '100', ...sold })
  },
)

test('what OpenAI’s tool draws is sold by the price of who draws, whichever model is asked', () => {
  const price = { input: '50', output: '400' }
  const of = (id: string, kind: Row['kind'] = 'chat', vendor = 'OpenAI') =>
    withVendorRules(price, { id, kind, vendor, distance: 0 })
  const drawn = { imageIn: '8000000000', imageOut: '30000000000' }
  for (const id of ['gpt-5-nano', 'gpt-4o', 'gpt-6.1-sol', 'o3']) expect(of(id), id).toMatchObject(drawn)
  for (const id of [
    'gpt-oss-120b',
    'gpt-4o-audio-preview',
    'gpt-4o-mini-transcribe',
    'gpt-5-search-api',
    'gpt-3.5-turbo',
  ])
    expect(of(id), id).not.toHaveProperty('imageOut')
  expect(of('gpt-5-image', 'image')).not.toHaveProperty('imageOut')
  expect(of('gpt-5-nano', 'chat', 'x')).not.toHaveProperty('imageOut')
})

const sonar = (id: string, price: PriceRow) =>
  withVendorRules(price, { id, kind: 'chat', vendor: 'Perplexity', distance: 1, hosts: ['openrouter'] })

test('what a request of Perplexity costs goes by how much it reads of what it finds, the least where nothing is said', () => {
  const fees = (...usd: [number, number, number]) => {
    const [low, medium, high] = usd.map((each) => `${each}000000000000`)
    const level = (service: 'search_medium' | 'search_high', requests = '') => ({ service, above: 0, requests })
    return { requests: low, services: [level('search_medium', medium), level('search_high', high)] }
  }
  const listed = { input: '100', output: '100', requests: '12000000000000' }
  for (const id of ['sonar', 'sonar-reasoning']) expect(sonar(id, listed)).toEqual({ ...listed, ...fees(5, 8, 12) })
  for (const id of ['sonar-pro', 'sonar-reasoning-pro'])
    expect(sonar(id, listed)).toEqual({ ...listed, ...fees(6, 10, 14) })
  expect(sonar('sonar-pro-search', { input: '100' })).toEqual({ input: '100', requests: '18000000000000' })
  const research = { input: '100', reasoning: '3', searches: '5000000000000' }
  expect(sonar('sonar-deep-research', research)).toEqual(research)
})

test('models that OpenRouter sells and whose vendor does not search cost its own search; those of others are not searched for', () => {
  const own = { id: 'deepseek-v3.2', kind: 'chat', vendor: 'DeepSeek', distance: 0 } as const
  const sold = (of: Partial<Row> & { hosts?: string[] }) =>
    withVendorRules({ output: '100' }, { ...own, hosts: ['groq', 'openrouter'], ...of })
  expect(sold({})).toEqual({ output: '100', searches: '7000000000000' })
  expect(sold({ id: 'gpt-oss-120b' })).toHaveProperty('searches', '7000000000000')
  expect(sold({ id: 'grok-4.3' })).toHaveProperty('searches', '5000000000000')
  expect(sold({ id: 'gpt-4o-search-preview' })).not.toHaveProperty('searches')
  expect(sold({ kind: 'image' })).not.toHaveProperty('searches')
  expect(sold({ hosts: ['groq'] })).not.toHaveProperty('searches')
})

test('what a list says of searches is believed', () => {
  const price = { input: '100', searches: '7' }
  expect(withVendorRules(price, { ...GEMMA, id: 'gemini-3.8-flash' })).toEqual(price)
})

test('DeepSeek’s own models are half as dear off its peak hours, weekends and public holidays, and nobody else’s are', () => {
  const priceOf = (id: string, vendor = 'DeepSeek') =>
    withVendorRules({ input: '100', output: '100' }, { id, kind: 'chat', vendor, distance: 0 })
  for (const id of ['deepseek-flash', 'deepseek-v4-pro']) {
    const { hours } = priceOf(id)
    expect(hours?.factorMicros).toBe('500000')
    const open = ['00:59', '01:00', '03:59', '04:00', '05:59', '06:00', '09:59', '10:00'].map(
      (time) => hours && isOpen(fromTold(hours), Date.parse(`2026-11-30T${time}:00Z`)),
    )
    expect(open).toEqual([true, false, false, true, true, false, false, true])
    const atPeak = (date: string) => hours && isOpen(fromTold(hours), Date.parse(`${date}T02:00:00Z`))
    expect(['2026-10-07', '2026-10-08', '2026-11-29', '2027-01-01'].map(atPeak)).toEqual([true, false, true, true])
  }
  expect(priceOf('deepseek-v3.2')).not.toHaveProperty('hours')
  expect(priceOf('glm-5.3', 'Zhipu')).not.toHaveProperty('hours')
})
