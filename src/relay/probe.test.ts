import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { httpProxy } from './line/test-proxies.ts'
import { probe } from './probe.ts'
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
