import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server as Listener, ServerOptions as ListenerOptions, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { SENDING_MS } from '../core/sending.ts'
import { SECOND_MS } from '../core/time.ts'
import { EXPOSITION_TYPE } from '../telemetry/exposition.ts'
import { faultFields, type Log } from '../telemetry/log.ts'
import type { Scraped } from '../telemetry/scrape.ts'
import type { ClientIp } from './client-ip.ts'
import { openPlainLane, type PlainLane } from './plain-lane.ts'
import type { PlainRequest } from './plain-request.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import type { StaticFiles } from './static.ts'

/** What answers behind the one listener. */
type Rooms = {
  isRelayPath: (path: string) => boolean
  relay: (request: IncomingMessage, reply: ServerResponse, ip: string) => Promise<void>
  /** The same for requests in the plainest form, which come past node's parser. */
  relayPlain: (request: PlainRequest) => Promise<void>
  /** Takes over a connection that is to be no HTTP any more. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, ip: string) => void
  /** Ends what of the relay is still under way; its callers are told that the gateway stops. */
  cutOff: () => void
  /** Lets upgraded connections finish what they are at, and closes them. */
  farewell: () => Promise<void>
  api: (request: Request, env: { ip: string }) => Response | Promise<Response>
  console: StaticFiles
  /** Figures for who presents the right authorization. */
  metrics: (authorization: string | undefined) => Promise<Scraped>
  /** False while requests cannot be taken. */
  ready: () => boolean
}

/** Where to listen; `socket` is the descriptor of one that is handed over, and goes before host and port. */
type Place = { port: number; host: string; socket?: number | null }
type ServerOptions = Place & { clientIp: ClientIp; log: Log }

/** A listener that takes connections until it is disposed of. */
export type Server = AsyncDisposable & {
  /** Where it listens, as this machine itself reaches it. */
  origin: string
  /** Whether that is every address of the machine, by none of which others are known to reach it. */
  everywhere: boolean
}

const DRAIN_MS = 30 * SECOND_MS
/** How long who is cut off has to take what they are told. */
const LAST_WORDS_MS = 2 * SECOND_MS
const TAKEN_MS = 30 * SECOND_MS
/** How long whoever leads requests here has to hear, by asking whether it is ready, that no more should come. */
const NOTICE_MS = 5 * SECOND_MS
/** Within so long a connection that is new, or has had an answer, may be carrying a request that nobody would hear if it were closed. */
const LULL_MS = 500
const MAX_CONNECTIONS = 20_000
/** Callers who may wait to be heard. */
const BACKLOG = 4096
/** What a stranger's connection may take, in time and memory. */
const BOUNDS: ListenerOptions = {
  headersTimeout: 10 * SECOND_MS,
  // How often heads and bodies that are late are looked for.
  connectionsCheckingInterval: 2 * SECOND_MS,
  requestTimeout: SENDING_MS,
  keepAliveTimeout: 75 * SECOND_MS,
  maxHeaderSize: 32 * 1024,
  // Of a key that is told twice another program may have read the second.
  joinDuplicateHeaders: true,
  // What is written ahead of a slow reader; a thousand of them must not fill the memory.
  highWaterMark: 16 * 1024,
}

/** Listens and leads each request to its room; disposing lets open requests finish, for half a minute at most. */
export async function listen(
  rooms: Rooms,
  { port, host, socket = null, clientIp, log }: ServerOptions,
): Promise<Server> {
  let draining = false
  const underWay = countUnderWay()
  const ipOf = (request: IncomingMessage) => clientIp(request.socket.remoteAddress, request.headers['x-forwarded-for'])
  const api = getRequestListener((request, env) => rooms.api(request, { ip: ipOf(env.incoming as IncomingMessage) }), {
    overrideGlobalObjects: false,
  })

  async function serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (draining) reply.setHeader('connection', 'close')
    if (rooms.isRelayPath(path)) return rooms.relay(request, reply, ipOf(request))
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.setHeader(name, value)
    // The last bytes have to be taken; once they are, node sets the time after which an idle connection is closed.
    reply.on('prefinish', () => reply.socket?.setTimeout(TAKEN_MS))
    if (path.startsWith('/api/')) return api(request, reply)
    if (path === '/health' || path === '/health/ready')
      return health(reply, path === '/health' || (!draining && rooms.ready()))
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (path === '/metrics') return tellMetrics(reply, await rooms.metrics(request.headers.authorization))
      return rooms.console.serve(request, reply, path)
    }
    reply.writeHead(405, { allow: 'GET, HEAD' })
    reply.end()
  }

  const failed = (url: string | undefined, reply: { destroy(): unknown }) => (error: unknown) => {
    log.error('an answer failed', { path: url?.split('?', 1)[0], ...faultFields(error) })
    reply.destroy()
  }

  /** The reply that each connection was given last, as long as it is not out. */
  const last = new WeakMap<Duplex, ServerResponse>()
  // Java's client and `curl --http2` offer h2c with plain requests; an offer may be passed over (RFC 9110 §7.8). So is any before
  // the answers before it are out, which would be written into what comes after.
  const shouldUpgradeCallback = ({ headers, socket }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket' && !last.has(socket)
  const server = createServer({ ...BOUNDS, shouldUpgradeCallback }, (request, reply) => {
    const { socket } = request
    last.set(socket, reply)
    underWay.began()
    reply.on('close', () => {
      underWay.over()
      // An open connection that says nothing keeps no answer.
      if (last.get(socket) === reply) last.delete(socket)
    })
    serve(request, reply).catch(failed(request.url, reply))
  })
  const plain = openPlainLane(server, {
    isTaken: rooms.isRelayPath,
    serve: (request) => void rooms.relayPlain(request).catch(failed(request.url, request.reply)),
    ...underWay,
    clientIp,
  })
  server.on('connection', underWay.came)
  server.maxConnections = MAX_CONNECTIONS
  const upgraded = leadUpgrades(
    server,
    (request, socket, head) => rooms.upgrade(request, socket, head, ipOf(request)),
    log,
  )
  server.listen({ ...(socket === null ? { port, host } : { fd: socket }), backlog: BACKLOG })
  await once(server, 'listening')
  return {
    ...placeOf(server.address(), socket === null ? host : undefined),
    [Symbol.asyncDispose]() {
      draining = true
      return farewell({ server, plain, upgraded, underWay, rooms })
    },
  }
}

