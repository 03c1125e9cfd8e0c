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
