import { asRecord, type Json } from '../../core/json.ts'
import { NO_USAGE, tokenCount, type Usage } from '../../core/usage.ts'
import { hostedSearches } from '../hosted-searches.ts'

/**
 * Usage of a response; null when it tells none. Cached and written tokens are inside the input, reasoning is inside the
 * output; what hosted tools used stands beside it in `tool_usage` (wire.md §1.2, §3.3).
 */
export function readUsage(response: Json): { usage: Usage; raw: object } | null {
  const raw = asRecord(response.usage)
  if (Object.keys(raw).length === 0) return null
  const tools = asRecord(response.tool_usage)
  const images = asRecord(tools.image_gen)
  return {
    usage: {
      ...tokensOf(raw),
      imageIn: tokenCount(images.input_tokens),
      imageOut: tokenCount(images.output_tokens),
      requests: 1,
      searches: tokenCount(asRecord(tools.web_search).num_requests) || hostedSearches(raw),
    },
    raw: Object.keys(tools).length === 0 ? raw : { ...raw, tool_usage: tools },
  }
}

/**
 * Each part is taken out of what is left, so that the parts never add up to more than was told. What was read from a cache may stand
 * at the top, where Moonshot has it in chat.
 */
function tokensOf(raw: Json): Usage {
  const details = asRecord(raw.input_tokens_details)
  const lifetimes = asRecord(details.cache_write_tokens_details)
  const studio = billedByModelStudio(raw)
  const all = tokenCount(raw.input_tokens)
  const cacheRead = Math.min(all, tokenCount(details.cached_tokens ?? raw.cached_tokens ?? studio.cached_tokens))
  const halfHour = tokenCount(lifetimes.ttl_30m_tokens)
  const halfDay = tokenCount(lifetimes.ttl_12h_tokens)
  const told = details.cache_write_tokens ?? studio.cache_creation_input_tokens
  const written = Math.min(all - cacheRead, told === undefined ? halfHour + halfDay : tokenCount(told))
  // What the split does not name is the short lifetime; both classes take the name of the price they are billed by.
  const cacheWrite1h = Math.min(written, halfDay)
  const output = tokenCount(raw.output_tokens)
  return {
    ...NO_USAGE,
    input: all - cacheRead - written,
    cacheRead,
    cacheWrite5m: written - cacheWrite1h,
    cacheWrite1h,
    output,
    reasoning: Math.min(output, tokenCount(asRecord(raw.output_tokens_details).reasoning_tokens)),
  }
}

/** Model Studio tells what it wrote to a session's cache in its bill of the answer alone (help.aliyun.com/zh/model-studio, session cache). */
function billedByModelStudio({ x_details: bills }: Json): Json {
  return asRecord(asRecord(Array.isArray(bills) ? bills[0] : undefined).prompt_tokens_details)
}
