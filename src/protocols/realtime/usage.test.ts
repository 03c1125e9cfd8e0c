import { expect, test } from 'vitest'
import { responseUsage, transcriptionUsage } from './usage.ts'

test('a spoken answer is split into text, sound and what was cached of either', () => {
  const told = {
    input_tokens: 100,
    output_tokens: 50,
    input_token_details: {
      text_tokens: 40,
      audio_tokens: 60,
      cached_tokens: 30,
      cached_tokens_details: { text_tokens: 10, audio_tokens: 20 },
    },
    output_token_details: { text_tokens: 20, audio_tokens: 30 },
  }
  expect(responseUsage(told)).toMatchObject({ input: 30, cacheRead: 30, audioIn: 40, output: 20, audioOut: 30 })
})

test('hostile figures add up to no more than the total, and never to less than nothing', () => {
  const told = { input_tokens: 10, input_token_details: { cached_tokens: 99, audio_tokens: -5 }, output_tokens: 'x' }
  expect(responseUsage(told)).toMatchObject({ input: 0, cacheRead: 10, audioIn: 0, output: 0 })
})

test('a transcription is told in tokens or in seconds', () => {
  const tokens = { type: 'tokens', input_tokens: 12, input_token_details: { audio_tokens: 10 }, output_tokens: 4 }
  expect(transcriptionUsage(tokens)).toMatchObject({ input: 2, audioIn: 10, output: 4 })
  expect(transcriptionUsage({ type: 'duration', seconds: 2.1 })).toMatchObject({ audioIn: 3 })
  expect(transcriptionUsage(undefined)).toBeNull()
})

test.each([-30, 'many', JSON.parse('1e999'), null])('a transcription of %s seconds is none', (seconds) => {
  expect(transcriptionUsage({ type: 'duration', seconds })).toMatchObject({ audioIn: 0, requests: 1 })
})
