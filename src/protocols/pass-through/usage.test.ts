import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import {
  embeddingsUsage,
  geminiEmbedUsage,
  imagesUsage,
  rerankUsage,
  speechUsage,
  transcriptUsage,
  type UsageReader,
} from './usage.ts'

const kinds = (counts: Record<string, number>) =>
  Object.entries(counts).map(([modality, tokenCount]) => ({ modality, tokenCount }))

test.each<[UsageReader, told: Json, Partial<Usage>]>([
  [embeddingsUsage, { prompt_tokens: 7, total_tokens: 9 }, { input: 7 }],
  [embeddingsUsage, { input_tokens: 8, total_tokens: 9 }, { input: 8 }],
  [embeddingsUsage, { total_tokens: 9 }, { input: 9 }],
  [imagesUsage, { output_tokens: 50 }, { imageOut: 50 }],
  [
    imagesUsage,
    {
      input_tokens: 100,
      input_tokens_details: { image_tokens: 60, cached_tokens: 30 },
      output_tokens: 50,
      output_tokens_details: { image_tokens: 45 },
    },
    { input: 10, cacheRead: 30, imageIn: 60, output: 5, imageOut: 45 },
  ],
  [
    imagesUsage,
    {
      input_tokens: 100,
      input_tokens_details: { image_tokens: 90, cached_tokens: 30 },
      output_tokens: 50,
      output_tokens_details: { image_tokens: 80 },
    },
    { cacheRead: 10, imageIn: 90, imageOut: 50 },
  ],
  [imagesUsage, { input_tokens: 5, input_tokens_details: { image_tokens: 9 } }, { imageIn: 5 }],
  [speechUsage, { input_tokens: 7 }, { input: 7 }],
  [speechUsage, { output_tokens: 9 }, { audioOut: 9 }],
  [transcriptUsage, { input_tokens: 9, input_token_details: { audio_tokens: 7 } }, { input: 2, audioIn: 7 }],
  [transcriptUsage, { input_tokens: 9, input_token_details: { audio_tokens: 11 } }, { audioIn: 9 }],
  [transcriptUsage, { output_tokens: 4 }, { output: 4 }],
  [transcriptUsage, { seconds: 2.1 }, { audioIn: 3 }],
])('%o reads %j', (read, told, used) => {
  expect(read({ usage: told })).toEqual({ usage: { ...NO_USAGE, ...used, requests: 1 }, raw: told })
})

test('a transcript without a usage tells how long the sound was, as a number or as text', () => {
  const used = (audioIn: number) => ({ ...NO_USAGE, audioIn, requests: 1 })
  expect(transcriptUsage({ duration: '3.5' })).toEqual({ usage: used(4), raw: { duration: '3.5' } })
  for (const duration of [undefined, null, 'long']) expect(transcriptUsage({ duration })).toBeNull()
})

test('the parts of what Gemini embeds are each taken out of the whole', () => {
  const embedded = (usageMetadata: Json) => geminiEmbedUsage({ usageMetadata })?.usage
  const promptTokensDetails = kinds({ TEXT: 10, AUDIO: 60, IMAGE: 30 })
  const parts = { ...NO_USAGE, input: 10, audioIn: 60, imageIn: 30, requests: 1 }
  expect(embedded({ promptTokenCount: 100, promptTokensDetails })).toEqual(parts)
  expect(embedded({ promptTokenCount: 100, promptTokenDetails: promptTokensDetails })).toEqual(parts)
  expect(embedded({ promptTokenCount: 70, promptTokensDetails })).toMatchObject({ input: 0, audioIn: 60, imageIn: 10 })
})

test('a rerank is told in tokens, in searches, or in both', () => {
  const read = (answer: Json) => {
    const found = rerankUsage(answer)
    expect(found?.raw).toEqual(answer)
    return found?.usage
  }
  const used = (part: Partial<Usage>) => ({ ...NO_USAGE, ...part, requests: 1 })
  expect(read({ usage: { total_tokens: 9, prompt_tokens: 7 } })).toEqual(used({ input: 9 }))
  expect(read({ usage: { prompt_tokens: 7 } })).toEqual(used({ input: 7 }))
  expect(read({ meta: { billed_units: { search_units: 2 } } })).toEqual(used({ searches: 2 }))
  const both = { usage: {}, meta: { billed_units: { input_tokens: 5, search_units: 1 } } }
  expect(read(both)).toEqual(used({ input: 5, searches: 1 }))
})

test('no rerank is a million searches', () => {
  const found = rerankUsage({ meta: { billed_units: { search_units: 1e300 } } })
  expect(found).toMatchObject({ usage: { searches: 1000 }, clamped: true })
})

test('what tells no usage uses none that anybody knows of', () => {
  for (const read of [embeddingsUsage, geminiEmbedUsage, imagesUsage, rerankUsage, speechUsage, transcriptUsage])
    for (const answer of [{}, { usage: {} }, { usageMetadata: {} }, { meta: {} }]) expect(read(answer)).toBeNull()
})

test('what another model wrote of a drawing is text beside it', () => {
  const usage = { input_tokens: 100, input_tokens_details: { image_tokens: 60 }, output_tokens: 50 }
  const svg_usage = { model: 'author', input_tokens: 7, output_tokens: 9, reasoning_tokens: 4, total_tokens: 16 }
  const used = { ...NO_USAGE, input: 47, imageIn: 60, output: 9, imageOut: 50, requests: 1 }
  expect(imagesUsage({ usage, svg_usage })).toEqual({ usage: used, raw: { ...usage, svg_usage } })
})
