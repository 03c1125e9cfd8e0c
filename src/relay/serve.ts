import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { GatewayError, type Locale } from '../core/errors.ts'
import type { Dialect } from '../core/protocol.ts'
import type { Clock } from '../core/time.ts'
import type { Ledger } from '../metering/ledger.ts'
import { dialectErrors } from '../protocols/all.ts'
import { faultFields, type Log } from '../telemetry/log.ts'
import { attempt, type Patience } from './attempt.ts'
import { authenticate } from './authenticate.ts'
import { clientOf } from './client.ts'
import type { Directory } from './directory.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { cutBy } from './failure.ts'
import { idHeaders } from './headers.ts'
import type { LiveKeys } from './live-keys.ts'
import { modelsAnswer } from './models.ts'
import { plan } from './plan.ts'
import { relay, type Steps } from './relay.ts'
import { doorOf } from './surface.ts'
import type { Upstream } from './upstream.ts'

export type RelayOptions = {
  directory: Directory
  live: LiveKeys
  ledger: Ledger
  upstream: Upstream
  hashKey: (key: string) => string
  clock: Clock
  dice: () => number
  log: Log
  patience: Patience
  maxBodyBytes: number
  defaultLocale: Locale
}

/** Answers one call of the relay's surface; never rejects. */
export type RelayServer = (request: IncomingMessage, reply: ServerResponse, ip: string) => Promise<void>

/** The steps of a request, bound to this gateway's parts. */
export function bindSteps(options: RelayOptions): Steps {
  const { directory, ledger, clock, dice, upstream, patience } = options
  return {
    watch: (exchange, caller) => options.live.watch(exchange, caller.id),
    authenticate: (exchange) => authenticate(exchange, { directory, hashKey: options.hashKey, now: clock.now }),
    admit: (exchange, caller, protocol, turn) =>
      ledger.admit(
        {
          id: exchange.id,
          at: exchange.at,
          userId: caller.userId,
          keyId: caller.id,
          client: clientOf(exchange.headers['user-agent']),
          ip: exchange.ip,
          protocolIn: protocol.id,
          modelAsked: turn.model,
          stream: turn.stream,
          multiplierMicros: caller.multiplierMicros,
          bodyBytes: turn.body.length,
        },
        exchange.elapsedMs,
      ),
    plan: (caller, protocol, turn) => plan(caller, protocol, turn, { directory, dice }),
    attempt: (ask) => attempt(ask, { upstream, patience }),
  }
}

/** Serves the relay's surface on node:http. */
export function createRelayServer(options: RelayOptions): RelayServer {
  const steps = bindSteps(options)
  return async (request, reply, ip) => {
    const exchange = openExchange(request, reply, { ...options, ip })
    const door = doorOf(exchange)
    const dialect = door.kind === 'protocol' ? door.protocol.dialect : door.dialect
    try {
      if (door.kind === 'unknown')
        throw new GatewayError('path_unknown', { method: exchange.method, path: exchange.path.slice(0, 200) })
      if (door.kind === 'models')
        return sendModels(exchange, modelsAnswer(steps.authenticate(exchange), options.directory, door))
      if (exchange.method !== 'POST')
        throw new GatewayError('method_not_allowed', { method: exchange.method, path: exchange.path })
      await relay(exchange, door.protocol, steps)
    } catch (error) {
      if (!(error instanceof GatewayError))
        options.log.error('a request met a fault', { requestId: exchange.id, ...faultFields(error) })
      sendError(exchange, dialect, error)
      leave(request, reply)
    }
  }
}

function sendModels(exchange: Exchange, answer: object): void {
  exchange.reply.writeHead(200, { 'content-type': 'application/json', ...idHeaders(exchange.id) })
  exchange.reply.end(JSON.stringify(answer))
}

function sendError(exchange: Exchange, dialect: Dialect, error: unknown): void {
  const { reply, signal } = exchange
  if (signal.aborted && !cutBy(signal)) return
  // Once headers are out there is nothing left to say but that it ended badly.
  if (reply.headersSent) return void reply.destroy()
  const known = error instanceof GatewayError ? error : new GatewayError('internal')
  const { status, headers, body } = dialectErrors[dialect].refuse(known, {
    locale: exchange.locale,
    requestId: exchange.id,
    asked: exchange,
  })
  reply.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...idHeaders(exchange.id),
    ...headers,
    'server-timing': `gateway;dur=${exchange.elapsedMs().toFixed(1)}`,
  })
  reply.end(body)
}

const LEAVE_MS = 2000

/** A caller who is still sending would miss the answer if the connection closed under them: let them finish, but not for ever. */
function leave(request: IncomingMessage, reply: ServerResponse): void {
  if (request.complete || request.destroyed) return
  request.resume()
  const timer = setTimeout(() => request.destroy(), LEAVE_MS)
  request.once('close', () => clearTimeout(timer))
  reply.once('close', () => clearTimeout(timer))
}

/** Refuses a WebSocket so that Codex falls back to HTTP at once: 426, as any other status costs it seven tries (wire.md §0.5). */
export function refuseUpgrade(socket: Duplex): void {
  const { status, body } = dialectErrors.openai.refuse(new GatewayError('upgrade_required'), {
    locale: 'en',
    requestId: '',
  })
  socket.end(
    `HTTP/1.1 ${status} Upgrade Required\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
