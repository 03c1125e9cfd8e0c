import { perMillion, perPiece, ratesOf, resoldName, timesOf, vendorOf } from './row.ts'
import type { PriceRow, Row, ServiceRow } from './row.ts'

type Entry = Record<string, unknown> & { litellm_provider?: string; mode?: string }

const KINDS: Record<string, Row['kind']> = {
  chat: 'chat',
  responses: 'chat',
  completion: 'chat',
  embedding: 'embedding',
  image_generation: 'image',
  image_edit: 'image',
  audio_transcription: 'audio',
  audio_speech: 'audio',
  realtime: 'audio',
  rerank: 'rerank',
  moderation: 'moderation',
}

const ABILITIES: Record<string, string> = {
  supports_vision: 'vision',
  supports_function_calling: 'tools',
  supports_reasoning: 'reasoning',
  supports_prompt_caching: 'cache',
  supports_response_schema: 'structured_output',
  supports_audio_input: 'audio_in',
}

const RESELLERS = new Set([
  'openrouter',
  'groq',
  'together_ai',
  'cerebras',
  'novita',
  'deepinfra',
  'fireworks_ai',
  'sambanova',
  'nvidia_nim',
])

/** Rows of BerriAI/litellm's price file (MIT): one flat entry a model, USD per token. */
export function litellmRows(file: Record<string, Entry>): Row[] {
  return Object.entries(file).flatMap(([path, entry]) => {
    const kind = KINDS[entry.mode ?? '']
    // Names like `1024-x-1024/dall-e-3` are prices of sizes, `ft:` prices of fine-tuned copies.
    if (kind === undefined || /-x-|^ft:|\*|\d+-steps/.test(path)) return []
    const provider = entry.litellm_provider ?? ''
    const vendor = vendorOf(provider)
    const own = vendor !== undefined && path.split('/').length <= 2
    if (!own && !RESELLERS.has(provider)) return []
    const resold = resoldName(path)
    const id = own ? (path.split('/').at(-1) ?? path) : resold.id
    const seller = own ? { vendor, distance: 2 } : { vendor: resold.vendor, distance: 5, host: provider }
    return [rowOf(entry, { id, kind, ...seller })]
  })
}

function rowOf(entry: Entry, facts: Pick<Row, 'id' | 'kind' | 'vendor' | 'distance' | 'host'>): Row {
  return {
    ...facts,
    name: null,
    context: whole(entry['max_input_tokens'] ?? entry['max_tokens']),
    maxOutput: facts.kind === 'chat' ? whole(entry['max_output_tokens']) : null,
    abilities: [
      ...Object.entries(ABILITIES).flatMap(([flag, ability]) => (entry[flag] === true ? [ability] : [])),
      ...(entry['output_cost_per_image_token'] ? ['image_out'] : []),
    ],
    price: priceOf(entry, facts.kind),
    source: 'litellm',
  }
}

function priceOf(entry: Entry, kind: Row['kind']): PriceRow | null {
  const bands = entry['tiered_pricing']
  if (Array.isArray(bands)) return bandedPrice(bands as Entry[])
  const imageOut = perToken(entry['output_cost_per_image_token'])
  // Beside a price of a picture's tokens, one of the picture says the same again: charged together they would be paid twice.
  const perImage =
    kind === 'image' && !imageOut ? (entry['output_cost_per_image'] ?? entry['input_cost_per_image']) : undefined
  const perQuery = perPiece(entry['input_cost_per_query'])
  const base = ratesOf({
    ...ratesFrom(entry, ''),
    cacheWrite1h: perToken(entry['cache_creation_input_token_cost_above_1hr']),
    reasoning: perToken(entry['output_cost_per_reasoning_token']),
    audioIn: perToken(entry['input_cost_per_audio_token']),
    audioOut: perToken(entry['output_cost_per_audio_token']),
    imageIn: perToken(entry['input_cost_per_image_token']),
    imageOut,
    requests: perPiece(perImage) ?? (kind === 'rerank' ? undefined : perQuery),
    // Cohere's query is a search unit, of which one request with many documents uses several (wire.md §1.7).
    searches: kind === 'rerank' ? perQuery : undefined,
  })
  if (base === null) return null
  const tiers = [128, 200, 256, 272, 512].flatMap((thousands) => {
    const rates = ratesOf(ratesFrom(entry, `_above_${thousands}k_tokens`))
    return rates ? [{ above: thousands * 1000, ...rates }] : []
  })
  const price = { ...base, ...(tiers.length > 0 && { tiers }) }
  const services = [...servicesOf(entry), ...fastOf(entry, price)]
  return { ...price, ...(services.length > 0 && { services }) }
}

/** The file's words for the service tiers. */
const SERVICES = { flex: 'flex', priority: 'priority', batches: 'batch' } as const

function servicesOf(entry: Entry): ServiceRow[] {
  return Object.entries(SERVICES).flatMap(([word, service]) =>
    [0, 200, 272].flatMap((thousands) => {
      const above = thousands === 0 ? '' : `_above_${thousands}k_tokens`
      const rates = ratesOf({
        ...ratesFrom(entry, `${above}_${word}`),
        ...(above === '' && { audioIn: perToken(entry[`input_cost_per_audio_token_${word}`]) }),
      })
      return rates ? [{ service, above: thousands * 1000, ...rates }] : []
    }),
  )
}

/** Anthropic's fast mode costs so many times the price of every token; what is sold by the piece stays. */
function fastOf(entry: Entry, { tiers = [], ...base }: PriceRow): ServiceRow[] {
  const { fast } = (entry['provider_specific_entry'] ?? {}) as { fast?: number }
  if (fast === undefined) return []
  return [{ above: 0, ...base }, ...tiers].map(({ above, ...rates }) => ({
    service: 'fast' as const,
    above,
    ...timesOf(rates, fast),
  }))
}

/** Bands of input length: the first is the base, each later one a tier above its lower end. */
function bandedPrice(bands: readonly Entry[]): PriceRow | null {
  const [first, ...rest] = bands.map((band) => ratesOf(ratesFrom(band, '')))
  if (!first) return null
  const tiers = rest.flatMap((rates, at) => {
    const range = bands[at + 1]?.['range']
    return rates && Array.isArray(range) ? [{ above: Math.round(range[0]), ...rates }] : []
  })
  return { ...first, ...(tiers.length > 0 && { tiers }) }
}

function ratesFrom(entry: Entry, suffix: string) {
  return {
    input: perToken(entry[`input_cost_per_token${suffix}`]),
    cacheRead: perToken(entry[`cache_read_input_token_cost${suffix}`]),
    cacheWrite5m: perToken(entry[`cache_creation_input_token_cost${suffix}`]),
    output: perToken(entry[`output_cost_per_token${suffix}`]),
  }
}

function perToken(usd: unknown): string | undefined {
  return typeof usd === 'number' ? perMillion(Number((usd * 1e6).toPrecision(12))) : undefined
}

function whole(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? Math.round(value) : null
}
