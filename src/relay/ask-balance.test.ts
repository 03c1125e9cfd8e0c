import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { askBalance } from './ask-balance.ts'
import { httpProxy } from './line/test-proxies.ts'
import { createUpstream } from './upstream.ts'

const parts = new AsyncDisposableStack()
afterAll(() => parts.disposeAsync())
const upstream = parts.use(createUpstream())

async function vendor(answer: RequestListener): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    answer(request, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  parts.defer(() => server.closeAllConnections())
  return { port: (server.address() as AddressInfo).port, asked }
}

const { signal } = new AbortController()
const asks = { preset: 'stepfun', secret: 'vendor-secret', allowPrivate: true, signal }
const left = '{"object":"account","balance":91.6}'
const told = { ok: true, balance: { nanos: 91_600_000_000n, currency: 'CNY' } }

test('a vendor is asked beside its API, with the credential as a bearer key', async () => {
  const { port, asked } = await vendor((_, reply) => reply.end(left))
  expect(await askBalance(upstream, { ...asks, baseUrl: `http://127.0.0.1:${port}/step_plan/v1` })).toEqual(told)
  expect(asked).toEqual(['GET /v1/accounts Bearer vendor-secret'])
})

test('it is asked by the way out of its provider', async () => {
  const { port } = await vendor((_, reply) => reply.end(left))
  const place = `vendor.invalid:${port}`
  const proxy = parts.use(await httpProxy({ password: 'sesame' }))
  const line = { proxy: `http://ann:sesame@127.0.0.1:${proxy.port}`, ca: null, http2: false }
  const request = { ...asks, allowPrivate: false, line, baseUrl: `http://${place}/v1` }
  expect(await askBalance(upstream, request)).toEqual(told)
  expect(proxy.asked).toEqual([{ place, who: 'ann:sesame' }])
})

test.each([
  ['a key that is refused', 401, left, 'refused_key'],
  ['a path that is not there', 404, '', 'not_found'],
  ['a vendor that has trouble', 503, left, 'unexpected'],
  ['a page', 200, '<html>', 'unexpected'],
  ['an answer without a figure', 200, '{}', 'untold'],
  ['an answer without end', 200, `{"balance":5,"more":"${'x'.repeat(100_000)}"}`, 'unexpected'],
])('what is no answer is told as what it is: %s', async (...[, status, body, problem]) => {
  const { port } = await vendor((_, reply) => reply.writeHead(status).end(body))
  const answer = await askBalance(upstream, { ...asks, baseUrl: `http://127.0.0.1:${port}/v1` })
  expect(answer).toEqual({ ok: false, problem })
})

test('the credential follows no redirect', async () => {
  const other = await vendor((_, reply) => reply.end(left))
  const location = `http://127.0.0.1:${other.port}/v1/accounts`
  const { port } = await vendor((_, reply) => reply.writeHead(302, { location }).end())
  const answer = await askBalance(upstream, { ...asks, baseUrl: `http://127.0.0.1:${port}/v1` })
  expect(answer).toEqual({ ok: false, problem: 'unexpected' })
  expect(other.asked).toEqual([])
})

test('a private address is asked only where it may be, and who cannot be reached tells nothing', async () => {
  const { port, asked } = await vendor((_, reply) => reply.end(left))
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const blocked = await askBalance(upstream, { ...asks, baseUrl, allowPrivate: false })
  expect(blocked).toEqual({ ok: false, problem: 'blocked_address' })
  expect(asked).toEqual([])
  const away = await askBalance(upstream, { ...asks, baseUrl: 'http://vendor.invalid/v1' })
  expect(away).toEqual({ ok: false, problem: 'unreachable' })
})

test('a vendor that documents no balance is not asked', async () => {
  const { port, asked } = await vendor((_, reply) => reply.end(left))
  const answer = await askBalance(upstream, { ...asks, preset: 'custom', baseUrl: `http://127.0.0.1:${port}/v1` })
  expect(answer).toEqual({ ok: false, problem: 'untold' })
  expect(asked).toEqual([])
})
