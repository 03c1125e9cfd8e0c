import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ErrorCode, GatewayError } from '../../core/errors.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { geminiErrors } from '../gemini-errors.ts'
import { geminiGenerate } from './gemini-generate.ts'
import { canonicalUsage } from './usage.ts'

const asked = (url: string, body = '{"contents":[]}') => {
  const [path = '', query = ''] = url.split('?')
  return { path, query: new URLSearchParams(query), body: Buffer.from(body) }
}
const turnOf = (url: string, body?: string) => geminiGenerate.read(asked(url, body))

test.each([
  ['/v1beta/models/gemini-3.8-flash:generateContent', 'gemini-3.8-flash', false],
  ['/v1/models/gemini-3.8-flash:streamGenerateContent?alt=sse', 'gemini-3.8-flash', true],
  ['/v1alpha/models/gemini-3.8-flash:streamGenerateContent', 'gemini-3.8-flash', true],
  ['/v1beta/models/gemini-3.8-flash:countTokens', 'gemini-3.8-flash', false],
  ['/v1beta/models/models/gemini-3.8-flash:generateContent', 'gemini-3.8-flash', false],
  ['/v1beta/models/models%2Fgemini-3.8-flash%3AgenerateContent', 'gemini-3.8-flash', false],
  ['/v1beta/models/deepseek-ai/v4:generateContent', 'deepseek-ai/v4', false],
  ['/v1beta/models/%E7%8E%89%E9%97%A8%20a:generateContent', '玉门 a', false],
  ['/v1beta/models/ft:one:two:generateContent', 'ft:one:two', false],
  ['/v1beta/models/100%:generateContent', '100%', false],
])('%s asks for the model %s', (url, model, stream) => {
  expect(geminiGenerate.serves(url.split('?')[0] ?? '')).toBe(true)
  expect(turnOf(url)).toMatchObject({ model, stream })
})

test.each([
  '/v1beta/models/m:embedContent',
  '/v1beta/models/m',
  '/v1beta/models/:generateContent',
  '/v1beta/tunedModels/m:generateContent',
  '/v2/models/m:generateContent',
  '/v1beta/models/m:generateContent/more',
])('%s is not served', (path) => {
  expect(geminiGenerate.serves(path)).toBe(false)
})

test('how an answer is to be made is said once, as Google may read another than was held for', () => {
  const most = (body: string) => turnOf('/v1/models/m:generateContent', body).maxTokens
  expect(most('{"generationConfig":{"maxOutputTokens":7}}')).toBe(7)
  const [small, large] = ['{"maxOutputTokens":1}', '{"maxOutputTokens":65536}']
  for (const body of [
    `{"generation_config":${small},"generationConfig":${large}}`,
    `{"generationConfig":${large},"generation_config":${small}}`,
    `{"generationConfig":${large},"generationConfig":${small}}`,
  ])
    expect(() => most(body), body).toThrow(/stands twice/)
})

test('the operation decides whether an answer is a stream, whatever the body says', () => {
  expect(turnOf('/v1/models/m:generateContent', '{"stream":true}').stream).toBe(false)
  expect(turnOf('/v1/models/m:streamGenerateContent', '{"stream":false}').stream).toBe(true)
})

test.each([
  ['streamGenerateContent?alt=sse', 'alt=sse'],
  ['streamGenerateContent?alt=sse&alt=json&fields=candidates', 'alt=sse'],
  ['streamGenerateContent?alt=json', undefined],
  ['streamGenerateContent?$alt=sse', undefined],
  ['generateContent?alt=sse', undefined],
])('%s is asked of its upstream in the form in which its answer is read: %s', (call, query) => {
  expect(turnOf(`/v1beta/models/m:${call}`).addressedTo('m').query).toBe(query)
})

test('an upstream is asked in the caller’s version for its own name of the model, with the very bytes of the body', () => {
  const body = '{ "contents" : [ {"parts":[{"text":"\\ud800"}]} ],"model":"models/m", "n":12345678901234567890 }'
  const turn = turnOf('/v1alpha/models/m:streamGenerateContent?alt=sse', body)
  expect(turn.addressedTo('up').path).toBe('/v1alpha/models/up:streamGenerateContent')
  expect(turn.addressedTo('up').body).toBe(turn.body)
  expect(Buffer.from(turn.body).toString()).toBe(body)
})

test.each([
  ['models/up', '/v1/models/up:generateContent'],
  ['tunedModels/up', '/v1/tunedModels/up:generateContent'],
  ['ns/up', '/v1/models/ns/up:generateContent'],
  ['a b?c#d', '/v1/models/a%20b%3Fc%23d:generateContent'],
])('the upstream’s name %s stands in the path %s', (name, path) => {
  expect(turnOf('/v1/models/m:generateContent').addressedTo(name).path).toBe(path)
})

