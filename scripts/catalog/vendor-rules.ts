import { withHours } from './hours.ts'
import { type Component, perPiece, type PriceRow, type Row, type ServiceRow, timesOf } from './row.ts'

type Facts = Pick<Row, 'id' | 'vendor' | 'kind' | 'distance'> & { hosts?: readonly string[] }

/** A price with what its vendor's own pages say about every price, and the lists leave out; `hosts` sell the model too. */
export function withVendorRules(price: PriceRow, of: Facts): PriceRow {
  const sold = withSearches(withWrites(withoutEqualThoughts(price), of), of)
  const written = withHours(withPictures(sold, of), of)
  return of.vendor === 'Anthropic' && takesGeo(of.id) ? withUsInference(written) : written
}

/** Thoughts that cost what all output costs need no price: it would stay where a tier names another one for output alone. */
function withoutEqualThoughts(price: PriceRow): PriceRow {
  const { tiers, services, ...base } = price
  const levels = [base, ...(tiers ?? []), ...(services ?? [])]
  if (levels.some(({ reasoning, output }) => reasoning !== undefined && reasoning !== output)) return price
  return {
    ...without(base),
    ...(tiers && { tiers: tiers.map(without) }),
    ...(services && { services: services.map(without) }),
  }
}

function without<T extends { reasoning?: string }>(level: T): Omit<T, 'reasoning'> {
  const { reasoning: _reasoning, ...rest } = level
  return rest
}

/**
 * Names of a model that its vendor sells under another, whose price counts. Lists have those of a model that is gone, or of whichever
 * host asks least for a moment, with an input that costs next to nothing (api-docs.deepseek.com, pricing: model versions and note 1).
 */
export const SERVED_AS: ReadonlyMap<string, string> = new Map([
  ['deepseek-v4-flash', 'deepseek-flash'],
  ['deepseek-v4-flash-vision-exp', 'deepseek-flash'],
  ['deepseek-v4.1-flash', 'deepseek-flash'],
  ['deepseek-flash-latest', 'deepseek-flash'],
  ['deepseek-v4-pro-0813', 'deepseek-v4-pro'],
  ['deepseek-pro-latest', 'deepseek-v4-pro'],
])

type Writes = {
  component: Component
  rules?: true
  rate: (input: bigint) => bigint
  isSold: (price: PriceRow, of: Pick<Row, 'id' | 'kind' | 'distance'>) => boolean
}

/** What writing to a cache costs, as a multiple of the input; `rules`: always, whatever a list says. */
const WRITES: Readonly<Record<string, Writes>> = {
  // An hour (docs, prompt caching). A list has one price of it for models of every price.
  Anthropic: {
    component: 'cacheWrite1h',
    rules: true,
    rate: (input) => input * 2n,
    isSold: ({ cacheWrite5m }) => cacheWrite5m !== undefined,
  },
  // docs.apiyi.com, Kimi K3.1 Pro, which has the vendor's prices; what is kept for five minutes costs what input costs.
  'Moonshot AI': {
    component: 'cacheWrite1h',
    rate: (input) => input * 2n,
    isSold: (_price, { id }) => id.startsWith('kimi-k3.1-pro'),
  },
  // The explicit cache of Model Studio; hosts of the open models have none (docs, context cache).
  Alibaba: {
    component: 'cacheWrite5m',
    rate: (input) => (input * 5n) / 4n,
    isSold: (_price, { kind, distance }) => kind === 'chat' && distance < 3,
  },
}

/** A tier must say so too, or the base rate would stay. */
function withWrites(price: PriceRow, of: Pick<Row, 'id' | 'vendor' | 'kind' | 'distance'>): PriceRow {
  const writes = WRITES[of.vendor]
  if (!writes || price.input === undefined || !writes.isSold(price, of)) return price
  const { component, rules } = writes
  const rateOf = (input: string) => String(writes.rate(BigInt(input)))
  const tiers = price.tiers?.map((tier) => ({ ...tier, ...(tier.input && { [component]: rateOf(tier.input) }) }))
  const listed = rules ? undefined : price[component]
  return { ...price, [component]: listed ?? rateOf(price.input), ...(tiers && { tiers }) }
}

type Searched = { id: RegExp; component: 'searches' | 'requests'; usdPerThousand: number }

