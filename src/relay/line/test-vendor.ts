import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import type { Stop } from '../../core/stop.ts'
import { createUpstream, type UpstreamRequest } from '../upstream.ts'
import type { UpstreamAnswer } from '../upstream-answer.ts'

/** A vendor that writes what it is told to the letter, and what it has heard on each of its connections. */
type RawVendor = AsyncDisposable & { url: URL; sockets: Socket[]; heard: string[] }

type Manners = { pauses?: boolean; secure?: { key: string; cert: string } | undefined }

/** Starts one; `serve` is called with each connection and what came on it, whenever something has. */
export async function rawVendor(
  serve: (socket: Socket, heard: string) => void,
  { pauses = false, secure }: Manners = {},
): Promise<RawVendor> {
  const sockets: Socket[] = []
  const heard: string[] = []
  const accept = (socket: Socket) => {
    const n = sockets.push(socket) - 1
    heard.push('')
    socket.on('error', () => undefined)
    if (pauses) return serve(socket, '')
    socket.on('data', (bytes) => {
      heard[n] += bytes.toString('latin1')
      serve(socket, bytes.toString('latin1'))
    })
  }
  const server = secure ? createSecureServer(secure, accept) : createServer(accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = secure ? 'https://localhost' : 'http://127.0.0.1'
  return {
    url: new URL(`${origin}:${(server.address() as AddressInfo).port}/v1?a=b`),
    sockets,
    heard,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const NOBODY = new AbortController().signal

/** Connections to upstreams, and a call that says only what differs. */
export function testUpstream() {
  const upstream = createUpstream()
  const send = (url: URL, { signal = NOBODY, withinMs = 5000, ...rest }: Asked = {}) => {
    const request = { method: 'POST' as const, url, headers: {}, body: Buffer.from('{}'), allowPrivate: true }
    return upstream.send({ ...request, ...rest }, withinMs, signal)
  }
  return { send, [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose]() }
}

type Asked = Partial<UpstreamRequest> & { signal?: Stop; withinMs?: number }

/** All of an answer's body, or the class of the failure it ends with and what had come by then. */
export async function read(sent: Promise<UpstreamAnswer>): Promise<string> {
  let text = ''
  try {
    const answer = await sent
    for (let chunk = await answer.next(5000, 'idle_timeout'); chunk; chunk = await answer.next(5000, 'idle_timeout'))
      text += chunk.toString('latin1')
    return text
  } catch (error) {
    return `${text}!${error instanceof Error && 'class' in error ? String(error.class) : String(error)}`
  }
}

/** An answer of known length. */
export const sized = (text: string, fields = '') =>
  `HTTP/1.1 200 OK\r\n${fields}content-length: ${text.length}\r\n\r\n${text}`
