import { setTimeout as wait } from 'node:timers/promises'
import { GatewayError } from '../core/errors.ts'
import type { RelayPolicy } from '../core/policy.ts'
import { priceAt } from '../core/price.ts'
import type { Dialect } from '../core/protocol.ts'
import { signalOf, type Stop } from '../core/stop.ts'
import type { Clock } from '../core/time.ts'
import type { Ledger } from '../metering/ledger.ts'
import type { Limits } from '../metering/limits/limits.ts'
import { dialectErrors } from '../protocols/all.ts'
import { faultFields, type Log } from '../telemetry/log.ts'
import { admit } from './admit.ts'
import { type Ask, attempt } from './attempt.ts'
import type { BodyRoom } from './body-room.ts'
import { admitCall } from './admit-call.ts'
import { authenticate, authenticateAgain, type Caller } from './authenticate.ts'
import type { Directory } from './directory.ts'
import type { Drains } from './drains.ts'
import { type Arrival, type Exchange, openExchange } from './exchange.ts'
import { type Capturing, capturing } from './capturing.ts'
import { isGone } from './failure.ts'
import { idHeaders } from './headers.ts'
import type { LiveKeys } from './live-keys.ts'
import { modelsAnswer } from './models.ts'
import type { Spooler } from './forms/spool.ts'
import { boundPlan } from './pinned/bound.ts'
import { createPinned } from './pinned/pinned.ts'
import { keepResponse } from './pinned/keep-response.ts'
import type { Pins } from './pinned/pins.ts'
import type { PinnedRoute } from './pinned/routes.ts'
import type { Bills } from './pinned/shown.ts'
import type { Uploads } from './pinned/uploads.ts'
import { openToOtherOrigins } from './other-origins.ts'
import { plan } from './plan.ts'
import { relay, type Steps } from './relay.ts'
import type { ResponseMemory } from './response-memory.ts'
import { remember, rememberSilence, type Routing } from './routing/routing.ts'
import { doorOf } from './surface.ts'
import type { UsageRefusals } from './stream-usage.ts'
import { tellingSteps } from './telling-steps.ts'
import { toldStatus } from './told-status.ts'
import type { Upstream } from './upstream.ts'

/** What the relay is put together from. */
export type RelayOptions = {
  directory: Directory
  live: LiveKeys
  ledger: Ledger
  limits: Pick<Limits, 'admit' | 'admitCall' | 'refusesCall' | 'paceOf' | 'holdsWorst' | 'averageOutput' | 'parked'>
  upstream: Upstream
  memory: ResponseMemory
  drains: Drains
  usageRefusals: UsageRefusals
  captures: Capturing['captures']
  pins: Pins
  bills: Bills
  uploads: Uploads
  namedOrigin: () => string | null
  hashKey: (key: string) => string
  clock: Clock
  dice: () => number
  log: Log
  routing: Routing
  spooler: Spooler
  bodyRoom: BodyRoom
  /** Tokens of a text, about as any vendor counts them. */
  countText: (text: string) => Promise<number>
  /** What the operator decided, as it is now. */
  policy: () => RelayPolicy
}

/** Answers one call of the relay's surface; never rejects. */
type RelayServer = (arrival: Arrival) => Promise<void>

/** The steps of a request, bound to this gateway's parts. */
export function bindSteps(options: RelayOptions): Steps {
  const { directory, clock, dice, routing, memory, log } = options
  const steps: Steps = {
    watch: (exchange, caller) => options.live.watch(exchange, caller.hash),
    authenticate: (exchange) => authenticate(exchange, { directory, hashKey: options.hashKey, now: clock.now }),
    ratesOf(name, at) {
      const model = directory.model(name)
      return (model && priceAt(model, at)?.rates) ?? null
    },
    admit: (exchange, caller, protocol, turn) => admit({ exchange, caller, protocol, turn }, options),
    plan(exchange, caller, protocol, turn) {
      routing.retries.earn()
      const { headers, at } = exchange
      return plan({ caller, protocol, turn, headers, at }, { ...routing, directory, dice })
    },
    lease: (candidate, asking) => routing.health.lease(candidate, asking),
    maxAttempts: () => options.policy().maxAttempts,
    hedgeMs: () => options.policy().hedgeMs,
    attempt: (ask) => attempt(options.policy().tellProvider ? naming(ask) : ask, options),
    mayRetry: () => routing.retries.spend(),
    bound: (plan, question) => boundPlan(plan, question, options),
    mostWhole: () => options.policy().maxBodyBytes,
    countText: options.countText,
    recalled: (body, by) => memory.recalled(body, by),
    kept: (id, record) => keepResponse(id, record, options),
    leftOut: (events, { id, providerId }) =>
      log.warn('events of an answer made no sense', { requestId: id, provider: providerId, count: events }),
    answered: (ask, answer, conversation) => remember(routing, ask, answer, conversation),
    outrun: (ask, record) => rememberSilence(routing, ask, record),
    // Longer by a random part, so that those who wait together do not come back together.
    pause: (ms, signal) => waited(ms * (1 + dice() / 4), signal),
    wait: waited,
  }
  return log.isDebug ? tellingSteps(steps, log) : steps
}

