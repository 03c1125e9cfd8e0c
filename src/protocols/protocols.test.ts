import { expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { PROTOCOL_CODECS } from './all.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { canonicalUsage, usageSoFar } from './anthropic-messages/usage.ts'
import { mergeUsage } from './merge-usage.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { readUsage } from './openai-chat/usage.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import { geminiGenerate } from './gemini-generate/gemini-generate.ts'
import type { Protocol } from './protocol.ts'

const incoming = (body: string) => ({ path: '', query: new URLSearchParams(), body: Buffer.from(body) })
const sent = (body: string, name = 'up') =>
  Buffer.from(openaiChat.read(incoming(body)).addressedTo(name).body).toString()

test('a body that is not streamed changes in its model only, down to the white space and large numbers', () => {
  const body =
    '{ "messages":[{"role":"user","content":"a \\ud800"}],\n "model" : "x", "seed":12345678901234567890, "z":{"model":"x"} }'
  expect(sent(body)).toBe(body.replace('"model" : "x"', '"model" : "up"'))
})

test('a count that no number holds exactly is none, so that nothing is reckoned with it', () => {
  const most = (value: string) => openaiChat.read(incoming(`{"model":"m","max_tokens":${value}}`)).maxTokens
  expect([most('7'), most('1e308'), most('9007199254740993'), most('0.5'), most('-1')]).toEqual([
    7,
    null,
    null,
    null,
    null,
  ])
})

test('a model that stands twice is replaced twice, so that no upstream reads another one than was checked', () => {
  expect(sent('{"model":"a","mo\\u0064el":"b"}')).toBe('{"model":"up","mo\\u0064el":"up"}')
  expect(openaiChat.read(incoming('{"model":"a","model":"b"}')).model).toBe('b')
})

test.each([
  ['{"model":"m","stream":true}', '{"stream_options":{"include_usage":true},"model":"up","stream":true}'],
  [
    '{"model":"m","stream":true,"stream_options":null}',
    '{"model":"up","stream":true,"stream_options":{"include_usage":true}}',
  ],
  [
    '{"stream_options":{},"model":"m","stream":true}',
    '{"stream_options":{"include_usage":true},"model":"up","stream":true}',
  ],
  [
    '{"stream_options":{"include_usage":false},"model":"m","stream":true}',
    '{"stream_options":{"include_usage":true},"model":"up","stream":true}',
  ],
  [
    '{"stream":true,"stream_options":{"include_obfuscation":false},"model":"m"}',
    '{"stream":true,"stream_options":{"include_usage":true,"include_obfuscation":false},"model":"up"}',
  ],
  [
    '{"stream":true,"stream_options":{"include_usage":true},"model":"m"}',
    '{"stream":true,"stream_options":{"include_usage":true},"model":"up"}',
  ],
])('a stream is always asked for its usage: %s', (body, expected) => {
  expect(sent(body)).toBe(expected)
})

test.each([
  ['', 'body_malformed'],
  ['{"model":"m"', 'body_malformed'],
  ['[1]', 'body_malformed'],
  ['{}', 'body_invalid'],
  ['{"model":7}', 'body_invalid'],
  ['{"model":""}', 'body_invalid'],
  ['{"model":"m","stream":true,"stream_options":7}', 'body_invalid'],
])('the body %j is refused as %s', (body, code) => {
  const error = (() => {
    try {
      return openaiChat.read(incoming(body))
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(GatewayError)
  expect(error).toMatchObject({ code })
})

test.each([
  [
    'cached and written tokens are inside the prompt',
    { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 } },
    { input: 10, cacheRead: 60, cacheWrite5m: 30, output: 10 },
  ],
  [
    'Model Studio tells what its explicit cache wrote inside the prompt',
    {
      prompt_tokens: 100,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: 0, cache_creation_input_tokens: 90, cache_type: 'ephemeral' },
    },
    { input: 10, cacheRead: 0, cacheWrite5m: 90 },
  ],
  [
    'DeepSeek splits the prompt into hits and misses',
    { prompt_tokens: 100, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36, completion_tokens: 1 },
    { input: 36, cacheRead: 64, output: 1 },
  ],
  [
    'Kimi tells cached tokens at the top',
    { prompt_tokens: 100, cached_tokens: 40, completion_tokens: 1 },
    { input: 60, cacheRead: 40 },
  ],
  [
    'reasoning is inside the completion',
    { prompt_tokens: 1, completion_tokens: 50, total_tokens: 51, completion_tokens_details: { reasoning_tokens: 20 } },
    { output: 50, reasoning: 20 },
  ],
  [
    'reasoning is beside the completion when the total says so',
    { prompt_tokens: 1, completion_tokens: 50, total_tokens: 71, completion_tokens_details: { reasoning_tokens: 20 } },
    { output: 70, reasoning: 20 },
  ],
  [
    'hostile figures are clamped',
    { prompt_tokens: 'x', completion_tokens: -5, prompt_tokens_details: { cached_tokens: 1e18 } },
    { input: 0, cacheRead: 0, output: 0 },
  ],
])('chat usage: %s', (_name, usage, expected) => {
  expect(readUsage({ usage })?.usage).toMatchObject(expected)
})

test('chat usage is found in the first choice and under x_groq, and absent usage is absent', () => {
  expect(readUsage({ choices: [{ usage: { prompt_tokens: 3 } }] })?.usage.input).toBe(3)
  expect(readUsage({ x_groq: { usage: { prompt_tokens: 4 } } })?.usage.input).toBe(4)
  expect(readUsage({ choices: [], usage: null })).toBeNull()
})

test('messages usage: later figures replace earlier ones, nulls do not, explicit zeros do', () => {
  const start = {
    input_tokens: 10,
    cache_creation_input_tokens: 200,
    cache_creation: { ephemeral_5m_input_tokens: 150, ephemeral_1h_input_tokens: 50 },
    output_tokens: 1,
  }
  expect(canonicalUsage(mergeUsage(start, { output_tokens: 9, cache_creation_input_tokens: null }))).toMatchObject({
    input: 10,
    cacheWrite5m: 150,
    cacheWrite1h: 50,
    output: 9,
  })
  expect(canonicalUsage(mergeUsage(start, { cache_creation_input_tokens: 0 }))).toMatchObject({
    cacheWrite5m: 0,
    cacheWrite1h: 0,
  })
  expect(canonicalUsage({ cache_creation_input_tokens: 70 })).toMatchObject({ cacheWrite5m: 70, cacheWrite1h: 0 })
  expect(canonicalUsage({ cache_creation: start.cache_creation })).toMatchObject({
    cacheWrite5m: 150,
    cacheWrite1h: 50,
  })
})

test('messages usage: no input at all at the end is none that was told at the start', () => {
  const start = { input_tokens: 10, cache_read_input_tokens: 0, output_tokens: 1 }
  const input = (told: object) => canonicalUsage(usageSoFar(start, { output_tokens: 9, ...told }))
  expect(input({ input_tokens: 0 })).toMatchObject({ input: 10, output: 9 })
  expect(input({ input_tokens: 0, cache_read_input_tokens: 10 })).toMatchObject({ input: 0, cacheRead: 10 })
  expect(input({ input_tokens: 0, cache_creation_input_tokens: 10 })).toMatchObject({ input: 0, cacheWrite5m: 10 })
  expect(input({ input_tokens: 7 })).toMatchObject({ input: 7 })
  expect(canonicalUsage(usageSoFar({}, { input_tokens: 0, output_tokens: 9 }))).toMatchObject({ input: 0, output: 9 })
})

test.each([
  ['all of it for an hour', { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 50 }, 0, 150],
  ['for both', { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 30 }, 120, 30],
  ['none of it for an hour', { ephemeral_5m_input_tokens: 50, ephemeral_1h_input_tokens: 0 }, 150, 0],
])(
  'what tools write to a cache later in a stream is kept as what was written at its start: %s',
  (_, split, short, hour) => {
    const start = { input_tokens: 5, cache_creation_input_tokens: 50, cache_creation: split, output_tokens: 1 }
    const told = usageSoFar(usageSoFar({}, start), { cache_creation_input_tokens: 150, output_tokens: 9 })
    const last = usageSoFar(told, { output_tokens: 12 })
    expect(canonicalUsage(last)).toMatchObject({ cacheWrite5m: short, cacheWrite1h: hour, output: 12 })
  },
)

test('what stands where a word is expected is no word, and no fault of ours', () => {
  const odd = [{ toString: 1 }, [{ toString: 1 }], 'constructor', '__proto__']
  const read = (id: string, path: string, body: object) =>
    PROTOCOL_CODECS.find((codec) => codec.id === id)?.read({ ...incoming(JSON.stringify(body)), path })
  for (const one of odd) {
    const pictures = { model: 'm', prompt: 'p', n: one, size: one, quality: one, stream: one }
    expect(read('openai-images', '/v1/images/generations', pictures)).toMatchObject({
      stream: false,
      estimate: { requests: 1, imageOut: 1056 },
    })
    const contents = { generationConfig: { responseModalities: [one, 'image'] } }
    expect(read('gemini-generate', '/v1beta/models/m:generateContent', contents)?.wants).toBe('picture')
  }
})

test('a key that begins with a mark of byte order is another key, as it is for every upstream', () => {
  const read = openaiChat.read(incoming('{"model":"m","stream":true,"\ufeffstream":false,"\ufeffmodel":"n"}'))
  expect([read.model, read.stream]).toEqual(['m', true])
})

test('how long an answer may be is read where each protocol says it', () => {
  const read = (protocol: Protocol, body: object, path = '') => {
    const { maxTokens, answers = 1 } = protocol.read({
      path,
      query: new URLSearchParams(),
      body: Buffer.from(JSON.stringify({ model: 'm', ...body })),
    })
    return [maxTokens, answers]
  }
  expect(read(openaiChat, { max_tokens: 5 })).toEqual([5, 1])
  expect(read(openaiChat, { max_tokens: 5, max_completion_tokens: 7, n: 3 })).toEqual([7, 3])
  // Which of the two counts is the vendor's affair: some read the one, some the other.
  expect(read(openaiChat, { max_tokens: 100_000, max_completion_tokens: 1 })).toEqual([100_000, 1])
  expect(read(openaiChat, { max_tokens: 'many', n: -1 })).toEqual([null, 1])
  expect(read(anthropicMessages, { max_tokens: 9 })).toEqual([9, 1])
  expect(read(openaiResponses, { max_output_tokens: 11 }, '/v1/responses')).toEqual([11, 1])
  const gemini = '/v1beta/models/m:generateContent'
  expect(read(geminiGenerate, { generationConfig: { maxOutputTokens: 13, candidateCount: 2 } }, gemini)).toEqual([
    13, 2,
  ])
  expect(read(geminiGenerate, { generation_config: { max_output_tokens: 13 } }, gemini)).toEqual([13, 1])
  expect(read(geminiGenerate, { generationConfig: null }, gemini)).toEqual([null, 1])
})

test('a limit that is used up is told with the wait, and not to be tried again', () => {
  const error = new GatewayError('limit_reached_day', { seconds: 60, resets: '2026-11-21 00:00 (UTC)' })
  const about = { locale: 'zh-CN', requestId: 'r1' } as const
  const openai = openaiChat.errors.refuse(error, about)
  expect(openai.headers).toEqual({ 'x-request-id': 'r1', 'x-should-retry': 'false', 'retry-after': '60' })
  expect(JSON.parse(openai.body).error).toMatchObject({
    code: 'insufficient_quota',
    message: '今日额度已用尽，将于 2026-11-21 00:00 (UTC) 重置。',
  })
  const anthropic = anthropicMessages.errors.refuse(error, about)
  expect(anthropic.headers).toEqual({ 'request-id': 'r1', 'x-should-retry': 'false', 'retry-after': '60' })
  expect(JSON.parse(anthropic.body).error.type).toBe('billing_error')
  const midway = new GatewayError('limit_reached_midway')
  expect(String(anthropicMessages.errors.breakOff(midway, about))).toMatch(/^event: error\ndata: .*"billing_error"/)
  expect(String(openaiChat.errors.breakOff(midway, about))).toMatch(/^data: .*"insufficient_quota"/)
})

test('errors take the shape that stops each client (wire.md §1.9)', () => {
  const about = { locale: 'en', requestId: 'r1' } as const
  const badKey = openaiChat.errors.refuse(new GatewayError('key_invalid'), about)
  expect(badKey.status).toBe(401)
  expect(JSON.parse(badKey.body)).toEqual({
    error: {
      message: 'This API key is not valid.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_api_key',
    },
  })
  const poor = anthropicMessages.errors.refuse(new GatewayError('balance_exhausted'), { ...about, locale: 'zh-CN' })
  expect(poor).toMatchObject({ status: 429, headers: { 'x-should-retry': 'false' } })
  expect(JSON.parse(poor.body)).toEqual({
    type: 'error',
    error: { type: 'billing_error', message: '余额已用尽。' },
    request_id: 'r1',
  })
  const fast = openaiChat.errors.refuse(new GatewayError('rate_limited', { seconds: 3 }), about)
  expect(fast).toMatchObject({ status: 429, headers: { 'retry-after': '3', 'retry-after-ms': '3000' } })
  expect(JSON.parse(openaiChat.errors.refuse(new GatewayError('balance_exhausted'), about).body).error).toMatchObject({
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  })
})
