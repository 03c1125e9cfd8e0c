import { expect, test } from 'vitest'
import { PROTOCOL_CODECS } from '../all.ts'
import { geminiEmbed } from './gemini-embed.ts'

const turnOf = (path: string, body: string) =>
  geminiEmbed.read({ path, query: new URLSearchParams(), body: Buffer.from(body) })

test.each([
  ['/v1/models/gemini-embedding-2:batchEmbedContents', 'gemini-embedding-2'],
  ['/v1beta/models/gemini-embedding-001:embedContent', 'gemini-embedding-001'],
  ['/v1beta/models/models%2Fns%2Fm%3AembedContent', 'ns/m'],
])('%s asks for the model %s, and no other protocol serves it', (path, model) => {
  expect(PROTOCOL_CODECS.filter((protocol) => protocol.serves(path))).toEqual([geminiEmbed])
  expect(turnOf(path, '{}')).toMatchObject({ model, stream: false })
})

test.each(['/v1/models/m:asyncBatchEmbedContent', '/v1/models/m', '/v1/models/m:generateContent'])(
  '%s is not served by it',
  (path) => {
    expect(geminiEmbed.serves(path)).toBe(false)
  },
)

test('the upstream’s name stands in the path and wherever the body names a model, and nothing else changes', () => {
  const body =
    '{ "requests" : [{"content":{"parts":[{"text":"\\ud800 models/m"}]},\n"model":"models/m"}, {"model" : "models/m","seed":12345678901234567890}] }'
  const { path, body: sent } = turnOf('/v1/models/m:batchEmbedContents', body).addressedTo('up')
  expect(path).toBe('/v1/models/up:batchEmbedContents')
  expect(Buffer.from(sent).toString()).toBe(body.replaceAll(/("model" ?: ?)"models\/m"/g, '$1"models/up"'))
})

test.each([
  ['{"requests":[', 'body_malformed'],
  ['[]', 'body_malformed'],
])('the body %s is refused as %s', (body, code) => {
  expect(() => turnOf('/v1/models/m:embedContent', body)).toThrow(expect.objectContaining({ code }))
})

test.each(['before', 'after'])('an answer too long to keep is metered by the usage %s its vectors', (where) => {
  const usage = '"usageMetadata":{"promptTokenCount":7,"promptTokenDetails":[{"modality":"TEXT","tokenCount":7}]}'
  const tap = turnOf('/v1/models/m:batchEmbedContents', '{}').tap()
  tap.push(Buffer.from(where === 'before' ? `{${usage},"embeddings":[{"values":[` : '{"embeddings":[{"values":['))
  for (let i = 0; i < 40; i += 1) tap.push(Buffer.alloc(64 * 1024, '1,'))
  tap.push(Buffer.from(where === 'before' ? '1]}]}' : `1]}],${usage}}`))
  tap.flush()
  expect(tap.seen).toMatchObject({ usage: { input: 7, requests: 1 }, estimated: false })
})
