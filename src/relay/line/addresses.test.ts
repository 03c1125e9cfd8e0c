import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { unbracketed } from '../../core/ip.ts'
import type { Line } from '../../core/line.ts'
import { httpProxy, selfSigned } from './test-proxies.ts'
import { read, testUpstream } from './test-vendor.ts'

const ADDRESSES = ['127.0.0.1', '[::1]']

/** Listens at an address alone, and says by what host it was asked; with a certificate for that address, or in plain HTTP. */
async function vendorAt(address: string, secret: Awaited<ReturnType<typeof selfSigned>> | null) {
  const server = secret ? createSecureServer(secret) : createServer()
  server.on('request', (request, reply) => request.resume().on('end', () => reply.end(request.headers.host)))
  await once(server.listen(0, unbracketed(address)), 'listening')
  return {
    url: new URL(`http${secret ? 's' : ''}://${address}:${(server.address() as AddressInfo).port}/v1`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test.each(ADDRESSES)('an upstream at %s is reached without a name', async (address) => {
  await using vendor = await vendorAt(address, null)
  await using upstream = testUpstream()
  expect(await read(upstream.send(vendor.url))).toBe(vendor.url.host)
})

test.each(ADDRESSES)('a certificate for %s is one for what is reached there', async (address) => {
  const secret = await selfSigned(address)
  await using vendor = await vendorAt(address, secret)
  await using upstream = testUpstream()
  const line: Line = { proxy: null, ca: secret.cert, http2: false }
  for (const http2 of [false, true])
    expect(await read(upstream.send(vendor.url, { line: { ...line, http2 } }))).toBe(vendor.url.host)
})

test('a certificate for an address is looked at through a proxy too', async () => {
  const secret = await selfSigned('[::1]')
  // The proxy leads to the loopback of IPv4, whatever it is asked for.
  await using vendor = await vendorAt('127.0.0.1', secret)
  await using proxy = await httpProxy()
  await using upstream = testUpstream()
  const url = new URL(`https://[::1]:${vendor.url.port}/v1`)
  const line: Line = { proxy: `http://127.0.0.1:${proxy.port}`, ca: secret.cert, http2: false }
  expect(await read(upstream.send(url, { line }))).toBe(url.host)
  expect(proxy.asked.map(({ place }) => place)).toEqual([url.host])
})