test('any name survives the path', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60 }), (name) => {
      fc.pre(name.isWellFormed() && !/^(models|tunedModels)\//.test(name) && !/[\r\n\u2028\u2029]/.test(name))
      const { path } = turnOf('/v1/models/m:generateContent').addressedTo(name)
      expect(turnOf(path).model).toBe(name)
    }),
  )
})

test.each([
  ['', 'body_malformed'],
  ['[]', 'body_malformed'],
  ['{"contents":[', 'body_malformed'],
])('the body %j is refused as %s', (body, code) => {
  expect(() => turnOf('/v1/models/m:generateContent', body)).toThrow(expect.objectContaining({ code }))
})

test('a name of more than 200 characters is refused', () => {
  expect(() => turnOf(`/v1/models/${'m'.repeat(201)}:generateContent`)).toThrow(
    expect.objectContaining({ code: 'body_invalid' }),
  )
})

test.each([
  [
    'cached tokens are inside the prompt',
    { promptTokenCount: 100, cachedContentTokenCount: 60, candidatesTokenCount: 7 },
    { input: 40, cacheRead: 60, output: 7 },
  ],
  [
    'thoughts are beside the candidates',
    { promptTokenCount: 1, candidatesTokenCount: 30, thoughtsTokenCount: 20 },
    { input: 1, output: 50, reasoning: 20 },
  ],
  ['prompts of tools are beside the prompt', { promptTokenCount: 1, toolUsePromptTokenCount: 9 }, { input: 10 }],
  [
    'sound has its own price, but for the part that was cached',
    {
      promptTokenCount: 100,
      cachedContentTokenCount: 30,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 40 },
        { modality: 'AUDIO', tokenCount: 60 },
      ],
      cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 30 }],
    },
    { input: 40, cacheRead: 30, audioIn: 30 },
  ],
  [
    'a picture that was made is no text',
    {
      promptTokenCount: 5,
      candidatesTokenCount: 1300,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
    },
    { input: 5, output: 10, imageOut: 1290 },
  ],
  ['a blocked prompt has an input only', { promptTokenCount: 5, totalTokenCount: 5 }, { input: 5, output: 0 }],
  [
    'hostile figures are clamped and never credited',
    {
      promptTokenCount: -5,
      cachedContentTokenCount: 1e18,
      candidatesTokenCount: 'many',
      thoughtsTokenCount: Number.NaN,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1e9 }, null, 7],
      promptTokensDetails: 'x',
    },
    NO_USAGE,
  ],
])('usage: %s', (_what, raw, usage) => {
  expect(canonicalUsage(raw)).toEqual({ ...NO_USAGE, ...usage, requests: 1 })
})

