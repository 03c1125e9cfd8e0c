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

// help.aliyun.com/zh/model-studio, web search (`x_tools`) and session cache (`x_details`); volcengine.com/docs/82379, the response object.
test.each([
  ['Model Studio', { x_tools: { web_search: { count: 2 }, web_extractor: { count: 1 } } }],
  ['Volcengine', { tool_usage: { web_search: 2, mcp: 1 }, tool_usage_details: { web_search: { search_engine: 2 } } }],
])('searches that %s ran are counted', (_vendor, told) => {
  expect(readUsage({ usage: { input_tokens: 7, output_tokens: 3, ...told } })?.usage).toMatchObject({ searches: 2 })
})

test('what Model Studio wrote to the cache of a session is told apart from what was read', () => {
  const usage = {
    input_tokens: 1524,
    input_tokens_details: { cached_tokens: 1305 },
    output_tokens: 1534,
    output_tokens_details: { reasoning_tokens: 1187 },
    x_details: [
      {
        input_tokens: 1524,
        prompt_tokens_details: {
          cache_creation: { ephemeral_5m_input_tokens: 213 },
          cache_creation_input_tokens: 213,
          cache_type: 'ephemeral',
          cached_tokens: 1305,
        },
        x_billing_type: 'response_api',
      },
    ],
  }
  expect(readUsage({ usage })?.usage).toMatchObject({ input: 6, cacheRead: 1305, cacheWrite5m: 213, reasoning: 1187 })
})

// platform.kimi.ai/docs/api/chat has it at the top of chat's usage (earendil-works/pi 8119).
test('cached tokens count where they stand at the top alone', () => {
  const usage = { input_tokens: 30, output_tokens: 3, cached_tokens: 20 }
  expect(readUsage({ usage })?.usage).toMatchObject({ input: 10, cacheRead: 20 })
  const told = { ...usage, input_tokens_details: { cached_tokens: 5 } }
  expect(readUsage({ usage: told })?.usage).toMatchObject({ input: 25, cacheRead: 5 })
})
