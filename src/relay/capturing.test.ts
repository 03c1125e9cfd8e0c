import { expect, test } from 'vitest'
import type { Capture } from '../core/captures.ts'
import { GatewayError } from '../core/errors.ts'
import type { CapturePolicy } from '../core/policy.ts'
import type { RequestStatus } from '../core/records.ts'
import { capturing } from './capturing.ts'
import type { Exchange } from './exchange.ts'
import { streamingReply } from './streaming-reply.ts'

/** A request with a body, and what was kept of it. */
function world(body: string, headers: Record<string, string> = {}, query = '') {
  const kept: [string, Capture][] = []
  const exchange = {
    id: 'r1',
    signal: new AbortController().signal,
    at: 5,
    path: '/v1/chat/completions',
    query: new URLSearchParams(query),
    headers,
    reply: streamingReply(() => undefined),
    body: async () => ({ bytes: Buffer.from(body), place: { [Symbol.dispose]: () => undefined } }),
  } as unknown as Exchange
  const captures = { put: (id: string, make: () => Capture) => void kept.push([id, make()]) }
  const by = (mostBytes: number, more: Partial<CapturePolicy> = {}) => ({
    captures,
    policy: () => ({ capture: { mostBytes, failedOnly: false, hidden: new Set<string>(), ...more } }),
  })
  return { kept, exchange, by }
}

type Ended = { status: RequestStatus }
const SUCCEEDED: Ended = { status: 'succeeded' }

async function answer(exchange: Exchange, type = 'application/json'): Promise<Ended> {
  await exchange.body('u1')
  exchange.reply.writeHead(200, { 'content-type': type })
  exchange.reply.write(Buffer.from('{"said":"'))
  exchange.reply.end('the answer"}')
  return SUCCEEDED
}

test('both sides are kept from their beginning, without keys', async () => {
  const { kept, exchange, by } = world('{"prompt":"use sk-proj-a1B2c3D4e5F6g7H8i9J0"}')
  expect(await capturing(exchange, by(1000), answer)).toBe(SUCCEEDED)
  const request = { text: '{"prompt":"use [key]"}', bytes: 45, cut: false, redacted: true, headers: {} }
  const headers = { 'content-type': 'application/json' }
  const said = { text: '{"said":"the answer"}', bytes: 21, cut: false, redacted: false, headers }
  const path = '/v1/chat/completions'
  expect(kept).toEqual([['r1', { at: 5, path, bodies: 'kept', request, answer: said, upstream: [] }]])
})

test('of the headers those are kept that are known to be safe, and what each upstream called the request', async () => {
  const key = 'sk-ym-a1B2c3D4e5F6g7H8i9J0'
  const sent = { 'user-agent': 'tool/1', authorization: `Bearer ${key}`, cookie: 'a=b', 'x-other': 'c' }
  const { kept, exchange, by } = world('{}', sent, `key=${key}&alt=sse`)
  await capturing(exchange, by(1000), async (heard) => {
    heard.heard?.(1, { 'x-request-id': 'up-1', 'set-cookie': ['a=b'] })
    heard.heard?.(2, { server: 's' })
    heard.heard?.(3, { 'request-id': 'up-3' })
    await heard.body('u1')
    heard.reply.writeHead(429, { 'retry-after': 3, 'set-cookie': 'a=b', 'content-type': 'application/json' })
    heard.reply.end('{}')
    return { status: 'failed' }
  })
  const [, found] = kept[0] ?? []
  expect(found?.request.headers).toEqual({ 'user-agent': 'tool/1' })
  expect(found?.answer.headers).toEqual({ 'retry-after': '3', 'content-type': 'application/json' })
  expect(found?.upstream).toEqual([
    { attempt: 1, id: 'up-1' },
    { attempt: 3, id: 'up-3' },
  ])
  expect(found?.path).toBe('/v1/chat/completions?alt=sse')
  expect(JSON.stringify(kept)).not.toContain(key)
})

test('no more is kept than may be, and what is no text not at all', async () => {
  const long = world('x'.repeat(50))
  await capturing(long.exchange, long.by(12), answer)
  expect(long.kept[0]?.[1]).toMatchObject({
    request: { text: 'x'.repeat(12), bytes: 50, cut: true },
    answer: { text: '{"said":"the', bytes: 21, cut: true },
  })
  const sound = world('\x00\x01', { 'content-type': 'multipart/form-data; boundary=b' })
  await capturing(sound.exchange, sound.by(12), (exchange) => answer(exchange, 'audio/mpeg'))
  expect(sound.kept[0]?.[1]).toMatchObject({ request: { text: '', bytes: 2 }, answer: { text: '', bytes: 21 } })
})

