import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { unbracketed } from '../../core/ip.ts'
import type { Line } from '../../core/line.ts'
import { UpstreamFailure } from '../failure.ts'
import { DEFAULT_TIMEOUTS, type Timeouts } from '../../core/routing.ts'
import { httpProxy, selfSigned } from '../line/test-proxies.ts'
import { aTarget } from '../routing/test-targets.ts'
import { openUpstream } from './realtime-upstream.ts'

const parts = new AsyncDisposableStack()
afterAll(() => parts.disposeAsync())

/** A vendor of conversations at an address alone, with a certificate for it. */
async function vendorAt(address: string) {
  const secret = await selfSigned(address)
  const server = createServer(secret).listen(0, unbracketed(address))
  const talks = new WebSocketServer({ server })
  await once(server, 'listening')
  parts.defer(() => void server.close())
  parts.defer(() => {
    for (const talk of talks.clients) talk.terminate()
  })
  return { baseUrl: `https://${address}:${(server.address() as AddressInfo).port}/v1`, ca: secret.cert }
}

/** What comes of opening a conversation: that it is open, or why it is not. */
async function opening(baseUrl: string, line: Partial<Line> | null, limits: Partial<Timeouts> = {}) {
  const way = line && { line: { proxy: null, ca: null, http2: false, ...line } }
  const timeouts = { ...DEFAULT_TIMEOUTS, ...limits }
  const target = aTarget('a', { endpoint: { baseUrl }, provider: { allowPrivate: true, ...way }, timeouts })
  const { signal } = new AbortController()
  try {
    const upstream = await openUpstream(target, { query: new URLSearchParams(), headers: {}, signal })
    upstream.terminate()
    return 'open'
  } catch (error) {
    return error instanceof UpstreamFailure ? error.class : error
  }
}

test.each(['127.0.0.1', '[::1]'])('a conversation opens over a line to an upstream at %s', async (address) => {
  const { baseUrl, ca } = await vendorAt(address)
  for (const http2 of [false, true]) expect(await opening(baseUrl, { ca, http2 })).toBe('open')
  expect(await opening(baseUrl, {})).toBe('connect')
})

test('what cannot even be begun fails as one that does not open', async () => {
  const ca = '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n'
  expect(await opening('https://127.0.0.1:9/v1', { ca })).toBe('connect')
})

/** Takes callers in and never says a word; `left` resolves when one that it took in is gone. */
async function deaf() {
  const taken: Socket[] = []
  const left = Promise.withResolvers<void>()
  const server = createSocketServer((socket) => {
    taken.push(socket)
    socket.resume().on('error', () => undefined)
    socket.on('close', () => left.resolve())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  parts.defer(() => {
    for (const socket of taken) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, left: left.promise }
}

test('a way that does not open in the time it may take is given up, and so is its connection', async () => {
  const { port, left } = await deaf()
  const proxy = `http://127.0.0.1:${port}`
  expect(await opening('http://vendor.example/v1', { proxy }, { connectMs: 150 })).toBe('connect_timeout')
  await left
})

test('an upstream that does not say how a connection over TLS begins is given up in the same time', async () => {
  const { port, left } = await deaf()
  expect(await opening(`https://127.0.0.1:${port}/v1`, null, { connectMs: 150 })).toBe('connect_timeout')
  await left
})

test.each(['straight', 'through a proxy'])(
  'an upstream that takes a conversation in and does not answer is given up %s',
  async (how) => {
    const { port, left } = await deaf()
    const proxy = parts.use(await httpProxy())
    const line = how === 'straight' ? null : { proxy: `http://127.0.0.1:${proxy.port}` }
    const begun = performance.now()
    expect(await opening(`http://127.0.0.1:${port}/v1`, line, { headersMs: 150 })).toBe('connect')
    expect(performance.now() - begun).toBeLessThan(4000)
    await left
  },
)
