import { asRecord, type Json } from '../core/json.ts'
import { tokenCount } from '../core/usage.ts'

/**
 * Where a vendor beside OpenAI counts the searches that it ran itself. OpenRouter has changed the first name, and tells it under the
 * former too; Perplexity has two, Model Studio one in Responses and one in chat.
 */
const COUNTS: readonly (readonly string[])[] = [
  ['server_tool_use_details', 'web_search_requests'],
  ['server_tool_use', 'web_search_requests'],
  ['num_search_queries'],
  ['tool_calls_details', 'search_web', 'invocation'],
  // help.aliyun.com/zh/model-studio, web search: tools of Responses, `enable_search` of chat.
  ['x_tools', 'web_search', 'count'],
  ['plugins', 'search', 'count'],
  // volcengine.com/docs/82379, the response object of Responses.
  ['tool_usage', 'web_search'],
  // platform.xiaomimimo.com/docs, web search: by the keyword, of which a round has several.
  ['web_search_usage', 'tool_usage'],
]

/** Searches that a vendor beside OpenAI ran by itself and counts in its usage; each is sold by the piece. */
export function hostedSearches(usage: Json): number {
  let most = 0
  for (const path of COUNTS) most = Math.max(most, toldAt(usage, path))
  return most + searchesOfXai(usage)
}

/** A number by its path; 0 as soon as a name of it is not there, as in nearly every usage, each of which is looked through for all. */
function toldAt(usage: Json, path: readonly string[]): number {
  let at: unknown = usage
  for (const key of path) {
    if (at === undefined) return 0
    at = asRecord(at)[key]
  }
  return tokenCount(at)
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
