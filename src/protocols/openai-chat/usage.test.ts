import { expect, test } from 'vitest'
import { readUsage } from './usage.ts'

test.each([
  [
    'thoughts that Google’s chat layer tells in the total only',
    { model: 'gemini-2.5-flash', usage: { prompt_tokens: 20, completion_tokens: 424, total_tokens: 1016 } },
    { input: 20, output: 996, reasoning: 572 },
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
