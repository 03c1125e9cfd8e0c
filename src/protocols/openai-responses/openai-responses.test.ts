import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { Seen } from '../protocol.ts'
import { openaiResponses } from './openai-responses.ts'
import { readUsage } from './usage.ts'

const incoming = (body: string, path = '/v1/responses') => ({
  path,
  query: new URLSearchParams(),
  body: Buffer.from(body),
  contentType: 'application/json',
})
const read = (body: string, path?: string) => openaiResponses.read(incoming(body, path))
const streamTap = () => read('{"model":"m","stream":true}').tap()
const data = (event: object) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`)

const folder = new URL('../../../test/tapes/openai-responses/', import.meta.url)
const tapes = readdirSync(folder).flatMap((file) =>
  file.endsWith('.sse') ? [readFileSync(new URL(file, folder))] : [],
)

/** The same answer by an upstream that does not tell what it used. */
const untold = (tape: Buffer) => Buffer.from(tape.toString('latin1').replaceAll('"usage"', '"USAGE"'), 'latin1')

test('every tape comes out byte for byte and is read alike, wherever it is cut', () => {
  const cuts = fc.array(fc.nat(8000), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom(...tapes, ...tapes.map(untold)), cuts, (tape, places) => {
      const whole = streamTap()
      const cut = streamTap()
      const out: Buffer[] = []
      const ends = [...places.map((place) => place % tape.length), tape.length].toSorted((a, b) => a - b)
      for (const [i, end] of ends.entries()) out.push(cut.push(tape.subarray(ends[i - 1] ?? 0, end)))
      out.push(cut.flush())
      whole.push(tape)
      whole.flush()
      expect(Buffer.concat(out).equals(tape)).toBe(true)
      expect(withoutMeasure(cut.seen)).toEqual(withoutMeasure(whole.seen))
    }),
  )
})

/** What is told of an answer; how long its words are is a matter of those that tell nothing. */
function withoutMeasure({ pieces, text, ...told }: Seen) {
  return told.usage ? told : { ...told, pieces, text }
}

test('a body changes in its model only, on all three paths', () => {
  const body =
    '{ "input":[{"role":"user","content":"a \\ud800"}],\n "model" : "x", "top":12345678901234567890, "y":{"model":"x"} }'
  for (const path of ['/v1/responses', '/v1/responses/compact', '/v1/responses/input_tokens']) {
    expect(openaiResponses.serves(path)).toBe(true)
    const sent = read(body, path).addressedTo('up')
    expect(Buffer.from(sent.body).toString()).toBe(body.replace('"model" : "x"', '"model" : "up"'))
    expect(`/v1${sent.path}`).toBe(path)
  }
})

test.each(['/v1/responses/resp_1', '/v1/responses/resp_1/cancel', '/v1/responses/toString', '/v1/conversations'])(
  '%s is not served',
  (path) => expect(openaiResponses.serves(path)).toBe(false),
)

test('only a response is streamed', () => {
  expect(read('{"model":"m","stream":true}').stream).toBe(true)
  expect(read('{"model":"m","stream":true}', '/v1/responses/compact').stream).toBe(false)
})

test('an answer that could only be fetched later is refused, as nobody would ever know what it cost', () => {
  for (const yes of ['true', '"true"', '"yes"', '1'])
    expect(() => read(`{"model":"m","background":${yes}}`), yes).toThrow(GatewayError)
  for (const no of ['false', 'null', '0']) expect(read(`{"model":"m","background":${no}}`).stream, no).toBe(false)
  expect(read('{"model":"m","background":true,"stream":true}').stream).toBe(true)
})

test('nor is one that is not made yet kept for anybody', () => {
  const keptOf = (status: string) => {
    const tap = read('{"model":"m"}').tap()
    tap.push(Buffer.from(JSON.stringify({ id: 'resp_1', status, store: true, output: [] })))
    tap.flush()
    return tap.seen.kept
  }
  expect(['queued', 'in_progress', 'completed'].map(keptOf)).toEqual([undefined, undefined, 'resp_1'])
})

const sequenced = (type: string) =>
  data({ type, sequence_number: 4, response: { model: 'm', usage: null, error: null } })

test('what comes before the first word is no content yet, so that another provider may still be asked', () => {
  const tap = streamTap()
  for (const type of ['response.created', 'response.queued', 'response.in_progress']) tap.push(sequenced(type))
  tap.push(data({ type: 'response.output_item.added', item: { type: 'reasoning', summary: ['x.delta'] } }))
  expect(tap.seen).toMatchObject({ content: false, model: 'm', failure: null, sequence: 4 })
})

test.each([
  'response.output_text.delta',
  'response.function_call_arguments.delta',
  'response.custom_tool_call_input.delta',
  'response.reasoning_summary_text.delta',
  'response.refusal.delta',
  'response.output_item.done',
  'response.completed',
  'response.incomplete',
])('%s is content', (type) => {
  const tap = streamTap()
  tap.push(data({ type }))
  expect(tap.seen.content).toBe(true)
})

test.each([
  [{ type: 'response.failed', response: { error: { code: 'server_error' } } }, 'server_error', false],
  [{ type: 'response.failed', response: { error: { code: 'rate_limit_exceeded' } } }, 'rate_limit_exceeded', false],
  [{ type: 'response.failed', response: { error: null } }, 'error', false],
  [{ type: 'response.failed', response: { error: { code: 'invalid_prompt' } } }, 'invalid_prompt', true],
  [{ type: 'response.failed', response: { error: { code: 'bio_policy' } } }, 'bio_policy', true],
  [{ type: 'error', code: 'context_length_exceeded', message: 'x' }, 'context_length_exceeded', true],
  [{ type: 'error', error: { type: 'server_error', code: null } }, 'server_error', false],
  [{ error: { message: 'x', code: 'overloaded' } }, 'overloaded', false],
])('the failure %j is read as %s and is for the caller: %s', (event, failure, content) => {
  const tap = streamTap()
  tap.push(data(event))
  expect(tap.seen).toMatchObject({ failure, content })
})

test('an event of several data lines, and one nested too deep to skip through, are read all the same', () => {
  const split = streamTap()
  split.push(Buffer.from('data: {"type":"response.completed","response":\ndata: {"usage":{"input_tokens":3}}}\r\n\r\n'))
  expect(split.seen).toMatchObject({ terminal: true, usage: { input: 3 } })
  const deep = streamTap()
  const tools = JSON.parse('[{"a":'.repeat(60) + '1' + '}]'.repeat(60)) as unknown
  deep.push(data({ type: 'response.completed', response: { tools, usage: { input_tokens: 4 } } }))
  expect(deep.seen).toMatchObject({ terminal: true, usage: { input: 4 } })
})

test('a last event of several MiB, as images make it, is no fault', () => {
  const tap = streamTap()
  const image = { type: 'image_generation_call', result: 'Q'.repeat(5 * 1024 * 1024) }
  const event = data({ type: 'response.completed', response: { output: [image], usage: { output_tokens: 9 } } })
  for (let at = 0; at < event.length; at += 65_536) tap.push(event.subarray(at, at + 65_536))
  expect(tap.seen).toMatchObject({ terminal: true, failure: null, usage: { output: 9 } })
})

test('a whole answer of several MiB, as images make it, tells all that a short one does', () => {
  const tap = read('{"model":"m"}').tap()
  const answer = {
    id: 'resp_1',
    error: null,
    model: 'g',
    output: [{ type: 'image_generation_call', result: 'Q'.repeat(2 * 1024 * 1024) }],
    service_tier: 'priority',
    store: true,
    tool_usage: { image_gen: { input_tokens: 50, output_tokens: 4160 }, web_search: { num_requests: 3 } },
    usage: { input_tokens: 2000, output_tokens: 300 },
    metadata: { service_tier: 'flex' },
  }
  const bytes = Buffer.from(JSON.stringify(answer))
  for (let at = 0; at < bytes.length; at += 65_536) tap.push(bytes.subarray(at, at + 65_536))
  tap.flush()
  const usage = { input: 2000, output: 300, imageIn: 50, imageOut: 4160, searches: 3 }
  expect(tap.seen).toMatchObject({ terminal: true, model: 'g', kept: 'resp_1', serviceTier: 'priority', usage })
})

test.each([
  [
    'the input holds what was read from and written to the cache, split by lifetime',
    {
      usage: {
        input_tokens: 100,
        input_tokens_details: {
          cached_tokens: 60,
          cache_write_tokens: 30,
          cache_write_tokens_details: { ttl_30m_tokens: 10, ttl_12h_tokens: 20 },
        },
        output_tokens: 50,
        output_tokens_details: { reasoning_tokens: 20 },
      },
    },
    { input: 10, cacheRead: 60, cacheWrite5m: 10, cacheWrite1h: 20, output: 50, reasoning: 20, requests: 1 },
  ],
  [
    'writes without a split are short-lived',
    { usage: { input_tokens: 100, input_tokens_details: { cache_write_tokens: 30 } } },
    { input: 70, cacheWrite5m: 30, cacheWrite1h: 0 },
  ],
  [
    'a split without a sum is a sum',
    { usage: { input_tokens: 9, input_tokens_details: { cache_write_tokens_details: { ttl_12h_tokens: 4 } } } },
    { input: 5, cacheWrite5m: 0, cacheWrite1h: 4 },
  ],
  [
    'hosted tools are told beside the usage',
    {
      usage: { input_tokens: 1 },
      tool_usage: { web_search: { num_requests: 3 }, image_gen: { input_tokens: 5, output_tokens: 7 } },
    },
    { searches: 3, imageIn: 5, imageOut: 7 },
  ],
  [
    'hostile figures are clamped',
    { usage: { input_tokens: -1, output_tokens: 'x', input_tokens_details: { cached_tokens: 1e18 } } },
    { input: 0, cacheRead: 0, output: 0 },
  ],
])('usage: %s', (_name, response, expected) => {
  expect(readUsage(response)?.usage).toMatchObject(expected)
})

test('a whole answer tells model and usage, a failed one its code, and an incomplete one is an answer', () => {
  const seenOf = (answer: object, path?: string) => {
    const tap = read('{"model":"m"}', path).tap()
    tap.push(Buffer.from(JSON.stringify(answer)))
    tap.flush()
    return tap.seen
  }
  const usage = { input_tokens: 3, output_tokens: 4 }
  expect(seenOf({ status: 'incomplete', model: 'x', error: null, usage })).toMatchObject({
    model: 'x',
    failure: null,
    terminal: true,
    usage: { input: 3, output: 4 },
  })
  expect(seenOf({ status: 'failed', error: { code: 'server_error' }, usage }).failure).toBe('server_error')
  expect(seenOf({ object: 'response.compaction', output: [], usage }, '/v1/responses/compact').usage?.input).toBe(3)
  const counted = seenOf({ object: 'response.input_tokens', input_tokens: 99 }, '/v1/responses/input_tokens')
  expect(counted).toMatchObject({ terminal: true, failure: null, usage: NO_USAGE })
})

test.each([
  [true, 'resp_1'],
  [false, undefined],
])('a stream tells what its answer is called where it is kept: %s', (store, kept) => {
  const tap = streamTap()
  tap.push(data({ type: 'response.completed', response: { id: 'resp_1', store, model: 'm', usage: null } }))
  expect(tap.seen.kept).toBe(kept)
})

test('a stream that breaks off ends with an error, numbered after the last event, and with the failed response', () => {
  const tap = streamTap()
  tap.push(sequenced('response.created'))
  const error = new GatewayError('upstream_broke')
  const bytes = openaiResponses.errors.breakOff(error, { locale: 'en', requestId: 'r1', seen: tap.seen }).toString()
  const [code, message] = ['upstream_broke', 'Connection lost: the upstream broke off.']
  const response = {
    id: 'resp_r1',
    object: 'response',
    status: 'failed',
    error: { code, message },
    output: [],
    usage: null,
  }
  expect(bytes.split('\n\n').map((event) => event.split('\ndata: '))).toEqual([
    ['event: error', JSON.stringify({ type: 'error', code, message, param: null, sequence_number: 5 })],
    ['event: response.failed', JSON.stringify({ type: 'response.failed', sequence_number: 6, response })],
    [''],
  ])
})