/** What searches of the web cost that a vendor's own tool makes, by what a model is called, the first that fits. */
const SEARCHES: readonly Searched[] = [
  // platform.claude.com, web search tool.
  { id: /^claude-/, component: 'searches', usdPerThousand: 10 },
  // ai.google.dev, pricing, Grounding with Google Search: before Gemini 3 prompts are sold, since then queries.
  { id: /^gemini-(?:[12]\b|live-2|.*-1\.5|exp-|pro$)/, component: 'searches', usdPerThousand: 35 },
  { id: /^gemini-(?!gemma)/, component: 'searches', usdPerThousand: 14 },
  // docs.x.ai, pricing, tools: of the web and of X alike.
  { id: /^grok-/, component: 'searches', usdPerThousand: 5 },
  // developers.openai.com, pricing and web search: these are asked in chat, and search once for each request without saying so.
  { id: /^gpt-4o(?:-mini)?-search-preview/, component: 'requests', usdPerThousand: 25 },
  { id: /^gpt-5-search-api/, component: 'requests', usdPerThousand: 10 },
  { id: /^(?:gpt-(?!oss|image)|chatgpt-|o\d)/, component: 'searches', usdPerThousand: 10 },
  // api-docs.deepseek.com, pricing: what its models search for by themselves is sold since November 2026.
  { id: /^deepseek-(?:flash|v4-(?:flash|pro)(?:-vision-exp)?)$/, component: 'searches', usdPerThousand: 0.75 },
  // platform.xiaomimimo.com/docs, web search, outside of China, where the tokens of the lists are priced as well.
  { id: /^mimo-/, component: 'searches', usdPerThousand: 5 },
  // help.aliyun.com/en/model-studio, web search, likewise; 0.573 in China.
  { id: /^qw(?:en[\d.]*|q)-(?:omni-)?(?:max|plus|flash|turbo)/, component: 'searches', usdPerThousand: 10 },
  // volcengine.com/docs/82379/1338550: 4 CNY, at the rate by which the lists have the tokens.
  { id: /^doubao-/, component: 'searches', usdPerThousand: 0.575 },
  // openrouter.ai, Sonar Pro Search; it searches for each request, as the other models of Perplexity do.
  { id: /^sonar-pro-search/, component: 'requests', usdPerThousand: 18 },
]

/** What OpenRouter asks for each search that it runs itself, by Exa and up to ten finds (openrouter.ai, web search server tool). */
const OPENROUTER_SEARCHES: Searched = { id: /^(?!.*sonar)/, component: 'searches', usdPerThousand: 7 }

/** A list that names such a price itself is believed. Free allowances are of an account, and in no price. */
function withSearches(price: PriceRow, { id, kind, hosts = [] }: Facts): PriceRow {
  const fees = CONTEXT_FEES.find((one) => one.id.test(id))
  if (fees) return withContextFees(price, fees.usdPerThousand)
  const rules = kind === 'chat' && hosts.includes('openrouter') ? [...SEARCHES, OPENROUTER_SEARCHES] : SEARCHES
  const sold = rules.find((one) => one.id.test(id))
  if (!sold || (kind !== 'chat' && kind !== 'image')) return price
  return { [sold.component]: perPiece(sold.usdPerThousand / 1000), ...price }
}

/** Models of OpenAI that may be given its picture tool, in Responses. */
const GIVEN_PICTURES =
  /^(?:gpt-4o|gpt-4\.1|gpt-[5-9]|o3)(?!.*(?:audio|realtime|transcribe|tts|live|search|deep-research))/

/**
 * What the pictures cost that OpenAI's tool makes, whichever model it is given to: tokens of the model that draws, which no list
 * has beside the model that was asked. Which one drew is not told; these are the rates that the lists have for `gpt-image-2`.
 */
const DRAWN = { imageIn: '8000000000', imageOut: '30000000000' }

function withPictures(price: PriceRow, { id, kind, vendor }: Facts): PriceRow {
  return vendor === 'OpenAI' && kind === 'chat' && GIVEN_PICTURES.test(id) ? { ...DRAWN, ...price } : price
}

/**
 * What Perplexity asks for each request by how much it reads of what it finds, little, more and much (docs.perplexity.ai, pricing,
 * Request Pricing); little is what it reads unless it is told to. Lists that have one price for it have the highest.
 */
const CONTEXT_FEES: readonly { id: RegExp; usdPerThousand: readonly [number, number, number] }[] = [
  { id: /^sonar(?:-reasoning)?$/, usdPerThousand: [5, 8, 12] },
  { id: /^sonar-(?:reasoning-)?pro$/, usdPerThousand: [6, 10, 14] },
]

function withContextFees(price: PriceRow, usdPerThousand: readonly [number, number, number]): PriceRow {
  const [low, medium, high] = usdPerThousand.map((usd) => perPiece(usd / 1000))
  const level = (service: ServiceRow['service'], requests = '') => ({ service, above: 0, requests })
  const levels = [level('search_medium', medium), level('search_high', high)]
  return { ...price, ...(low && { requests: low }), services: [...(price.services ?? []), ...levels] }
}

/** Opus 4.6, Sonnet 4.6 and all that came later let a request choose where it runs; older ones refuse it. */
function takesGeo(id: string): boolean {
  const [, major = 0, minor = 0] = /^claude-[a-z]+-(\d+)(?:-(\d{1,2}))?(?:-\d{8})?$/.exec(id) ?? []
  return Number(major) * 100 + Number(minor) >= 406
}

/** Inference in the United States alone costs 1.1 times the price of every token, of the fast mode too (docs, data residency). */
const US_FACTOR = 1.1

function withUsInference(price: PriceRow): PriceRow {
  const { tiers = [], services = [], ...base } = price
  const standard = [{ above: 0, ...base }, ...tiers].map((level) => ({ service: 'us' as const, ...level }))
  const fast = services.flatMap((level) =>
    level.service === 'fast' ? [{ ...level, service: 'fast_us' as const }] : [],
  )
  const dearer = [...standard, ...fast].map(({ service, above, ...rates }) => ({
    service,
    above,
    ...timesOf(rates, US_FACTOR),
  }))
  return { ...price, services: [...services, ...dearer] }
}
