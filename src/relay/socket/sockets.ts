import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { GatewayError, type Locale } from '../../core/errors.ts'
import { SECOND_MS } from '../../core/time.ts'
import { dialectErrors } from '../../protocols/all.ts'
import { faultFields } from '../../telemetry/log.ts'
import { authenticate } from '../authenticate.ts'
import { localeFor } from '../exchange.ts'
import { bindSteps, type RelayOptions } from '../serve.ts'
import { sharedRoom } from '../shared-room.ts'
import { targetOf } from '../surface.ts'
import { keepAlive } from './beat.ts'
import { RESTARTING } from './close-codes.ts'
import { requireRoomToTalk, serveRealtime } from './realtime-socket.ts'
import { serveResponses } from './responses-socket.ts'
import type { Bound, SocketCaller, SocketSession } from './session.ts'
import { takingOf } from './taking.ts'
import { countUnheard } from './unheard.ts'

/** The relay's WebSockets. Disposing lets what is under way finish, then tells every client to connect elsewhere. */
type Sockets = AsyncDisposable & {
  /** Takes over an upgrade of node:http, or refuses it in HTTP. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): void
}

type Door = {
  serve(socket: WebSocket, who: SocketCaller, bound: Bound): SocketSession
  /** Throws what stands against the whole connection. */
  require?: typeof requireRoomToTalk
}

/** Of Responses each message is refused by itself: an upgrade that is not taken costs Codex seven tries (wire.md §0.5). */
const DOORS: Readonly<Record<string, Door>> = {
  '/v1/responses': { serve: serveResponses },
  '/v1/realtime': { serve: serveRealtime, require: requireRoomToTalk },
}

/** Who is sent away has so long to answer that (docs/security.md). The types of ws do not know it. */
const CLOSING = { closeTimeout: 4 * SECOND_MS }
/** When a key that has too many may try again. */
const AGAIN_S = 30
/** As many as a key may have open: each takes memory, and a Realtime one a place at its upstream. */
const MOST_OF_A_KEY = 256
/** What the conversations of all connections may take together; those of one user never more than is left for everybody else. */
const REMEMBERED_BYTES = 256 * 1024 * 1024

/** Opens the relay's WebSockets. */
export function createSockets(options: RelayOptions): Sockets {
  const steps = bindSteps(options)
  const sessions = new Map<WebSocket, SocketSession & { hash: string }>()
  const room = sharedRoom(REMEMBERED_BYTES)
  const server = new WebSocketServer({
    noServer: true,
    ...CLOSING,
    // What a few bytes open to would lie in memory, counted by nobody, until its message is whole.
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
  })

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): void {
    const { path, query } = targetOf(request.url)
    const door = Object.hasOwn(DOORS, path) ? DOORS[path] : undefined
    const locale = localeFor(request.headers)
    const { headers } = request
    try {
      if (!door) throw new GatewayError('upgrade_required')
      const caller = authenticate(
        { headers, said: {}, query, ip },
        { directory: options.directory, hashKey: options.hashKey, now: options.clock.now },
      )
      requireFew(caller.hash)
      const who = { caller, headers: asHttp(headers), ip, locale }
      door.require?.(who, query, options)
      // A connection keeps the limit that holds when it opens.
      server.options.maxPayload = options.policy().maxBodyBytes
      server.handleUpgrade(request, socket, head, (opened) => {
        const bound = { options, steps, query, room, wire: socket }
        const session = door.serve(opened, who, bound)
        sessions.set(opened, { ...session, hash: caller.hash })
        // What its caller has left may not be settled yet.
        opened.once('close', () => void session.settled().then(() => sessions.delete(opened)))
        countUnheard(opened, socket, (bytes) => options.bodyRoom.hold(caller.userId, bytes))
        keepAlive(opened, takingOf(socket))
      })
    } catch (error) {
      if (!(error instanceof GatewayError)) options.log.error('an upgrade met a fault', faultFields(error))
      refuse(socket, error instanceof GatewayError ? error : new GatewayError('internal'), locale)
    }
  }

  function requireFew(hash: string): void {
    const open = sessions.values().reduce((sum, session) => sum + Number(session.hash === hash), 0)
    if (open >= MOST_OF_A_KEY) throw new GatewayError('rate_limited', { seconds: AGAIN_S })
  }

  return {
    upgrade,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(
        sessions.entries().map(async ([socket, session]) => {
          await session.settled()
          socket.close(RESTARTING, 'the server restarts')
        }),
      )
      server.close()
    },
  }
}

/** What belongs to the upgrade alone is no header of the requests that come over it. */
function asHttp({ upgrade: _u, connection: _c, ...headers }: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('sec-websocket-')))
}

/** Refuses an upgrade: 426 lets Codex fall back to HTTP at once, any other status costs it seven tries (wire.md §0.5). */
function refuse(socket: Duplex, error: GatewayError, locale: Locale): void {
  const { status, body, headers } = dialectErrors.openai.refuse(error, { locale, requestId: '' })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
