import { definedRates, perMillion, ratesOf, resoldName, vendorOf } from './row.ts'
import type { Row } from './row.ts'

type Cost = { input: number; output: number; cacheRead: number; cacheWrite: number }
type Entry = {
  name: string
  cost: Cost & { tiers?: (Cost & { inputTokensAbove: number })[] }
  contextWindow: number
  maxTokens: number
  reasoning: boolean
  input: string[]
  compat: { supportsStrictMode?: boolean } | null
}

/** Sources whose own models are listed under the bare name. */
const OWN = new Set([
  'openai',
  'anthropic',
  'google',
  'deepseek',
  'xai',
  'mistral',
  'zai',
  'moonshotai',
  'minimax',
  'xiaomi',
  'meta',
  'ant-ling',
])

/** Rows of `@earendil-works/pi-ai` (MIT), flattened: `provider/model` → entry, USD per million. Chat models only, all with tools. */
export function piAiRows(file: Record<string, Entry>): Row[] {
  return Object.entries(file).flatMap(([path, entry]) => {
    const provider = path.slice(0, path.indexOf('/'))
    const rest = path.slice(provider.length + 1)
    if (OWN.has(provider)) return [rowOf(entry, { id: rest, vendor: vendorOf(provider) ?? '', distance: 0 })]
    return RESELLERS.has(provider) ? [rowOf(entry, { ...resoldName(rest), distance: 3, host: provider })] : []
  })
}

/** Resellers that name the vendor and add nothing to the price. */
const RESELLERS = new Set(['openrouter', 'vercel-ai-gateway', 'nvidia', 'together', 'groq', 'cerebras'])

function rowOf(entry: Entry, facts: Pick<Row, 'id' | 'vendor' | 'distance' | 'host'>): Row {
  const rates = ratesOf(ratesFrom(entry.cost))
  const tiers = (entry.cost.tiers ?? []).map((tier) => ({
    above: tier.inputTokensAbove,
    ...definedRates(ratesFrom(tier)),
  }))
  const abilities = [
    ...(entry.input.includes('image') ? ['vision'] : []),
    'tools',
    ...(entry.reasoning ? ['reasoning'] : []),
    ...(entry.cost.cacheRead > 0 ? ['cache'] : []),
    ...(entry.compat?.supportsStrictMode ? ['structured_output'] : []),
    ...(entry.input.includes('audio') ? ['audio_in'] : []),
  ]
  return {
    ...facts,
    name: entry.name,
    kind: 'chat',
    context: entry.contextWindow || null,
    maxOutput: entry.maxTokens || null,
    abilities,
    price: rates && { ...rates, ...(tiers.length > 0 && { tiers }) },
    source: 'pi-ai',
  }
}

function ratesFrom(cost: Cost) {
  return {
    input: perMillion(cost.input),
    cacheRead: perMillion(cost.cacheRead),
    cacheWrite5m: perMillion(cost.cacheWrite),
    output: perMillion(cost.output),
  }
}
