import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { readUsage } from './usage.ts'

test('what was written to a cache is no more than what was not read from it', () => {
  const usage = {
    input_tokens: 100,
    input_tokens_details: {
      cached_tokens: 70,
      cache_write_tokens: 90,
      cache_write_tokens_details: { ttl_12h_tokens: 20 },
    },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 9 },
  }
  expect(readUsage({ usage })?.usage).toEqual({
    ...NO_USAGE,
    cacheRead: 70,
    cacheWrite5m: 10,
    cacheWrite1h: 20,
    output: 5,
    reasoning: 5,
    requests: 1,
  })
})

test('what hosted tools used is kept beside the vendor’s own words, where there were any', () => {
  const usage = { input_tokens: 7, output_tokens: 3 }
  const tools = { web_search: { num_requests: 2 } }
  expect(readUsage({ usage })?.raw).toEqual(usage)
  expect(readUsage({ usage, tool_usage: tools })).toMatchObject({
    usage: { input: 7, searches: 2 },
    raw: { ...usage, tool_usage: tools },
  })
})

test('searches of the web and of X that xAI ran are counted, and those that OpenRouter and Perplexity’s Agent API ran', () => {
  const calls = { web_search_calls: 2, x_search_calls: 3, code_interpreter_calls: 4 }
  const usage = { input_tokens: 7, output_tokens: 3, server_side_tool_usage_details: calls }
  expect(readUsage({ usage })?.usage).toMatchObject({ input: 7, searches: 5 })
  const found = { web_search_calls: 2, x_search_calls: 3, x_posts_fetched: 12, x_users_fetched: 4 }
  expect(readUsage({ usage: { ...usage, server_side_tool_usage_details: found } })?.usage).toMatchObject({
    searches: 22,
  })
  const none = { ...found, x_posts_fetched: 0, x_users_fetched: 0 }
  expect(readUsage({ usage: { ...usage, server_side_tool_usage_details: none } })?.usage).toMatchObject({ searches: 2 })
  const agent = {
    tool_calls_details: { search_web: { invocation: 3, cost_usd: 0.0075 }, fetch_url: { invocation: 2 } },
  }
  expect(readUsage({ usage: { ...usage, ...agent, server_side_tool_usage_details: none } })?.usage).toMatchObject({
    searches: 5,
  })
  const asked = { input_tokens: 7, output_tokens: 3, server_tool_use: { web_search_requests: 2 } }
  expect(readUsage({ usage: asked })?.usage).toMatchObject({ searches: 2 })
})
