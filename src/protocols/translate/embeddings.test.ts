import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { EMBEDDINGS } from './embeddings.ts'

const { 'openai-embeddings': openai, 'gemini-embed': gemini } = EMBEDDINGS

const BATCH = { path: '/v1/models/m:batchEmbedContents' }
const ONE = { path: '/v1beta/models/m:embedContent' }
const request = (text: string, over: object = {}) => ({ model: 'models/m', content: { parts: [{ text }] }, ...over })
const used = (input: number) => ({ ...NO_USAGE, input, requests: 1 })

test('a request of OpenAI’s library is asked of Gemini as a batch, whatever the encoding', () => {
  const body = { model: 'm', input: ['a', 'b'], encoding_format: 'base64', dimensions: 256, user: 'u' }
  const asked = openai.readRequest(body, { path: '/v1/embeddings' })
  expect(asked).toEqual({ texts: ['a', 'b'], dimensions: 256, base64: true, single: false, dropped: ['user'] })
  const content = (text: string) => ({ model: 'models/up', content: { parts: [{ text }] }, outputDimensionality: 256 })
  expect(gemini.writeRequest(asked, 'up')).toEqual({
    path: '/v1/models/up:batchEmbedContents',
    query: '',
    body: { requests: [content('a'), content('b')] },
    lost: [],
  })
})

test('more texts than Gemini takes at once are refused here, so that somebody else can be asked', () => {
  const asked = (count: number) =>
    openai.readRequest({ model: 'm', input: Array.from({ length: count }, () => 'a') }, { path: '/v1/embeddings' })
  expect(gemini.writeRequest(asked(100), 'up').body.requests).toHaveLength(100)
  expect(() => gemini.writeRequest(asked(101), 'up')).toThrow(expect.objectContaining({ code: 'not_translatable' }))
})

test('a request of Google’s library is asked of OpenAI as a list', () => {
  const body = {
    requests: [request('a', { taskType: 'RETRIEVAL_QUERY' }), { content: { parts: [{ text: 'b' }, { text: 'c' }] } }],
  }
  const asked = gemini.readRequest(body, BATCH)
  expect(asked).toEqual({ texts: ['a', 'bc'], dimensions: null, base64: false, single: false, dropped: ['taskType'] })
  expect(openai.writeRequest(asked, 'up')).toEqual({
    path: '/v1/embeddings',
    query: '',
    body: { model: 'up', input: ['a', 'bc'] },
    lost: [],
  })
})

test.each([
  { content: { parts: [{ text: 'a' }] }, outputDimensionality: 8 },
  { content: { parts: [{ text: 'a' }] }, output_dimensionality: '8' },
  { content: { parts: [{ text: 'a' }] }, embed_content_config: { outputDimensionality: 8 } },
])('one content is asked for by itself: %j', (body) => {
  const asked = gemini.readRequest(body, ONE)
  expect(asked).toMatchObject({ texts: ['a'], dimensions: 8, single: true })
  expect(gemini.writeAnswer({ vectors: [[1, 2]], usage: used(3) }, { asked, model: 'm' })).toEqual({
    embedding: { values: [1, 2] },
    usageMetadata: { promptTokenCount: 3, promptTokenDetails: [{ modality: 'TEXT', tokenCount: 3 }] },
  })
})

test.each([
  [{ input: [1, 2, 3] }, 'not_translatable'],
  [{ input: [[1, 2], [3]] }, 'not_translatable'],
  [{ input: [] }, 'body_invalid'],
  [{}, 'body_invalid'],
  [{ input: ['a', 7] }, 'body_invalid'],
  [{ input: 'a', dimensions: 'many' }, 'body_invalid'],
])('OpenAI’s body %j is refused as %s', (body, code) => {
  expect(() => openai.readRequest(body, { path: '/v1/embeddings' })).toThrow(expect.objectContaining({ code }))
})

test.each([
  [{ requests: [request('a', { outputDimensionality: 1 }), request('b')] }, 'not_translatable'],
  [{ requests: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] } }] }, 'not_translatable'],
  [{ requests: [] }, 'body_invalid'],
  [{ requests: [{}] }, 'body_invalid'],
])('Gemini’s body %j is refused as %s', (body, code) => {
  expect(() => gemini.readRequest(body, BATCH)).toThrow(expect.objectContaining({ code }))
})

const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0)
const vectors = fc
  .integer({ min: 1, max: 5 })
  .chain((size) => fc.array(fc.array(float, { minLength: size, maxLength: size }), { minLength: 1, maxLength: 4 }))

test('vectors and usage come through in either protocol and encoding', () => {
  fc.assert(
    fc.property(vectors, fc.boolean(), fc.nat(1000), (made, base64, input) => {
      const asked = { texts: made.map(String), dimensions: null, base64, single: false, dropped: [] }
      const embedded = { vectors: made, usage: used(input) }
      for (const codec of [openai, gemini]) {
        const answer = JSON.parse(JSON.stringify(codec.writeAnswer(embedded, { asked, model: 'm' })))
        expect(codec.readAnswer(answer, asked)).toEqual(embedded)
      }
    }),
  )
})

test('base64 is that of OpenAI: 32-bit floats, the least byte first', () => {
  const asked = openai.readRequest({ input: 'a', encoding_format: 'base64' }, { path: '/v1/embeddings' })
  expect(openai.writeAnswer({ vectors: [[1, 2, 3]], usage: used(8) }, { asked, model: 'called' })).toEqual({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: 'AACAPwAAAEAAAEBA' }],
    model: 'called',
    usage: { prompt_tokens: 8, total_tokens: 8 },
  })
})

test('vectors are in the order of their texts, and one for each', () => {
  const asked = { texts: ['a', 'b'], dimensions: null, base64: false, single: false, dropped: [] }
  const one = (index: number, embedding: unknown) => ({ object: 'embedding', index, embedding })
  expect(openai.readAnswer({ data: [one(1, [2]), one(0, [1])] }, asked)).toEqual({ vectors: [[1], [2]], usage: null })
  for (const data of [undefined, [], [one(0, [1])], [one(0, [1]), one(1, ['x'])], [one(0, [1]), one(1, 'AAA=')]])
    expect(openai.readAnswer({ data }, asked)).toBeNull()
  for (const answer of [{}, { embedding: { values: [1] } }, { embeddings: [{ values: [1] }, {}] }])
    expect(gemini.readAnswer(answer, asked)).toBeNull()
  expect(gemini.readAnswer({ embedding: { values: [1] } }, { ...asked, texts: ['a'] })).toEqual({
    vectors: [[1]],
    usage: null,
  })
})

test('vectors that Gemini has shortened are of length 1 like everybody else’s', () => {
  const asked = { texts: ['a', 'b'], dimensions: 2, base64: false, single: false, dropped: [] }
  const answer = { embeddings: [{ values: [3, 4] }, { values: [0, 0] }] }
  const vectors = (dimensions: number | null) => gemini.readAnswer(answer, { ...asked, dimensions })
  expect(vectors(2)?.vectors).toEqual([
    [0.6, 0.8],
    [0, 0],
  ])
  expect(vectors(null)?.vectors[0]).toEqual([3, 4])
})
