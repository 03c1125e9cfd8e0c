import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { canonicalUsage, searchesIn, usageMetadataOf } from './usage.ts'

const kinds = (counts: Record<string, number>) =>
  Object.entries(counts).map(([modality, tokenCount]) => ({ modality, tokenCount }))

test('each part is taken out of what the others leave of the whole', () => {
  const usage = canonicalUsage({
    promptTokenCount: 100,
    cachedContentTokenCount: 90,
    promptTokensDetails: kinds({ TEXT: 50, AUDIO: 50 }),
    candidatesTokenCount: 20,
    candidatesTokensDetails: kinds({ IMAGE: 15, AUDIO: 3 }),
    thoughtsTokenCount: 7,
  })
  expect(usage).toEqual({
    ...NO_USAGE,
    cacheRead: 90,
    audioIn: 10,
    imageOut: 15,
    audioOut: 3,
    output: 9,
    reasoning: 7,
    requests: 1,
  })
  const hostile = { candidatesTokenCount: 20, candidatesTokensDetails: kinds({ IMAGE: 15, AUDIO: 90 }) }
  expect(canonicalUsage(hostile)).toMatchObject({ imageOut: 15, audioOut: 5, output: 0 })
})

test('a search for nothing is none', () => {
  const candidates = [{ groundingMetadata: { webSearchQueries: ['a', 'b', '', 3, 'a'] } }]
  expect(searchesIn({ candidates, modelVersion: 'gemini-3-pro' })).toBe(2)
})

const grounded = (modelVersion: string, groundingMetadata: object, usageMetadata: object = {}) =>
  searchesIn({ candidates: [{ groundingMetadata }], modelVersion, usageMetadata })

test('what Google says to have billed counts, by the prompt of models that are sold so', () => {
  const billedToolCalls = [
    { tool: 'GOOGLE_SEARCH_RETRIEVAL', successfulToolCallCount: 4 },
    { tool: 'GOOGLE_MAPS', successfulToolCallCount: 9 },
  ]
  expect(grounded('gemini-3.5-flash', {}, { billedToolCalls })).toBe(4)
  expect(grounded('gemini-3.5-flash', { webSearchQueries: ['a'] }, { billedToolCalls: [] })).toBe(1)
  for (const model of ['gemini-2.5-flash', 'gemini-live-2.5-flash', 'gemini-robotics-er-1.5-preview'])
    expect(grounded(model, {}, { billedToolCalls }), model).toBe(1)
})

test('a caller is told of the parts there are, and nothing of those there are not', () => {
  expect(usageMetadataOf({ ...NO_USAGE, input: 10, output: 5, requests: 1 })).toEqual({
    promptTokenCount: 10,
    candidatesTokenCount: 5,
    totalTokenCount: 15,
    promptTokensDetails: kinds({ TEXT: 10 }),
  })
  const parts = {
    input: 10,
    cacheRead: 20,
    audioIn: 300,
    imageIn: 4000,
    output: 15,
    reasoning: 5,
    audioOut: 7,
    imageOut: 80,
  }
  expect(usageMetadataOf({ ...NO_USAGE, ...parts })).toEqual({
    promptTokenCount: 4330,
    candidatesTokenCount: 97,
    totalTokenCount: 4432,
    cachedContentTokenCount: 20,
    promptTokensDetails: kinds({ TEXT: 30, AUDIO: 300, IMAGE: 4000 }),
    candidatesTokensDetails: kinds({ TEXT: 10, AUDIO: 7, IMAGE: 80 }),
    thoughtsTokenCount: 5,
  })
})