const EVERYWHERE = new Set(['0.0.0.0', '::'])

function placeOf(address: AddressInfo | string | null, named?: string): Pick<Server, 'origin' | 'everywhere'> {
  // A path: callers of it have no address, by which they are told apart.
  if (address === null || typeof address === 'string')
    throw new Error('LISTEN_FDS: 应为 TCP 套接字。 The socket that is handed over must be one of TCP.')
  const listens = named ?? address.address
  const everywhere = EVERYWHERE.has(listens)
  const host = everywhere ? '127.0.0.1' : listens
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`, everywhere }
}

type Leaving = {
  server: Listener
  plain: PlainLane
  upgraded: ReadonlySet<Duplex>
  underWay: ReturnType<typeof countUnderWay>
  rooms: Pick<Rooms, 'cutOff' | 'farewell'>
}

/** Lets what is under way end, and closes everything. */
async function farewell({ server, plain, upgraded, underWay, rooms }: Leaving): Promise<void> {
  using _lane = plain
  plain.drain()
  const late = setTimeout(() => rooms.cutOff(), DRAIN_MS)
  const last = setTimeout(() => {
    server.closeAllConnections()
    plain.closeAll()
    for (const socket of upgraded) socket.destroy()
  }, DRAIN_MS + LAST_WORDS_MS)
  await underWay.none(NOTICE_MS)
  // From now on each answer ends its connection: those that are in use are told so once more.
  await underWay.lull()
  const closed = once(server, 'close')
  server.close()
  plain.closeIdle()
  // Nor do those that were taken just now, and have not said anything yet, speak in vain.
  await underWay.lull()
  await Promise.all([underWay.none(DRAIN_MS), rooms.farewell()])
  // Connections whose last answer has just ended do not wait for another request.
  server.closeIdleConnections()
  plain.closeIdle('fresh')
  await closed
  clearTimeout(late)
  clearTimeout(last)
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Hands over each upgrade, and gives the sockets that were handed over and are still open. */
function leadUpgrades(server: Listener, upgrade: Upgrade, log: Log): ReadonlySet<Duplex> {
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    try {
      upgrade(request, socket, head)
    } catch (error) {
      log.error('an upgrade failed', faultFields(error))
      socket.destroy()
    }
  })
  return upgraded
}

/** Answers under way, and a wait for the end of the last of them. */
function countUnderWay() {
  let count = 0
  let lastMs = -LULL_MS
  const waiting = new Set<() => void>()
  return {
    began: (): void => {
      count += 1
    },
    over: (): void => {
      count -= 1
      lastMs = performance.now()
      if (count === 0) for (const end of waiting) end()
    },
    /** Somebody has connected. */
    came: (): void => {
      lastMs = performance.now()
    },
    /** Resolves `LULL_MS` after somebody has connected or had an answer: by then they have asked, or do not at once. */
    lull: () => pause(Math.max(0, lastMs + LULL_MS - performance.now())),
    /** Resolves when there is none, or after so long. */
    async none(withinMs: number): Promise<void> {
      if (count === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      const timer = setTimeout(resolve, withinMs)
      await promise
      clearTimeout(timer)
      waiting.delete(resolve)
    },
  }
}

function health(reply: ServerResponse, well: boolean): void {
  reply.writeHead(well ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  reply.end(JSON.stringify({ status: well ? 'ok' : 'unavailable' }))
}

function tellMetrics(reply: ServerResponse, { status, text }: Scraped): void {
  const type = status === 200 ? EXPOSITION_TYPE : 'text/plain; charset=utf-8'
  const asks = status === 401 && { 'www-authenticate': 'Bearer' }
  reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...asks })
  reply.end(text)
}