test('an answer that is not streamed is read when it is whole', () => {
  const tap = turnOf('/v1/models/m:generateContent').tap()
  const answer = { candidates: [{ finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 3 }, modelVersion: 'g' }
  for (const byte of Buffer.from(JSON.stringify(answer))) tap.push(Buffer.of(byte))
  tap.flush()
  expect(tap.seen).toMatchObject({ terminal: true, failure: null, model: 'g', usage: { input: 3 } })
})

const image = Buffer.alloc(3 * 1024 * 1024, 'A').toString()
const pictured = JSON.stringify({
  candidates: [
    {
      content: { parts: [{ inlineData: { mimeType: 'image/png', data: image } }] },
      finishReason: 'STOP',
      groundingMetadata: { webSearchQueries: ['玉门关 "today"', 'weather]'] },
    },
  ],
  usageMetadata: {
    promptTokenCount: 5,
    candidatesTokenCount: 1290,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
  },
  modelVersion: 'g',
})

test.each([
  ['generateContent', pictured],
  ['streamGenerateContent?alt=sse', `data: ${pictured}\r\n\r\n`],
  ['streamGenerateContent', `[${pictured}\n]`],
])('%s brings a picture of megabytes through, and its usage', (call, answer) => {
  const tap = turnOf(`/v1/models/m:${call}`).tap()
  const out: Buffer[] = []
  const bytes = Buffer.from(answer)
  for (let at = 0; at < bytes.length; at += 16_384) out.push(tap.push(bytes.subarray(at, at + 16_384)))
  out.push(tap.flush())
  expect(Buffer.concat(out).equals(bytes)).toBe(true)
  const usage = { input: 5, imageOut: 1290, searches: 2 }
  expect(tap.seen).toMatchObject({ content: true, terminal: true, failure: null, model: 'g', usage })
})

test.each(['?alt=sse', ''])('an element that never ends is reported, not kept for ever (%j)', (query) => {
  const tap = turnOf(`/v1/models/m:streamGenerateContent${query}`).tap()
  tap.push(Buffer.from('[{"a":"'))
  for (let i = 0; i < 33; i += 1) tap.push(Buffer.alloc(1024 * 1024, 'x'))
  expect(tap.seen.failure).toBe('event_too_large')
})

test('counting tokens uses nothing, whatever the answer says', () => {
  const tap = turnOf('/v1/models/m:countTokens').tap()
  tap.push(Buffer.from('{"totalTokens":31,"usageMetadata":{"promptTokenCount":31}}'))
  expect(tap.seen.usage).toBe(NO_USAGE)
  tap.flush()
  expect(tap.seen).toMatchObject({ terminal: true, failure: null })
  expect(tap.seen.usage).toBe(NO_USAGE)
})

const CASES: [ErrorCode, number, string][] = [
  ['key_invalid', 400, 'INVALID_ARGUMENT'],
  ['balance_exhausted', 429, 'RESOURCE_EXHAUSTED'],
  ['rate_limited', 429, 'RESOURCE_EXHAUSTED'],
  ['model_not_found', 404, 'NOT_FOUND'],
  ['upstream_broke', 503, 'UNAVAILABLE'],
  ['body_too_large', 413, 'INVALID_ARGUMENT'],
  ['internal', 500, 'INTERNAL'],
]

test.each(CASES)('%s is told as %i %s in the form the answer would have had', (code, http, status) => {
  const error = new GatewayError(code, { seconds: 7 })
  const about = (call: string) => ({ locale: 'en' as const, requestId: 'r', asked: asked(`/v1/models/m:${call}`) })
  const plain = { error: { code: http, status } }
  const refusal = (call: string) => geminiErrors.refuse(error, about(call))
  expect(refusal('generateContent').status).toBe(http)
  for (const call of ['generateContent', 'countTokens', 'streamGenerateContent?alt=sse'])
    expect(JSON.parse(refusal(call).body), call).toMatchObject(plain)
  expect(JSON.parse(refusal('streamGenerateContent').body)).toMatchObject([plain])

  const { seen } = turnOf('/v1/models/m:streamGenerateContent').tap()
  const broken = (call: string) => geminiErrors.breakOff(error, { ...about(call), seen }).toString()
  expect(JSON.parse(/^data: (.*)\n\n$/.exec(broken('streamGenerateContent?alt=sse'))?.[1] ?? '')).toMatchObject(plain)
  expect(JSON.parse(`[{}${broken('streamGenerateContent')}`)).toMatchObject([{}, plain])
  const first = geminiErrors.breakOff(error, about('streamGenerateContent'))
  expect(JSON.parse(first.toString())).toMatchObject([plain])
})

test('clients are told what makes them stop or wait', () => {
  const detail = (code: ErrorCode): unknown =>
    JSON.parse(geminiErrors.refuse(new GatewayError(code, { seconds: 7 }), { locale: 'en', requestId: 'r' }).body).error
      .details[0]
  expect(detail('key_invalid')).toMatchObject({ reason: 'API_KEY_INVALID' })
  expect(detail('balance_exhausted')).toMatchObject({ violations: [{ quotaId: expect.stringMatching(/PerDay$/) }] })
  expect(detail('rate_limited')).toMatchObject({ retryDelay: '7s' })
})

test('several answers in one stream are over when each has its reason to finish, or when all that began have at its end', () => {
  const chunk = (candidate: object) => Buffer.from(`data: ${JSON.stringify({ candidates: [candidate] })}\n\n`)
  const says = (index: number) => chunk({ index, content: { parts: [{ text: 'a' }] } })
  const ends = (index: number) => chunk({ index, finishReason: 'STOP' })
  const overAfter = (...chunks: Buffer[]) => {
    const body = '{"contents":[],"generationConfig":{"candidateCount":2}}'
    const tap = turnOf('/v1beta/models/m:streamGenerateContent?alt=sse', body).tap()
    const told = chunks.map((one) => [tap.push(one), tap.seen.terminal][1])
    tap.flush()
    return [...told, tap.seen.terminal]
  }
  expect(overAfter(says(0), says(1), ends(1), says(0), ends(0))).toEqual([false, false, false, false, true, true])
  expect(overAfter(says(0), ends(0))).toEqual([false, false, true])
  expect(overAfter(says(0), says(1), ends(0))).toEqual([false, false, false, false])
})
