import { asRecord, type Json } from '../../core/json.ts'
import { NO_USAGE, tokenCount, type Usage } from '../../core/usage.ts'
import { hostedSearches } from '../hosted-searches.ts'

/**
 * Usage of a chat completion or of its last chunk. Vendors put it at the top, in the first choice (Kimi) or under `x_groq`;
 * null when there is none. Cached and audio tokens are inside the prompt tokens, reasoning is inside the completion tokens (wire.md §3.3).
 */
export function readUsage(answer: Json): { usage: Usage; raw: object } | null {
  const choice = asRecord(Array.isArray(answer.choices) ? answer.choices[0] : undefined)
  for (const candidate of [answer.usage, choice.usage, asRecord(answer.x_groq).usage]) {
    const raw = asRecord(candidate)
    if (Object.keys(raw).length > 0) return { usage: withResearch(canonical(raw, answer.model), raw), raw }
  }
  return null
}

function canonical(raw: Json, model: unknown): Usage {
  const prompt = asRecord(raw.prompt_tokens_details)
  const completion = asRecord(raw.completion_tokens_details)
  const all = tokenCount(raw.prompt_tokens)
  const cacheRead = Math.min(all, tokenCount(prompt.cached_tokens ?? heldByCache(raw)))
  const { written, oneHour } = writtenToCache(raw, prompt)
  const cacheWrite = Math.min(all - cacheRead, written)
  const cacheWrite1h = Math.min(cacheWrite, oneHour)
  const audioIn = Math.min(all - cacheRead - cacheWrite, tokenCount(prompt.audio_tokens))
  const { output, reasoning } = outputOf(raw, all, completion.reasoning_tokens ?? untold(raw, all, model))
  const audioOut = Math.min(output, tokenCount(completion.audio_tokens))
  // Models that draw in a chat, by OpenRouter and LiteLLM: pictures have a price of their own.
  const imageOut = Math.min(output - audioOut, tokenCount(completion.image_tokens))
  return {
    ...NO_USAGE,
    input: all - cacheRead - cacheWrite - audioIn,
    cacheRead,
    cacheWrite5m: cacheWrite - cacheWrite1h,
    cacheWrite1h,
    audioIn,
    output: output - audioOut - imageOut,
    reasoning: Math.min(reasoning, output - audioOut - imageOut),
    audioOut,
    imageOut,
    requests: 1,
    searches: hostedSearches(raw),
  }
}

/**
 * Deep research of Perplexity, which alone tells how often it searched, has what it cited and thought beside its totals; the one
 * costs what input costs (docs.perplexity.ai, Sonar Deep Research). Gateways may have put the thoughts where OpenAI has them.
 */
function withResearch(usage: Usage, raw: Json): Usage {
  if (tokenCount(raw.num_search_queries) === 0) return usage
  const { reasoning_tokens: inside } = asRecord(raw.completion_tokens_details)
  const thought = inside === undefined ? tokenCount(raw.reasoning_tokens) : 0
  return {
    ...usage,
    input: usage.input + tokenCount(raw.citation_tokens),
    output: usage.output + thought,
    reasoning: usage.reasoning + thought,
  }
}

/**
 * What a cache was made to hold, and how much of it for an hour: in the words of OpenAI, of Anthropic (Model Studio) and of other
 * gateways (LiteLLM, new-api), some of which tell the same figure under several.
 */
function writtenToCache(raw: Json, prompt: Json): { written: number; oneHour: number } {
  const told = [
    prompt.cache_write_tokens,
    prompt.cache_creation_input_tokens,
    prompt.cache_creation_tokens,
    prompt.cached_creation_tokens,
  ]
  const { ephemeral_1h_input_tokens: split } = asRecord(prompt.cache_creation_token_details)
  return {
    written: Math.max(...told.map(tokenCount)),
    oneHour: Math.max(tokenCount(split), tokenCount(raw.claude_cache_creation_1_h_tokens)),
  }
}

/** The words of DeepSeek, of Kimi, and two that Mistral has beside OpenAI's. */
function heldByCache(raw: Json): unknown {
  const { prompt_cache_hit_tokens: hit, cached_tokens: cached, num_cached_tokens: number } = raw
  return hit ?? cached ?? number ?? asRecord(raw.prompt_token_details).cached_tokens
}

/** xAI has told completion tokens with and without reasoning; the total decides which it was (wire.md §0.14). */
function outputOf(raw: Json, prompt: number, thought: unknown): { output: number; reasoning: number } {
  const reasoning = tokenCount(thought)
  const told = tokenCount(raw.completion_tokens)
  const beside = prompt + told + reasoning === tokenCount(raw.total_tokens)
  return beside ? { output: told + reasoning, reasoning } : { output: told, reasoning: Math.min(reasoning, told) }
}

/** What Gemini thought: Google's own chat layer leaves it out of the completion and names it nowhere, but counts it in the total. */
function untold(raw: Json, prompt: number, model: unknown): number {
  if (typeof model !== 'string' || !model.includes('gemini')) return 0
  return tokenCount(tokenCount(raw.total_tokens) - prompt - tokenCount(raw.completion_tokens))
}
