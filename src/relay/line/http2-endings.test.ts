import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { createUpstream } from '../upstream.ts'
import { UpstreamCall } from '../upstream-call.ts'
import { connectorOver } from './connector.ts'
import { http2Agent } from './http2-agent.ts'
import { LateWatch } from './late-watch.ts'
import { selfSigned } from './test-proxies.ts'
import { read } from './test-vendor.ts'

const { signal } = new AbortController()
const HEAD_BYTES = 9
const PREFACE_BYTES = 24
const [DATA, HEADERS, RESET, SETTINGS] = [0, 1, 3, 4]
const [END_STREAM, END_HEADERS, ACK] = [1, 4, 1]

/** A frame of HTTP/2 (RFC 9113 §4.1). */
function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** What is heard of an answer of unknown length whose stream ends so, when half of it has come. */
async function endedBy(ending: Buffer): Promise<string> {
  const { key, cert } = await selfSigned('localhost')
  const server = createServer({ key, cert, ALPNProtocols: ['h2'] }, (socket: TLSSocket) => {
    let heard = Buffer.alloc(0)
    let at = PREFACE_BYTES
    socket.on('error', () => undefined)
    socket.write(frame(SETTINGS, 0, 0))
    socket.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes])
      while (at + HEAD_BYTES <= heard.length && at + HEAD_BYTES + heard.readUIntBE(at, 3) <= heard.length) {
        const [type, flags] = [heard[at + 3], heard[at + 4] ?? 0]
        if (type === SETTINGS && flags === 0) socket.write(frame(SETTINGS, ACK, 0))
        if (type === DATA && (flags & END_STREAM) !== 0) {
          socket.write(frame(HEADERS, END_HEADERS, 1, Buffer.from([0x88])))
          socket.write(Buffer.concat([frame(DATA, 0, 1, Buffer.from('half')), ending]))
        }
        at += HEAD_BYTES + heard.readUIntBE(at, 3)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await using upstream = createUpstream()
  const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}/`)
  const line = { proxy: null, ca: cert, http2: true }
  const request = { method: 'POST' as const, url, headers: {}, body: Buffer.from('q'), allowPrivate: true, line }
  const text = await read(upstream.send(request, 5000, signal))
  server.close()
  return text
}

const reset = (code: number) => frame(RESET, 0, 1, Buffer.from([0, 0, 0, code]))

test.each([
  ['is ended', frame(DATA, END_STREAM, 1), 'half'],
  ['fails', reset(2), 'half!reset'],
  ['is cancelled', reset(8), 'half!reset'],
])('an answer whose stream %s by its server is what it is', async (_how, ending, expected) => {
  expect(await endedBy(ending)).toBe(expected)
})

test.each(['ETIMEDOUT', 'EHOSTUNREACH'])(
  'a connection that is lost with %s after its request was read may have been served',
  async (code) => {
    const { key, cert } = await selfSigned('localhost')
    const heard = Promise.withResolvers<void>()
    const server = createSecureServer({ key, cert }, (request) => request.resume().on('end', heard.resolve))
    server.on('session', (session) => session.on('error', () => undefined))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const sockets: Socket[] = []
    const connect = connectorOver({ proxy: null, ca: cert, http2: true }, true)
    await using route = http2Agent(
      (target, callback) =>
        connect(target, (...outcome) => {
          if (outcome[1]) sockets.push(outcome[1])
          callback(...outcome)
        }),
      () => false,
    )
    const call = new UpstreamCall({ withinMs: 5000, watch: new LateWatch() }, signal)
    const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}/`)
    route.send({ method: 'POST', url, headers: {}, body: Buffer.from('q'), allowPrivate: true }, call)
    const failed = expect(call.head).rejects.toMatchObject({ class: 'reset' })
    await heard.promise
    sockets[0]?.destroy(Object.assign(new Error('lost'), { code }))
    await failed
    server.close()
  },
)