/** An attempt whose answer names its provider; a head that goes out before anybody has answered names nobody. */
function naming(ask: Ask): Ask {
  const { exchange, target } = ask
  // Names are any text, and headers are ASCII.
  const extraHeaders = { ...exchange.extraHeaders, 'x-yumen-provider': encodeURIComponent(target.provider.name) }
  return { ...ask, exchange: { ...exchange, extraHeaders } }
}

/** Waits so long, or until the signal fires. */
function waited(ms: number, stop: Stop): Promise<void> {
  return wait(ms, undefined, { signal: signalOf(stop) }).catch(() => undefined)
}

/** Serves the relay's surface. */
export function createRelayServer(options: RelayOptions): RelayServer {
  const steps = bindSteps(options)
  const servePinned = createPinned(options)
  const { clock, bodyRoom, spooler } = options
  return async (arrival) => {
    if (openToOtherOrigins(arrival)) return
    const { maxBodyBytes } = options.policy()
    const exchange = openExchange(arrival, { clock, bodyRoom, spooler, maxBodyBytes })
    const door = doorOf(exchange)
    const dialect = door.kind === 'protocol' ? door.protocol.dialect : door.dialect
    const refuse = (to: Exchange, error: unknown) => {
      if (!(error instanceof GatewayError))
        options.log.error('a request met a fault', { requestId: exchange.id, ...faultFields(error) })
      sendError(to, dialect, error)
      arrival.leave()
    }
    try {
      if (door.kind === 'unknown')
        throw new GatewayError('path_unknown', { method: exchange.method, path: exchange.path.slice(0, 200) })
      if (door.kind === 'models') {
        return listModels(exchange, steps.authenticate(exchange), door, options)
      }
      if (door.kind === 'pinned') {
        const caller = callerOf(exchange, door.route, { ...options, steps })
        using _watch = steps.watch(exchange, caller)
        return await servePinned(exchange, caller, door.route)
      }
      if (door.kind === 'wrong_method' || exchange.method !== 'POST')
        throw new GatewayError('method_not_allowed', { method: exchange.method, path: exchange.path })
      await capturing(exchange, options, (heard) => relay(heard, door.protocol, steps), refuse)
    } catch (error) {
      refuse(exchange, error)
    }
  }
}

/** Whoever goes on with an upload need not show a key, as at Google: the address that only its user was told stands for it. */
function callerOf(
  exchange: Exchange,
  { kind, act }: PinnedRoute,
  { steps, uploads, directory, clock }: RelayOptions & { steps: Pick<Steps, 'authenticate'> },
): Caller {
  try {
    return steps.authenticate(exchange)
  } catch (error) {
    const id = kind === 'gemini-file' && act === 'create' ? exchange.query.get('upload_id') : null
    if (id === null || !(error instanceof GatewayError) || error.code !== 'key_missing') throw error
    const upload = uploads.find(id)
    // That no key was sent is not what is wrong where none is needed: clients begin anew after this.
    if (!upload) throw new GatewayError('object_not_found', { id: 'upload_id' })
    return authenticateAgain(upload, exchange, { directory, now: clock.now })
  }
}

type ModelsDoor = Extract<ReturnType<typeof doorOf>, { kind: 'models' }>

/** Costs nothing and is no row, but is paced like a look at what is kept. */
function listModels(exchange: Exchange, caller: Caller, door: ModelsDoor, { directory, limits }: RelayOptions): void {
  using _call = admitCall(exchange, caller, { dialect: door.dialect, looks: true }, limits)
  const answer = modelsAnswer(caller, { directory, at: exchange.at }, { ...door, query: exchange.query })
  exchange.reply.writeHead(200, {
    'content-type': 'application/json',
    ...idHeaders(exchange.id),
    ...exchange.extraHeaders,
  })
  exchange.reply.end(JSON.stringify(answer))
}

/** Tells a caller in their dialect what stands against their request, as far as they can still be told. */
export function sendError(exchange: Exchange, dialect: Dialect, error: unknown): void {
  const { reply, signal } = exchange
  if (isGone(signal)) return
  // Once headers are out there is nothing left to say but that it ended badly.
  if (reply.headersSent) return void reply.destroy()
  const known = error instanceof GatewayError ? error : new GatewayError('internal')
  const { status, headers, body } = dialectErrors[dialect].refuse(known, {
    locale: exchange.locale,
    requestId: exchange.id,
    asked: exchange,
  })
  reply.writeHead(toldStatus(known, status, exchange.headers), {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...idHeaders(exchange.id),
    ...exchange.extraHeaders,
    ...headers,
    'server-timing': `gateway;dur=${exchange.elapsedMs().toFixed(1)}`,
  })
  reply.end(body)
}