test('JSON is kept whatever its type is said to be', async () => {
  const { kept, exchange, by } = world(' {"prompt":"hello"}', { 'content-type': 'image/png' })
  await capturing(exchange, by(1000), answer)
  expect(kept[0]?.[1].request.text).toBe(' {"prompt":"hello"}')
})

test('nothing is kept while it is switched off, or of a caller who was turned away before the body was read', async () => {
  const off = world('{}')
  await capturing(off.exchange, { ...off.by(0), policy: () => ({ capture: null }) }, answer)
  const stranger = world('{}')
  const refused = capturing(stranger.exchange, stranger.by(1000), () => Promise.reject(new Error('key_invalid')))
  await expect(refused).rejects.toThrow('key_invalid')
  expect([off.kept, stranger.kept]).toEqual([[], []])
})

test('what failed is kept as well', async () => {
  const { kept, exchange, by } = world('{"a":1}')
  const failing = async (heard: Exchange) => {
    await heard.body('u1')
    throw new Error('upstream_failed')
  }
  await expect(capturing(exchange, by(1000), failing)).rejects.toThrow()
  expect(kept[0]?.[1]).toMatchObject({ request: { text: '{"a":1}' }, answer: { text: '', bytes: 0 } })
})

const bodiesOf = ({ kept }: ReturnType<typeof world>) =>
  kept.map(([, { bodies, request, answer: said }]) => [bodies, request.text, said.text, request.bytes, said.bytes])

test('by the level of headers no body is kept, but its size', async () => {
  const { kept, exchange, by } = world('{"a":1}', { 'user-agent': 'tool/1' })
  await capturing(exchange, by(0), answer)
  expect(bodiesOf({ kept, exchange, by })).toEqual([['level', '', '', 7, 21]])
  expect(kept[0]?.[1]).toMatchObject({
    request: { cut: false, redacted: false, headers: { 'user-agent': 'tool/1' } },
    answer: { cut: false, redacted: false, headers: { 'content-type': 'application/json' } },
  })
})

const GONE = new Error('gone')
test.each([
  ['succeeded', () => SUCCEEDED, undefined, 'succeeded'],
  ['failed after it had begun', () => ({ status: 'failed' as const }), undefined, 'kept'],
  ['was refused', () => Promise.reject(new GatewayError('model_not_found', { model: 'm' })), undefined, 'kept'],
  ['was left by its caller', () => Promise.reject(GONE), GONE, 'succeeded'],
  ['was left by its caller while it was answered', () => ({ status: 'cancelled' as const }), GONE, 'succeeded'],
  ['was cut off', () => Promise.reject(new GatewayError('key_invalid')), new GatewayError('key_invalid'), 'kept'],
])('where only failures have bodies, a request that %s', async (_name, end, reason, bodies) => {
  const one = world('{"a":1}')
  const signal = reason ? AbortSignal.abort(reason) : one.exchange.signal
  const run = async (heard: Exchange): Promise<Ended> => {
    await answer(heard)
    return end()
  }
  await capturing({ ...one.exchange, signal }, one.by(1000, { failedOnly: true }), run, () => SUCCEEDED)
  const texts = bodies === 'kept' ? ['{"a":1}', '{"said":"the answer"}'] : ['', '']
  expect(bodiesOf(one)).toEqual([[bodies, ...texts, 7, 21]])
})

test('values of the names that are to be hidden are not kept, of JSON, of events, of what is cut and of headers', async () => {
  const hidden = new Set(['phone', 'authorization', 'user-agent', 'x-request-id'])
  const body = '{"a":{"Phone":"138"},"b":["phone"],"phone":13800138000}'
  const { kept, exchange, by } = world(body, { 'user-agent': 'tool/1', authorization: 'Bearer x', accept: '*/*' })
  await capturing(exchange, by(52, { hidden }), async (heard) => {
    await heard.body('u1')
    heard.reply.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'r' })
    heard.reply.end('data: {"phone":"138"}\n\ndata: {"phone":"138001380000000"}\n\n')
    return SUCCEEDED
  })
  expect(kept[0]?.[1]).toMatchObject({
    request: {
      text: '{"a":{"Phone":"***"},"b":["phone"],"phone":"***"',
      cut: true,
      redacted: true,
      headers: { 'user-agent': '***', authorization: '***', accept: '*/*' },
    },
    answer: {
      text: 'data: {"phone":"***"}\n\ndata: {"phone":"***"',
      cut: true,
      redacted: true,
      headers: { 'content-type': 'text/event-stream', 'x-request-id': '***' },
    },
  })
})

test('what is neither JSON nor events stays as it is', async () => {
  const { kept, exchange, by } = world('say "phone": "138"', { 'content-type': 'text/plain' })
  await capturing(exchange, by(1000, { hidden: new Set(['phone']) }), answer)
  expect(kept[0]?.[1].request).toMatchObject({ text: 'say "phone": "138"', redacted: false })
})
