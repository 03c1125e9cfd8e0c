import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { unbracketed } from '../../core/ip.ts'
import type { Line } from '../../core/line.ts'
import { UpstreamFailure } from '../failure.ts'
import { selfSigned } from '../line/test-proxies.ts'
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
async function opening(baseUrl: string, line: Partial<Line>) {
  const provider = { allowPrivate: true, line: { proxy: null, ca: null, http2: false, ...line } }
  const target = aTarget('a', { endpoint: { baseUrl }, provider })
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
