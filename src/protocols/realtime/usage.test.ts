import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
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

test('each part of an answer is taken out of what the others leave', () => {
  const told = (audio_tokens: number) => ({
    input_tokens: 100,
    input_token_details: {
      cached_tokens: 30,
      audio_tokens,
      image_tokens: 60,
      cached_tokens_details: { image_tokens: 5 },
    },
  })
  const used = { ...NO_USAGE, cacheRead: 30, requests: 1 }
  expect(responseUsage(told(10))).toEqual({ ...used, input: 5, audioIn: 10, imageIn: 55 })
  expect(responseUsage(told(50))).toEqual({ ...used, audioIn: 50, imageIn: 20 })
  expect(responseUsage(told(90))).toEqual({ ...used, audioIn: 70 })
  expect(responseUsage({ output_tokens: 4 })).toEqual({ ...NO_USAGE, output: 4, requests: 1 })
  expect(responseUsage({})).toBeNull()
})

test('hostile figures add up to no more than the total, and never to less than nothing', () => {
  const told = { input_tokens: 10, input_token_details: { cached_tokens: 99, audio_tokens: -5 }, output_tokens: 'x' }
  expect(responseUsage(told)).toMatchObject({ input: 0, cacheRead: 10, audioIn: 0, output: 0 })
})

test('a transcription is told in tokens or in seconds', () => {
  const tokens = { type: 'tokens', input_tokens: 12, input_token_details: { audio_tokens: 10 }, output_tokens: 4 }
  expect(transcriptionUsage(tokens)).toEqual({ ...NO_USAGE, input: 2, audioIn: 10, output: 4, requests: 1 })
  const seconds = { type: 'duration', seconds: 2.1 }
  expect(transcriptionUsage(seconds)).toEqual({ ...NO_USAGE, audioIn: 3, requests: 1 })
  expect(transcriptionUsage(undefined)).toBeNull()
})

test.each([-30, 0, 'many', null])('a transcription of %s seconds does not tell how long it is', (seconds) => {
  expect(transcriptionUsage({ type: 'duration', seconds })).toBeNull()
})

test('no transcription is longer than all that was said, or than a day', () => {
  for (const seconds of [1e300, JSON.parse('1e999')]) {
    expect(transcriptionUsage({ type: 'duration', seconds }, 90)).toMatchObject({ audioIn: 90 })
    expect(transcriptionUsage({ type: 'duration', seconds })).toMatchObject({ audioIn: 86_400 })
  }
  expect(transcriptionUsage({ type: 'duration', seconds: 60 }, 1)).toMatchObject({ audioIn: 60 })
})

test('a transcription that tells no tokens at all tells nothing', () => {
  expect(transcriptionUsage({ type: 'tokens', input_tokens: -5, output_tokens: 0 })).toBeNull()
})
