import type { ToldHours } from '../../src/core/price-hours.ts'
import type { PriceComponent } from '../../src/core/price.ts'
import type { ServiceTier } from '../../src/core/service-tier.ts'

/** Prices of one source for one model, as decimal strings of nano-dollars per million tokens or pieces. */
export type PriceRow = Rates & {
  tiers?: readonly ({ above: number } & Rates)[]
  /** What service tiers cost; `above` 0 is the base. */
  services?: readonly ServiceRow[]
  hours?: ToldHours
}
export type ServiceRow = { service: ServiceTier; above: number } & Rates
type Rates = Partial<Record<Component, string>>
export type Component = PriceComponent

/** What one source says of one model under its public name. */
export type Row = {
  id: string
  name: string | null
  vendor: string
  kind: 'chat' | 'embedding' | 'image' | 'audio' | 'rerank' | 'moderation'
  context: number | null
  maxOutput: number | null
  abilities: readonly string[]
  price: PriceRow | null
  /** Prices that have been announced for a date, at midnight UTC. */
  later?: readonly { from: string; price: PriceRow }[]
  source: string
  /** 0 for the vendor's own entry; higher for those of hosts and resellers. */
  distance: number
  /** Which host or reseller it is an entry of; absent: the vendor's own. */
  host?: string
}

const NANOS_PER_USD = 1e9

/**
 * USD per million tokens as nano-dollars per million. The sources hold floats, so they are rounded here, once, to the
 * nano-dollar; zero and nonsense mean that no such price is known.
 */
export function perMillion(usd: unknown): string | undefined {
  if (typeof usd !== 'number' || !Number.isFinite(usd) || usd <= 0) return undefined
  return String(BigInt(Math.round(usd * NANOS_PER_USD)))
}

/** USD for each piece as nano-dollars per million pieces. */
export function perPiece(usd: unknown): string | undefined {
  return typeof usd === 'number' ? perMillion(Number((usd * 1e6).toPrecision(12))) : undefined
}

/** The rates that are known; null when neither input nor output nor a piece has a price. */
export function ratesOf(rates: Record<string, string | undefined>): Rates | null {
  const known = definedRates(rates)
  return known.input || known.output || known.requests || known.searches || known.imageOut ? known : null
}

export function definedRates(rates: Record<string, string | undefined>): Rates {
  return Object.fromEntries(Object.entries(rates).filter(([, value]) => value !== undefined))
}

const PIECES: readonly string[] = ['requests', 'searches'] satisfies Component[]

/** The rates of tokens multiplied by a factor of one decimal; what is sold by the piece is left out. */
export function timesOf(rates: Rates, factor: number): Rates {
  const tokens = Object.entries(rates).filter(([component]) => !PIECES.includes(component))
  const tenths = BigInt(Math.round(factor * 10))
  return Object.fromEntries(tokens.map(([component, rate]) => [component, String((BigInt(rate) * tenths) / 10n)]))
}

/** Vendors by every spelling the sources use for them. */
const VENDORS: Record<string, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  gemini: 'Google',
  deepseek: 'DeepSeek',
  'deepseek-ai': 'DeepSeek',
  xai: 'xAI',
  'x-ai': 'xAI',
  spacexai: 'xAI',
  mistral: 'Mistral AI',
  mistralai: 'Mistral AI',
  zai: 'Zhipu',
  'z-ai': 'Zhipu',
  'zai-org': 'Zhipu',
  moonshot: 'Moonshot AI',
  moonshotai: 'Moonshot AI',
  minimax: 'MiniMax',
  minimaxai: 'MiniMax',
  qwen: 'Alibaba',
  alibaba: 'Alibaba',
  dashscope: 'Alibaba',
  volcengine: 'ByteDance',
  bytedance: 'ByteDance',
  'bytedance-seed': 'ByteDance',
  tencent: 'Tencent',
  baidu: 'Baidu',
  xiaomi: 'Xiaomi',
  'ant-ling': 'Ant Group',
  inclusionai: 'Ant Group',
  stepfun: 'StepFun',
  'stepfun-ai': 'StepFun',
  meituan: 'Meituan',
  meta: 'Meta',
  'meta-llama': 'Meta',
  meta_llama: 'Meta',
  microsoft: 'Microsoft',
  nvidia: 'NVIDIA',
  amazon: 'Amazon',
  amazon_nova: 'Amazon',
  cohere: 'Cohere',
  cohere_chat: 'Cohere',
  voyage: 'Voyage AI',
  jina_ai: 'Jina AI',
  ai21: 'AI21',
  perplexity: 'Perplexity',
  'black-forest-labs': 'Black Forest Labs',
  black_forest_labs: 'Black Forest Labs',
  stability: 'Stability AI',
  elevenlabs: 'ElevenLabs',
  deepgram: 'Deepgram',
}

/** The vendor behind a source's word for it; undefined when the word names a host or nobody we know. */
export function vendorOf(word: string): string | undefined {
  return VENDORS[word.toLowerCase().replace(/^~/, '')]
}

/** Splits `host/vendor/name` as resellers write it into the vendor they name and the bare, lower-case name. */
export function resoldName(path: string): { vendor: string; id: string } {
  const parts = path.split('/')
  const id = (parts.at(-1) ?? path).toLowerCase()
  const named = parts.length > 1 ? parts.at(-2) : undefined
  return { vendor: (named && vendorOf(named)) ?? familyOf(id), id }
}

const FAMILIES: readonly [RegExp, string][] = [
  [/^(gpt-|o\d|chatgpt|text-embedding-[3a]|whisper|tts-|dall-e|davinci|babbage|codex)/, 'OpenAI'],
  [/^claude/, 'Anthropic'],
  [/^(gemini|gemma|imagen|palm)/, 'Google'],
  [/^deepseek/, 'DeepSeek'],
  [/^grok/, 'xAI'],
  [/^(mistral|mixtral|codestral|ministral|magistral|devstral|pixtral|voxtral)/, 'Mistral AI'],
  [/^glm/, 'Zhipu'],
  [/^(kimi|moonshot)/, 'Moonshot AI'],
  [/^minimax/, 'MiniMax'],
  [/^(qwen|qwq|qvq)/, 'Alibaba'],
  [/^(doubao|seed-)/, 'ByteDance'],
  [/^(hunyuan|hy\d)/, 'Tencent'],
  [/^ernie/, 'Baidu'],
  [/^mimo/, 'Xiaomi'],
  [/^(ling|ring)-/, 'Ant Group'],
  [/^step-/, 'StepFun'],
  [/^(llama|meta-llama|codellama)/, 'Meta'],
  [/^(phi-|wizardlm)/, 'Microsoft'],
  [/^(nemotron|llama-3\.\d-nemotron)/, 'NVIDIA'],
  [/^(nova|titan)-/, 'Amazon'],
  [/^(command|embed-|rerank-|c4ai)/, 'Cohere'],
  [/^(jamba|j2-)/, 'AI21'],
  [/^sonar/, 'Perplexity'],
  [/^flux/, 'Black Forest Labs'],
]

/** The vendor a model's family name gives away; empty when it gives nothing away. */
function familyOf(id: string): string {
  return FAMILIES.find(([pattern]) => pattern.test(id))?.[1] ?? ''
}
