import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { httpProxy } from './line/test-proxies.ts'
import { probe, refusesSecret } from './probe.ts'
import { createUpstream } from './upstream.ts'

const parts = new AsyncDisposableStack()
afterAll(() => parts.disposeAsync())
const upstream = parts.use(createUpstream())

/** A vendor only a proxy leads to, because nobody but the proxy knows its name. */
async function vendor(): Promise<{ baseUrl: string; place: string; asked: (string | undefined)[] }> {
  const asked: (string | undefined)[] = []
  const server = createServer((request, reply) => {
    asked.push(request.headers.authorization)
    reply.end(JSON.stringify({ data: [{ id: 'house-model' }] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  parts.defer(() => server.closeAllConnections())
  const place = `vendor.invalid:${(server.address() as AddressInfo).port}`
  return { baseUrl: `http://${place}/v1`, place, asked }
}

const MISSING_SCOPE = 'You have insufficient permissions for this operation. Missing scopes: api.model.read.'
const asks = { preset: 'custom', dialect: 'openai', secret: 'vendor-secret', allowPrivate: false } as const

test('an endpoint is tried through the proxy of its line, which is told who asks', async () => {
  const { baseUrl, place, asked } = await vendor()
  const proxy = parts.use(await httpProxy({ password: 'sesame' }))
  const line = { proxy: `http://ann:sesame@127.0.0.1:${proxy.port}`, ca: null, http2: false }
  const { signal } = new AbortController()
  const through = await probe(upstream, { ...asks, baseUrl, line, signal })
  expect(through).toMatchObject({ ok: true, httpStatus: 200, problem: null, models: ['house-model'] })
  expect(proxy.asked).toEqual([{ place, who: 'ann:sesame' }])
  expect(asked).toEqual(['Bearer vendor-secret'])
  expect(await probe(upstream, { ...asks, baseUrl, signal })).toMatchObject({ ok: false, problem: 'unreachable' })
})

test('a proxy that refuses who asks leaves the endpoint unreached, and the answer says nothing of the password', async () => {
  const { baseUrl, asked } = await vendor()
  const proxy = parts.use(await httpProxy({ password: 'sesame' }))
  const line = { proxy: `http://ann:wrong-word@127.0.0.1:${proxy.port}`, ca: null, http2: false }
  const answer = await probe(upstream, { ...asks, baseUrl, line, signal: new AbortController().signal })
  expect(answer).toMatchObject({ ok: false, httpStatus: null, problem: 'unreachable', models: [] })
  expect(JSON.stringify(answer)).not.toContain('wrong-word')
  expect(asked).toEqual([])
})

test.each([
  ['a key that is refused', 401, { error: { code: 'invalid_api_key' } }, true],
  ['an account that may do nothing', 403, { error: { message: 'Your key was reported as leaked.' } }, true],
  ['a key that may only not list them', 403, { error: { message: MISSING_SCOPE } }, false],
  ['a wall before the API', 403, '<html>', false],
  ['a key that holds', 200, { data: [] }, false],
  ['too many requests', 429, {}, false],
])('whether the list of models is refused: %s', async (...[, status, body, refused]) => {
  const server = createServer((_request, reply) => {
    reply.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const request = { ...asks, baseUrl, allowPrivate: true, signal: new AbortController().signal }
  expect(await refusesSecret(upstream, request)).toBe(refused)
})

test('who cannot be reached refuses nobody', async () => {
  const request = { ...asks, baseUrl: 'http://vendor.invalid/v1', signal: new AbortController().signal }
  expect(await refusesSecret(upstream, request)).toBe(false)
})
