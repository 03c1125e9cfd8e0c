import { asRecord, type Json } from '../../core/json.ts'
import type { ServiceTier } from '../../core/service-tier.ts'
import { NO_USAGE, tokenCount, type Usage } from '../../core/usage.ts'
import { mergeUsage } from '../merge-usage.ts'
import { serviceTierOf } from '../service-tier.ts'

const ITERATED = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'] as const

/**
 * The usage with what its `iterations` add: they list every pass, and the totals beside them leave out some, such as compactions
 * and passes of another model (wire.md §0.12). No field is ever less than the totals say.
 */
function withIterations(raw: Json): Json {
  if (!Array.isArray(raw.iterations)) return raw
  const passes = raw.iterations.map(asRecord)
  const whole = { ...raw }
  for (const field of ITERATED) {
    const sum = passes.reduce((total, pass) => total + tokenCount(pass[field]), 0)
    if (sum > tokenCount(raw[field])) whole[field] = sum
  }
  const oneHour = passes.reduce((total, pass) => total + writtenForAnHour(pass), 0)
  if (oneHour > writtenForAnHour(raw))
    whole.cache_creation = { ...asRecord(raw.cache_creation), ephemeral_1h_input_tokens: oneHour }
  return whole
}

function writtenForAnHour({ cache_creation: split }: Json): number {
  return tokenCount(asRecord(split).ephemeral_1h_input_tokens)
}

/** The usage of a stream so far. Nothing is answered that was not read: who tells no input at the end has told it at the start. */
export function usageSoFar(former: Json, told: Json): Json {
  const { input_tokens: input, ...rest } = told
  const silent = input === 0 && !told.cache_read_input_tokens && !told.cache_creation_input_tokens
  const merged = mergeUsage(former, silent && former.input_tokens !== undefined ? rest : told)
  return keptForAnHour(former, told) ? { ...merged, cache_creation: allForAnHour(merged) } : merged
}

/**
 * Whether all that was written so far is kept for an hour, and how long what is told now is kept is not said: only the start of a
 * stream says it, and tools that the vendor runs write more to the same cache later.
 */
function keptForAnHour(former: Json, told: Json): boolean {
  const hour = writtenForAnHour(former)
  return hour > 0 && hour === tokenCount(former.cache_creation_input_tokens) && !told.cache_creation
}

function allForAnHour({ cache_creation_input_tokens: written }: Json): Json {
  return { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: written }
}

/** The canonical usage: input excludes cache reads and writes; a write without a split by lifetime counts as 5 minutes (wire.md §1.5). */
export function canonicalUsage(told: Json): Usage {
  const raw = withIterations(told)
  const split = asRecord(raw.cache_creation)
  const fiveMinutes = tokenCount(split.ephemeral_5m_input_tokens)
  const oneHour = writtenForAnHour(raw)
  // A stream tells the split at its start and only the sum later: what a split of both does not name is the short lifetime.
  const written =
    raw.cache_creation_input_tokens === undefined ? fiveMinutes + oneHour : tokenCount(raw.cache_creation_input_tokens)
  const output = tokenCount(raw.output_tokens)
  return {
    ...NO_USAGE,
    input: tokenCount(raw.input_tokens),
    cacheRead: tokenCount(raw.cache_read_input_tokens),
    cacheWrite5m: written - Math.min(written, oneHour),
    cacheWrite1h: Math.min(written, oneHour),
    output,
    reasoning: Math.min(output, tokenCount(asRecord(raw.output_tokens_details).thinking_tokens)),
    requests: 1,
    searches: tokenCount(asRecord(raw.server_tool_use).web_search_requests),
  }
}

/** How a usage says it was served: where inference kept to the United States, that has a price of its own (wire.md §0.17). */
export function serviceTierIn({ speed, service_tier, inference_geo: geo }: Json): ServiceTier | null {
  const tier = serviceTierOf(speed, service_tier)
  if (geo !== 'us') return tier
  return tier === 'fast' ? 'fast_us' : 'us'
}
