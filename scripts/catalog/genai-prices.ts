import { perMillion, perPiece, ratesOf, resoldName, vendorOf } from './row.ts'
import type { Component, PriceRow, Row } from './row.ts'

type Amount = number | { base: number; tiers: { start: number; price: number }[] }
type Prices = Record<string, Amount>
type Dated = { constraint?: { type: string; start_date?: string }; prices: Prices }
type Model = { id: string; name?: string; context_window?: number; prices: Prices | Dated[] }
type Provider = { models: Model[] }

const COMPONENTS: Record<string, Component> = {
  input_mtok: 'input',
  cache_read_mtok: 'cacheRead',
  cache_write_mtok: 'cacheWrite5m',
  cache_write_1h_mtok: 'cacheWrite1h',
  output_mtok: 'output',
  output_reasoning_mtok: 'reasoning',
  input_audio_mtok: 'audioIn',
  output_audio_mtok: 'audioOut',
  input_image_mtok: 'imageIn',
  output_image_mtok: 'imageOut',
}

const OWN = new Set([
  'openai',
  'anthropic',
  'google',
  'deepseek',
  'mistral',
  'x-ai',
  'cohere',
  'moonshotai',
  'zai',
  'minimax',
  'perplexity',
])
const RESELLERS = new Set(['openrouter', 'groq', 'together', 'cerebras', 'novita', 'ovhcloud'])

/**
 * Rows of `@pydantic/genai-prices` (MIT) at a date: of effective-dated prices the last that has begun and those that are to
 * begin, never one for hours of the day.
 */
export function genaiPricesRows(file: Record<string, Provider>, date: string): Row[] {
  return Object.entries(file).flatMap(([provider, { models }]) => {
    if (OWN.has(provider)) {
      const vendor = vendorOf(provider) ?? ''
      return models.map((model) => rowOf(model, date, { id: model.id, vendor, distance: 1 }))
    }
    if (!RESELLERS.has(provider)) return []
    return models.map((model) => rowOf(model, date, { ...resoldName(model.id), distance: 4, host: provider }))
  })
}

function rowOf(model: Model, date: string, facts: Pick<Row, 'id' | 'vendor' | 'distance' | 'host'>): Row {
  const prices = pricesAt(model.prices, date)
  const price = priceOf(prices)
  const later = laterThan(model.prices, date)
  return {
    ...facts,
    name: model.name ?? null,
    kind: kindOf(facts.id),
    context: model.context_window ?? null,
    maxOutput: null,
    abilities: [
      ...(price?.cacheRead ? ['cache'] : []),
      ...(price?.audioIn ? ['audio_in'] : []),
      ...(price?.imageOut ? ['image_out'] : []),
    ],
    price,
    ...(later.length > 0 && { later }),
    source: 'genai-prices',
  }
}

function pricesAt(prices: Prices | Dated[], date: string): Prices {
  if (!Array.isArray(prices)) return prices
  const begun = prices.filter(({ constraint }) =>
    constraint === undefined ? true : constraint.type === 'start_date' && (constraint.start_date ?? '9') <= date,
  )
  return begun.at(-1)?.prices ?? {}
}

function laterThan(prices: Prices | Dated[], date: string): { from: string; price: PriceRow }[] {
  if (!Array.isArray(prices)) return []
  return prices
    .flatMap(({ constraint, prices: some }) => {
      const price = constraint?.type === 'start_date' && (constraint.start_date ?? '') > date ? priceOf(some) : null
      return price ? [{ from: constraint?.start_date ?? '', price }] : []
    })
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

function priceOf(prices: Prices): PriceRow | null {
  const at = (above: number | null) =>
    Object.fromEntries(
      Object.entries(COMPONENTS).map(([field, component]) => [component, perMillion(amountAt(prices[field], above))]),
    )
  const base = ratesOf({
    ...at(null),
    requests: perPiece(perThousand(prices['requests_kcount'])),
    searches: perPiece(perThousand(prices['web_searches_kcount'])),
  })
  if (base === null) return null
  const starts = new Set(
    Object.values(prices).flatMap((amount) =>
      typeof amount === 'object' ? amount.tiers.map((tier) => tier.start) : [],
    ),
  )
  const tiers = [...starts].toSorted((a, b) => a - b).map((above) => ({ above, ...ratesOf(at(above)) }))
  return { ...base, ...(tiers.length > 0 && { tiers }) }
}

function amountAt(amount: Amount | undefined, above: number | null): number | undefined {
  if (typeof amount !== 'object') return above === null ? amount : undefined
  return above === null ? amount.base : amount.tiers.find((tier) => tier.start === above)?.price
}

function perThousand(amount: Amount | undefined): number | undefined {
  return typeof amount === 'number' ? amount / 1000 : undefined
}

function kindOf(id: string): Row['kind'] {
  if (/embed/.test(id)) return 'embedding'
  if (/rerank/.test(id)) return 'rerank'
  if (/moderation/.test(id)) return 'moderation'
  if (/whisper|tts|transcribe|audio|realtime|voxtral|lyria/.test(id)) return 'audio'
  return /image|dall-e|imagen/.test(id) ? 'image' : 'chat'
}
