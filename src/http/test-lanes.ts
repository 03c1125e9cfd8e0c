import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Arrival } from '../relay/exchange.ts'
import { nodeArrival } from '../relay/node-arrival.ts'
import type { Log } from '../telemetry/log.ts'
import { createClientIp } from './client-ip.ts'
import { listen } from './server.ts'

/** What an echo ends with. */
export const END = '"end"]'

type Answer = (arrival: Arrival) => unknown

/** Says back what was asked, or what was wrong with its body. */
export async function echo(arrival: Arrival): Promise<void> {
  const { method, url, headers, ip, reply } = arrival
  const body = await Promise.resolve()
    .then(() => arrival.read(1024 * 1024, () => true))
    .then((bytes) => bytes.toString('latin1'))
    .catch((error: Error) => error.message)
  const text = JSON.stringify([method, url, headers, ip, body, 'end'])
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text, 'latin1') })
  reply.end(Buffer.from(text, 'latin1'))
  arrival.leave()
}

const log = { error: () => undefined } as unknown as Log

/** A listener of the gateway's with one answer behind both of its lanes, and node's own server with the same. */
export async function startLanes(answer: Answer) {
  const taken = { plain: 0, node: 0 }
  const life = new AsyncDisposableStack()
  const run = async (arrival: Arrival) => void (await answer(arrival))
  const server = await listen(
    {
      isRelayPath: (path) => path.startsWith('/v1'),
      relay(request, reply, ip) {
        taken.node += 1
        return run(nodeArrival(request, reply, ip))
      },
      relayPlain(request) {
        taken.plain += 1
        return run(request)
      },
      upgrade: (_request, socket) => socket.destroy(),
      cutOff: () => undefined,
      farewell: async () => undefined,
      api: () => new Response('api'),
      console: { buildId: '', serve: async (_request, reply) => void reply.writeHead(404).end() },
      metrics: async () => ({ status: 404, text: '' }),
      ready: () => true,
    },
    { port: 0, host: '127.0.0.1', clientIp: createClientIp([]), log },
  )
  const own = createServer(
    { keepAliveTimeout: 75_000, highWaterMark: 16 * 1024, maxHeaderSize: 32 * 1024, joinDuplicateHeaders: true },
    (request, reply) => {
      void run(nodeArrival(request, reply, '127.0.0.1'))
    },
  ).listen(0, '127.0.0.1')
  await once(own, 'listening')
  life.defer(() => {
    own.closeAllConnections()
    own.close()
  })
  life.use(server)
  return {
    taken,
    server,
    gateway: Number(new URL(server.origin).port),
    own: (own.address() as AddressInfo).port,
    ownServer: own,
    [Symbol.asyncDispose]: () => life.disposeAsync(),
  }
}

/** A connection that says nothing by itself. */
export async function openTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** What comes until it ends with a text for the so-manieth time, or the connection closes; without the heads' dates. */
export async function heard(socket: Socket, end: string, times = 1): Promise<string> {
  const parts: string[] = []
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const told = new Promise<void>((resolve) => {
    socket.on('data', function hear(chunk: Buffer) {
      parts.push(chunk.toString('latin1'))
      if (!parts.slice(-2).join('').endsWith(end)) return
      if (times > 1 && parts.join('').split(end).length <= times) return
      socket.off('data', hear)
      socket.pause()
      resolve()
    })
  })
  socket.resume()
  if (!socket.closed) await Promise.race([told, closed])
  return parts.join('').replace(/\r\nDate: [^\r]*/g, '')
}

/** Resolves when the socket has given away nothing for many turns of the loop. */
export async function heldFor(socket: Socket): Promise<boolean> {
  for (let turns = 0, left = -1; turns < 1000; turns += 1) {
    if (socket.bytesWritten - socket.writableLength !== left) turns = 0
    left = socket.bytesWritten - socket.writableLength
    await new Promise(setImmediate)
  }
  return true
}
