import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createSecureHttpServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type Line, STRAIGHT } from '../../core/line.ts'
import { createUpstream } from '../upstream.ts'
import { agentOver } from './agent.ts'
import { httpProxy, selfSigned, socksProxy } from './test-proxies.ts'

const parts = new AsyncDisposableStack()
afterAll(() => parts.disposeAsync())
const upstream = parts.use(createUpstream())
const { signal } = new AbortController()

/** What an upstream at an address says over a line: its text, or the class of the failure. */
async function said(url: string, line: Line, options: { allowPrivate?: boolean; connectMs?: number } = {}) {
  const { allowPrivate = false, connectMs } = options
  const body = Buffer.from('question')
  const request = { method: 'POST' as const, url: new URL(url), headers: {}, body, allowPrivate, line, connectMs }
  try {
    const answer = await upstream.send(request, 5000, signal)
    let text = ''
    for (let chunk = await answer.next(5000, 'idle_timeout'); chunk; chunk = await answer.next(5000, 'idle_timeout'))
      text += chunk.toString()
    return text
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

async function plainVendor() {
  const server = createServer((request, reply) => {
    request.resume().on('end', () => reply.end(`plain ${request.headers.host}`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  parts.defer(() => server.closeAllConnections())
  return (server.address() as AddressInfo).port
}

/** A vendor whose certificate no system knows; it says which HTTP it is spoken to in. */
async function secretVendor() {
  const { key, cert } = await selfSigned('vendor.example')
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, reply) => {
    request.resume().on('end', () => reply.end(`secret ${request.httpVersion}`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  return { port: (server.address() as AddressInfo).port, cert }
}

test('a proxy that opens tunnels is told who asks, and looks names up itself', async () => {
  const port = await plainVendor()
  const proxy = parts.use(await httpProxy({ password: 'open/sesame' }))
  const line = { ...STRAIGHT, proxy: `http://ann:open%2Fsesame@127.0.0.1:${proxy.port}` }
  expect(await said(`http://vendor.example:${port}/`, line)).toBe(`plain vendor.example:${port}`)
  expect(proxy.asked).toEqual([{ place: `vendor.example:${port}`, who: 'ann:open/sesame' }])
})

test('SOCKS5 with a name and a password leads there too', async () => {
  const port = await plainVendor()
  const proxy = parts.use(await socksProxy({ password: 'sesame' }))
  const line = { ...STRAIGHT, proxy: `socks5://ann:sesame@127.0.0.1:${proxy.port}` }
  expect(await said(`http://vendor.example:${port}/`, line)).toBe(`plain vendor.example:${port}`)
  expect(proxy.asked).toEqual([{ place: `vendor.example:${port}`, who: 'ann:sesame' }])
})

test.each([httpProxy, socksProxy])('a proxy that refuses who asks means that nothing was sent', async (start) => {
  const proxy = parts.use(await start({ password: 'sesame' }))
  const scheme = start === httpProxy ? 'http' : 'socks5'
  const line = { ...STRAIGHT, proxy: `${scheme}://ann:wrong@127.0.0.1:${proxy.port}` }
  expect(await said('http://vendor.example/', line)).toBe('upstream: connect')
})

test('through a proxy the wall still stands where it can: for addresses, and for names of the inside', async () => {
  const proxy = parts.use(await httpProxy())
  const line = { ...STRAIGHT, proxy: `http://127.0.0.1:${proxy.port}` }
  for (const host of ['127.0.0.1', '10.0.0.1', '[::1]', '169.254.169.254', 'localhost', 'metadata.google.internal'])
    expect(await said(`http://${host}/`, line)).toBe('upstream: blocked_address')
  expect(proxy.asked).toEqual([])
  expect(await said('http://vendor.example/', { ...STRAIGHT, proxy: 'http://169.254.169.254:80' })).toBe(
    'upstream: blocked_address',
  )
})

test('a certificate that the operator trusts opens what is closed without it, through a proxy as well', async () => {
  const { port, cert } = await secretVendor()
  const proxy = parts.use(await httpProxy())
  const through = { ...STRAIGHT, proxy: `http://127.0.0.1:${proxy.port}` }
  const url = `https://vendor.example:${port}/`
  expect(await said(url, through)).toBe('upstream: connect')
  expect(await said(url, { ...through, ca: cert })).toBe('secret 1.1')
  const other = await selfSigned('vendor.example')
  expect(await said(url, { ...through, ca: other.cert })).toBe('upstream: connect')
})

test('where what the operator trusts is no certificate nothing is sent', async () => {
  const { port } = await secretVendor()
  const ca = '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n'
  const url = `https://localhost:${port}/`
  expect(await said(url, { ...STRAIGHT, ca }, { allowPrivate: true })).toBe('upstream: connect')
})

/** Sends the same bytes to each who asks, in pieces of very different sizes, some of them with a pause before. */
async function talkativeVendor(sent: Buffer, secret: Awaited<ReturnType<typeof selfSigned>> | null) {
  const talk = async (_: IncomingMessage, reply: ServerResponse) => {
    for (let at = 0, size = 1; at < sent.length; at += size, size = (size * 7) % 30_011) {
      reply.write(sent.subarray(at, at + size))
      if (size % 5 === 0) await setImmediate()
    }
    reply.end()
  }
  const server = secret ? createSecureHttpServer(secret) : createServer()
  server.on('request', (request, reply) => void talk(request, reply))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  parts.defer(() => void server.close())
  parts.defer(() => server.closeAllConnections())
  return `http${secret ? 's' : ''}://localhost:${(server.address() as AddressInfo).port}/`
}

test.each(['plain', 'secret'])('a %s answer comes byte for byte to each of several who dawdle', async (kind) => {
  const sent = Buffer.from(Array.from({ length: 400_000 }, (_, at) => (at * at) % 251))
  const secret = kind === 'secret' ? await selfSigned('localhost') : null
  const url = new URL(await talkativeVendor(sent, secret))
  const line = { ...STRAIGHT, ca: secret?.cert ?? null }
  const read = async (_: unknown, every: number) => {
    const answer = await upstream.send(
      { method: 'GET', url, headers: {}, body: null, allowPrivate: true, line },
      5000,
      signal,
    )
    const chunks: Buffer[] = []
    for (let chunk = await answer.next(5000, 'idle_timeout'); chunk; chunk = await answer.next(5000, 'idle_timeout')) {
      chunks.push(chunk)
      if (every > 0 && chunks.length % every === 0) await setTimeout(1)
    }
    return Buffer.concat(chunks).equals(sent)
  }
  // What one reads goes through the same memory as what the others read.
  expect(await Promise.all(Array.from({ length: 6 }, read))).toEqual(Array(6).fill(true))
})

test('HTTP/2 is spoken where it is switched on, through a proxy as well', async () => {
  const { port, cert } = await secretVendor()
  const proxy = parts.use(await socksProxy({ password: 'p' }))
  const line = { ca: cert, http2: true, proxy: `socks5://u:p@127.0.0.1:${proxy.port}` }
  expect(await said(`https://vendor.example:${port}/`, line)).toBe('secret 2.0')
})

test('a WebSocket goes the same way', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  parts.defer(() => server.close())
  server.on('connection', (socket) => socket.send('welcome'))
  const { port } = server.address() as AddressInfo
  const proxy = parts.use(await socksProxy({ password: 'sesame' }))
  const line = { ...STRAIGHT, proxy: `socks5://ann:sesame@127.0.0.1:${proxy.port}` }
  const agent = agentOver(line, { allowPrivate: false, secure: false, withinMs: 5000 })
  const socket = new WebSocket(`ws://vendor.example:${port}/`, { agent })
  const [message] = (await once(socket, 'message')) as [Buffer]
  expect(message.toString()).toBe('welcome')
  expect(proxy.asked.map(({ place }) => place)).toEqual([`vendor.example:${port}`])
  socket.terminate()
})

test('a connection that does not open in the time it may take is given up, and nothing was sent', async () => {
  // It takes a caller in and never says a word.
  const taken: Socket[] = []
  const deaf = createSocketServer((socket) => void taken.push(socket)).listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  parts.defer(() => void deaf.close())
  parts.defer(() => {
    for (const socket of taken) socket.destroy()
  })
  const line = { ...STRAIGHT, proxy: `socks5://127.0.0.1:${(deaf.address() as AddressInfo).port}` }
  const begun = performance.now()
  expect(await said('http://vendor.example/', line, { connectMs: 150 })).toBe('upstream: connect_timeout')
  expect(performance.now() - begun).toBeLessThan(4000)
})
