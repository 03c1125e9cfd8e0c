import type { Json } from '../../core/json.ts'

/** How an answer was served, in OpenAI's words. */
export type ServedTier = 'default' | 'flex' | 'scale' | 'priority' | 'fast' | 'ultrafast'

/** What vendors call it in their answers: OpenAI's own words, Anthropic's and the Gemini API's standard, Groq's, and Vertex' kinds of traffic (wire.md §3.3). */
const WORDS: ReadonlyMap<unknown, ServedTier> = new Map([
  ['default', 'default'],
  ['standard', 'default'],
  ['on_demand', 'default'],
  ['ON_DEMAND', 'default'],
  ['flex', 'flex'],
  ['ON_DEMAND_FLEX', 'flex'],
  ['scale', 'scale'],
  ['priority', 'priority'],
  ['ON_DEMAND_PRIORITY', 'priority'],
  ['fast', 'fast'],
  ['ultrafast', 'ultrafast'],
])

/** How an answer was served, by the words in which it tells it: the first that is not the standard one; undefined where none is known, as `auto` is none. */
export function servedTier(...told: readonly unknown[]): ServedTier | undefined {
  const known = told.flatMap((word) => WORDS.get(word) ?? [])
  return known.find((tier) => tier !== 'default') ?? known[0]
}

/** The fields for it of each dialect that has some; of what its vendor does not sell nothing is told. */
const FIELDS = {
  'openai-chat': {
    default: { service_tier: 'default' },
    flex: { service_tier: 'flex' },
    scale: { service_tier: 'scale' },
    priority: { service_tier: 'priority' },
    fast: { service_tier: 'fast' },
    ultrafast: { service_tier: 'fast' },
  },
  'openai-responses': {
    default: { service_tier: 'default' },
    flex: { service_tier: 'flex' },
    scale: { service_tier: 'scale' },
    priority: { service_tier: 'priority' },
    fast: { service_tier: 'fast' },
    ultrafast: { service_tier: 'ultrafast' },
  },
  'anthropic-messages': {
    default: { service_tier: 'standard' },
    flex: {},
    scale: {},
    priority: { service_tier: 'priority' },
    fast: { service_tier: 'standard', speed: 'fast' },
    ultrafast: { service_tier: 'standard', speed: 'fast' },
  },
  'gemini-generate': {
    default: { serviceTier: 'standard' },
    flex: { serviceTier: 'flex' },
    scale: {},
    priority: { serviceTier: 'priority' },
    fast: {},
    ultrafast: {},
  },
  'gemini-interactions': {
    default: { service_tier: 'standard' },
    flex: { service_tier: 'flex' },
    scale: {},
    priority: { service_tier: 'priority' },
    fast: {},
    ultrafast: {},
  },
} as const satisfies Record<string, Record<ServedTier, Json>>

/** The fields that tell how an answer was served in a dialect, beside its usage or in it; none where nobody said. */
export function tierFields(dialect: keyof typeof FIELDS, tier: ServedTier | undefined): Json {
  return tier === undefined ? {} : FIELDS[dialect][tier]
}
