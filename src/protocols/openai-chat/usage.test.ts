import { expect, test } from 'vitest'
import { readUsage } from './usage.ts'

test.each([
  [
    'thoughts that Google’s chat layer tells in the total only',
    { model: 'gemini-2.5-flash', usage: { prompt_tokens: 20, completion_tokens: 424, total_tokens: 1016 } },
    { input: 20, output: 996, reasoning: 572 },
  ],
  [
    'what Mistral’s cache held, by its older words too',
    { usage: { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105, num_cached_tokens: 64 } },
    { input: 36, cacheRead: 64 },
  ],
  [
    'the same under a name that lacks a letter',
    { usage: { prompt_tokens: 100, completion_tokens: 5, prompt_token_details: { cached_tokens: 64 } } },
    { input: 36, cacheRead: 64 },
  ],
  [
    'each part by itself',
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 50,
        prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 20, audio_tokens: 10 },
        completion_tokens_details: { reasoning_tokens: 30, audio_tokens: 5, image_tokens: 7 },
      },
    },
    { input: 40, cacheRead: 30, cacheWrite5m: 20, audioIn: 10, output: 38, reasoning: 30, audioOut: 5, imageOut: 7 },
  ],
  [
    'no more of any part than the others leave of the whole',
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 50,
        prompt_tokens_details: { cached_tokens: 70, cache_creation_input_tokens: 20, audio_tokens: 90 },
        completion_tokens_details: { reasoning_tokens: 50, audio_tokens: 20, image_tokens: 25 },
      },
    },
    { input: 0, cacheRead: 70, cacheWrite5m: 20, audioIn: 10, output: 5, reasoning: 5, audioOut: 20, imageOut: 25 },
  ],
  [
    'not more parts than there is whole',
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 50,
        prompt_tokens_details: { cached_tokens: 90, cache_write_tokens: 90 },
        completion_tokens_details: { audio_tokens: 40, image_tokens: 40 },
      },
    },
    { input: 0, cacheRead: 90, cacheWrite5m: 10, audioIn: 0, output: 0, audioOut: 40, imageOut: 10 },
  ],
  [
    'what LiteLLM wrote to a cache, under two names, and how much of it for an hour',
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 5,
        prompt_tokens_details: {
          cached_tokens: 10,
          cache_write_tokens: 60,
          cache_creation_tokens: 60,
          cache_creation_token_details: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 40 },
        },
      },
    },
    { input: 30, cacheRead: 10, cacheWrite5m: 20, cacheWrite1h: 40 },
  ],
  [
    'the same in new-api’s words',
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 10, cached_creation_tokens: 60 },
        claude_cache_creation_5_m_tokens: 20,
        claude_cache_creation_1_h_tokens: 40,
      },
    },
    { input: 30, cacheRead: 10, cacheWrite5m: 20, cacheWrite1h: 40 },
  ],
  [
    'searches that OpenRouter ran',
    { usage: { prompt_tokens: 10, completion_tokens: 5, server_tool_use: { web_search_requests: 2 } } },
    { input: 10, searches: 2 },
  ],
  [
    'the same under its newer name',
    { usage: { prompt_tokens: 10, completion_tokens: 5, server_tool_use_details: { web_search_requests: 3 } } },
    { input: 10, searches: 3 },
  ],
  [
    'searches that MiMo ran, by the keyword (platform.xiaomimimo.com/docs, web search)',
    { usage: { prompt_tokens: 10, completion_tokens: 5, web_search_usage: { tool_usage: 3, page_usage: 9 } } },
    { input: 10, searches: 3 },
  ],
  [
    'searches that Model Studio ran for `enable_search` (help.aliyun.com/zh/model-studio, web search)',
    { usage: { prompt_tokens: 10, completion_tokens: 5, plugins: { search: { count: 2, strategy: 'agent' } } } },
    { input: 10, searches: 2 },
  ],
  [
    'what Perplexity’s deep research searched for, read of it and thought, beside the totals (its docs, Sonar Deep Research)',
    {
      model: 'sonar-deep-research',
      usage: {
        prompt_tokens: 33,
        completion_tokens: 11_395,
        total_tokens: 11_428,
        citation_tokens: 19_028,
        num_search_queries: 21,
        reasoning_tokens: 193_947,
      },
    },
    { input: 19_061, output: 205_342, reasoning: 193_947, searches: 21 },
  ],
  [
    'what another Sonar cited, which costs nothing',
    {
      model: 'sonar-pro',
      usage: {
        prompt_tokens: 24,
        completion_tokens: 2681,
        total_tokens: 2705,
        citation_tokens: 900,
        reasoning_tokens: 40,
      },
    },
    { input: 24, output: 2681, reasoning: 0, searches: 0 },
  ],
  [
    'what a gateway made of deep research, thoughts within the completion',
    {
      usage: {
        prompt_tokens: 33,
        completion_tokens: 205_342,
        total_tokens: 205_375,
        num_search_queries: 21,
        completion_tokens_details: { reasoning_tokens: 193_947 },
      },
    },
    { input: 33, output: 205_342, reasoning: 193_947, searches: 21 },
  ],
  [
    'nobody else’s total, whatever it counts',
    { model: 'other', usage: { prompt_tokens: 20, completion_tokens: 424, total_tokens: 1016 } },
    { input: 20, output: 424, reasoning: 0 },
  ],
  [
    'pictures that a chat drew',
    {
      model: 'google/gemini-3-pro-image',
      usage: {
        prompt_tokens: 10,
        completion_tokens: 1345,
        total_tokens: 1355,
        completion_tokens_details: { reasoning_tokens: 225, text_tokens: 0, image_tokens: 1120 },
      },
    },
    { input: 10, output: 225, reasoning: 225, imageOut: 1120 },
  ],
])('a usage tells %s', (_name, answer, usage) => {
  expect(readUsage(answer)?.usage).toMatchObject(usage)
})
