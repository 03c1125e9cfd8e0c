import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import type { Rates } from '../../core/price.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { PROTOCOL_CODECS } from '../all.ts'
import { passThrough } from './pass-through.ts'

const turnFor = (path: string, body: string) =>
  passThrough
    .find((protocol) => protocol.serves(path))
    ?.read({ path, query: new URLSearchParams(), body: Buffer.from(body) })

const sent = (path: string, body: string, name = 'up') => {
  const addressed = turnFor(path, body)?.addressedTo(name)
  return { path: addressed?.path, body: Buffer.from(addressed?.body ?? []).toString() }
}

test('every path is served by one protocol', () => {
  for (const path of [
    '/v1/embeddings',
    '/v1/audio/speech',
    '/v1/completions',
    '/v1/messages/count_tokens',
    '/v2/rerank',
  ])
    expect(
      PROTOCOL_CODECS.filter((protocol) => protocol.serves(path)),
      path,
    ).toHaveLength(1)
})

test.each([
  ['/v1/embeddings', '/embeddings'],
  ['/v1/images/edits', '/images/edits'],
  ['/v2/rerank', '/rerank'],
  ['/v1/messages/count_tokens', '/v1/messages/count_tokens'],
])('%s is asked at a base URL’s %s, its body changed in the model only', (path, upstream) => {
  const body = '{ "input":["é", 1],\n "model" : "x", "seed":12345678901234567890, "z":{"model":"x"} }'
  expect(sent(path, body)).toEqual({ path: upstream, body: body.replace('"model" : "x"', '"model" : "up"') })
})

test('a moderation may leave the model to the vendor, and is told only when it has another name there', () => {
  expect(turnFor('/v1/moderations', '{"input":"a"}')?.model).toBe('omni-moderation-latest')
  expect(sent('/v1/moderations', '{"input":"a"}', 'omni-moderation-latest').body).toBe('{"input":"a"}')
  expect(sent('/v1/moderations', ' {"input":"a"}').body).toBe(' {"model":"up","input":"a"}')
  expect(sent('/v1/moderations', '{ }').body).toBe('{"model":"up" }')
  expect(sent('/v1/moderations', '{"model":"m"}').body).toBe('{"model":"up"}')
})

test('a moderation is free where it has no price and its vendor tells no usage, and else sold like what is read', () => {
  const seenOf = (answer: object, rates: Rates | null) => {
    const body = Buffer.from(JSON.stringify({ model: 'm', input: 'a'.repeat(376) }))
    const protocol = passThrough.find((one) => one.serves('/v1/moderations'))
    const turn = protocol?.read({ path: '/v1/moderations', query: new URLSearchParams(), body, ratesOf: () => rates })
    const tap = turn?.tap()
    tap?.push(Buffer.from(JSON.stringify({ id: 'modr-1', results: [], ...answer })))
    tap?.flush()
    return { held: turn?.estimate, ...tap?.seen }
  }
  for (const rates of [null, {}, { input: 0n }]) {
    expect(seenOf({}, rates).usage).toBe(NO_USAGE)
    expect(seenOf({}, rates).held).toBe(NO_USAGE)
  }
  const read = { ...NO_USAGE, input: 100, requests: 1 }
  expect(seenOf({}, { input: 1n })).toMatchObject({ held: read, usage: read, estimated: true })
  const usage = { prompt_tokens: 79, total_tokens: 79, completion_tokens: 0 }
  expect(seenOf({ usage }, { input: 1n })).toMatchObject({ usage: { ...read, input: 79 }, estimated: false })
})

test.each(['/v1/embeddings', '/v1/rerank', '/v1/images/generations', '/v1/audio/speech', '/v1/messages/count_tokens'])(
  'a request to %s that names no model is refused',
  (path) => {
    expect(() => turnFor(path, '{"input":"a"}')).toThrow(GatewayError)
    expect(() => turnFor(path, '{"model":7}')).toThrow('`model` must be a string')
    expect(() => turnFor(path, 'nothing')).toThrow('not valid JSON')
  },
)

test('an answer too long to keep is metered by the usage before its data', () => {
  const tap = turnFor('/v1/embeddings', '{"model":"m","input":"a"}')?.tap()
  tap?.push(Buffer.from('{"object":"list","usage":{"total_tokens":7},"data":['))
  for (let i = 0; i < 40; i += 1) tap?.push(Buffer.alloc(64 * 1024, '1,'))
  tap?.push(Buffer.from('1]}'))
  tap?.flush()
  expect(tap?.seen).toMatchObject({ usage: { input: 7, requests: 1 }, estimated: false })
})

test.each([
  [[], 1],
  [['a', 'b'], 1],
  [Array.from({ length: 101 }, () => 'a'), 2],
])('a rerank whose answer tells nothing counts a search for every 100 documents', (documents, searches) => {
  const body = JSON.stringify({ model: 'm', query: 'q', documents })
  const turn = turnFor('/v2/rerank', body)
  const usage = { input: Math.ceil(body.length / 4), searches, requests: 1 }
  expect(turn?.estimate).toMatchObject(usage)
  const tap = turn?.tap()
  tap?.push(Buffer.from('{"results":[]}'))
  tap?.flush()
  expect(tap?.seen).toMatchObject({ usage, estimated: true })
})

test('a form that says twice how many pictures it wants is refused: what is held for would be one number, what is made another', () => {
  const field = (name: string, value: string) =>
    `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const read = (...fields: string[]) =>
    passThrough
      .find((protocol) => protocol.serves('/v1/images/edits'))
      ?.read({
        path: '/v1/images/edits',
        query: new URLSearchParams(),
        body: Buffer.from(`${field('model', 'm')}${fields.join('')}--cut--`),
        contentType: 'multipart/form-data; boundary=cut',
      })
  expect(read(field('n', '10'))?.estimate).toMatchObject({ requests: 10 })
  expect(() => read(field('n', '10'), field('n', '1'))).toThrow('`n` stands more than once')
  expect(read(field('tag', 'a'), field('tag', 'b'))?.model).toBe('m')
})

test.each([
  ['what is left to the model', {}, 1056, 6240],
  ['what is said to be left to it', { size: 'auto', quality: 'auto' }, 1056, 6240],
  ['the size', { size: '1024x1024' }, 1056, 4160],
  ['the quality', { quality: 'low', n: 2 }, 544, 816],
  ['a picture that moves', { size: '512x512', quality: 'low', output_format: 'gif', frame_count: 12 }, 816, 816],
  ['one of as many frames as are usual', { size: '512x512', quality: 'low', output_format: 'gif' }, 612, 612],
  ['frames of a picture that does not move', { size: '512x512', quality: 'low', frame_count: 12 }, 68, 68],
])(
  'at worst a picture is of the highest quality and the largest size, where that is not said: %s',
  (_, said, held, worst) => {
    const turn = turnFor('/v1/images/generations', JSON.stringify({ model: 'm', prompt: '', ...said }))
    expect([turn?.estimate?.imageOut, turn?.worst?.('m').imageOut]).toEqual([held, worst])
  },
)

test('a failure inside a 200 is seen', () => {
  const tap = turnFor('/v1/embeddings', '{"model":"m"}')?.tap()
  tap?.push(Buffer.from('{"error":{"code":"overloaded","message":"…"}}'))
  tap?.flush()
  expect(tap?.seen.failure).toBe('overloaded')
})
