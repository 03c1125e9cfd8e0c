import { asRecord, type Json } from '../core/json.ts'
import { tokenCount } from '../core/usage.ts'

/**
 * Searches that a vendor beside OpenAI ran by itself and counts in its usage: OpenRouter, under a name that it has changed, and
 * xAI, which sells searches of X as those of the web (docs.x.ai, tool usage details). Each is sold by the piece.
 */
export function hostedSearches(usage: Json): number {
  const { web_search_requests: requests } = asRecord(usage.server_tool_use_details ?? usage.server_tool_use)
  const { web_search_calls: web, x_search_calls: x } = asRecord(usage.server_side_tool_usage_details)
  return tokenCount(requests) + tokenCount(web) + tokenCount(x)
}
