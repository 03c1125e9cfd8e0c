import { asRecord, type Json } from '../core/json.ts'
import { tokenCount } from '../core/usage.ts'

/**
 * Searches that a vendor beside OpenAI ran by itself and counts in its usage: OpenRouter, under a name that it has changed,
 * Perplexity's deep research and its Agent API, and xAI. Each is sold by the piece.
 */
export function hostedSearches(usage: Json): number {
  const { web_search_requests: requests } = asRecord(usage.server_tool_use_details ?? usage.server_tool_use)
  const { invocation } = asRecord(asRecord(usage.tool_calls_details).search_web)
  return [requests, usage.num_search_queries, invocation].map(tokenCount).reduce((a, b) => a + b) + searchesOfXai(usage)
}

/** A profile of X costs twice what a post or a search of the web does. */
const PROFILE = 2

/** Searches of the web are sold by the call, those of X since September 2026 by what they find (docs.x.ai, pricing, X Search). */
function searchesOfXai({ server_side_tool_usage_details: details }: Json): number {
  const {
    web_search_calls: web,
    x_search_calls: x,
    x_posts_fetched: posts,
    x_users_fetched: profiles,
  } = asRecord(details)
  const byCall = posts === undefined && profiles === undefined
  return tokenCount(web) + (byCall ? tokenCount(x) : tokenCount(posts) + PROFILE * tokenCount(profiles))
}
