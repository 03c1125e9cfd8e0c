import type { buildConnector } from 'undici'
import { Crowd } from '../../core/crowd.ts'
import { SECOND_MS } from '../../core/time.ts'
import { UpstreamFailure } from '../failure.ts'
import type { UpstreamRequest } from '../upstream.ts'
import type { CallControl, CallHandler } from './call-handler.ts'
import { Http1Connection, type Keeper, type Sendable } from './http1-connection.ts'
import { linesFor, requestHead } from './request-head.ts'
import { MOST_IDLE_MS, type Route } from './route.ts'

const SWEEP_MS = SECOND_MS

/** Connections that speak HTTP/1.1 over one line, as many as there are calls at once: every live stream holds one. */
export class Http1Pool implements Route {
  readonly #connect: buildConnector.connector
  readonly #isBlocked: (hostname: string) => boolean
  readonly #origins = new Map<string, Origin>()
  readonly #open = new Crowd<Http1Connection>()
  readonly #waiting = new Crowd<Waiting>()
  #sweeping = false
  #isRetired = false

  constructor(connect: buildConnector.connector, isBlocked: (hostname: string) => boolean) {
    this.#connect = connect
    this.#isBlocked = isBlocked
  }

  send({ method, url, headers, body }: UpstreamRequest, call: CallHandler): void {
    const origin = this.#origins.get(url.origin) ?? this.#newOrigin(url)
    const request = { head: requestHead({ method, url, headers, body }, origin.lines), body }
    const connection = origin.take()
    if (connection) connection.send(request, call)
    else this.#openFor(request, call, origin)
  }

  retire(): void {
    this.#isRetired = true
    for (const { idle } of this.#origins.values()) for (const connection of idle.splice(0)) connection.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isRetired = true
    for (const waiting of this.#waiting) waiting.fail(new UpstreamFailure('reset'))
    for (const connection of this.#open) connection.close()
  }

  /** An address given as such is never looked up, so it is checked here; what may not be reached has no origin. */
  #newOrigin(url: URL): Origin {
    if (this.#isBlocked(url.hostname)) throw new UpstreamFailure('blocked_address')
    return new Origin(url, {
      onOpen: (connection) => this.#open.add(connection),
      // Any of them that lasts keeps the sweeps going; after the last one the name is forgotten.
      onIdle: () => this.#sweepLater(),
      isOver: () => this.#isRetired,
      onEmpty: (origin) => void this.#origins.delete(origin),
    })
  }

  #openFor(request: Sendable, call: CallHandler, origin: Origin): void {
    const waiting = new Waiting(request, call)
    const place = this.#waiting.add(waiting)
    this.#origins.set(origin.name, origin)
    origin.count += 1
    call.onWaiting(waiting)
    this.#connect(origin.target, (...[error, socket]) => {
      place[Symbol.dispose]()
      if (!socket) {
        waiting.fail(error)
        origin.leave()
        return
      }
      const connection = new Http1Connection(socket, origin)
      if (this.#isRetired && !waiting.isAwaited) connection.close()
      else if (!waiting.goOn(connection)) origin.onIdle(connection, MOST_IDLE_MS)
    })
  }

  #sweepLater(): void {
    if (this.#sweeping) return
    this.#sweeping = true
    setTimeout(() => this.#sweep(), SWEEP_MS).unref()
  }

  #sweep(): void {
    this.#sweeping = false
    const now = performance.now()
    for (const { idle } of this.#origins.values()) {
      for (const connection of idle.filter(({ idleUntil }) => idleUntil <= now)) connection.close()
      if (idle.length > 0) this.#sweepLater()
    }
  }
}

/** A request that waits for a connection of its own, and is let go when nobody waits for it any more. */
class Waiting implements CallControl {
  #of: { request: Sendable; call: CallHandler } | null

  constructor(request: Sendable, call: CallHandler) {
    this.#of = { request, call }
  }

  get isAwaited(): boolean {
    return this.#of !== null
  }

  /** Sends it; false when nobody waits for it. */
  goOn(connection: Http1Connection): boolean {
    const of = this.#of
    this.#of = null
    if (of) connection.send(of.request, of.call)
    return of !== null
  }

  fail(error: Error): void {
    const of = this.#of
    this.#of = null
    of?.call.onError(error)
  }

  resume(): void {}

  abort(): void {
    this.#of = null
  }
}

/** What an origin tells its pool. */
type Pool = {
  onOpen(connection: Http1Connection): Disposable
  onIdle(): void
  onEmpty(name: string): void
  isOver(): boolean
}

/** The connections to one origin. */
class Origin implements Keeper {
  readonly name: string
  readonly lines: string
  readonly target: buildConnector.Options
  /** The one that was used last comes last, and is taken first. */
  readonly idle: Http1Connection[] = []
  /** Open, or being opened. */
  count = 0
  readonly #pool: Pool

  constructor(url: URL, pool: Pool) {
    const { origin, host, hostname, protocol, port } = url
    this.name = origin
    this.lines = linesFor(url)
    this.target = { host, hostname, protocol, port }
    this.#pool = pool
  }

  take(): Http1Connection | undefined {
    for (let connection = this.idle.pop(); connection; connection = this.idle.pop()) {
      if (connection.idleUntil > performance.now()) return connection
      connection.close()
    }
    return undefined
  }

  onOpen(connection: Http1Connection): Disposable {
    return this.#pool.onOpen(connection)
  }

  onIdle(connection: Http1Connection, idleMs: number): void {
    if (this.#pool.isOver()) return connection.close()
    connection.idleUntil = performance.now() + idleMs
    this.idle.push(connection)
    this.#pool.onIdle()
  }

  onGone(connection: Http1Connection): void {
    const at = this.idle.indexOf(connection)
    if (at >= 0) this.idle.splice(at, 1)
    this.leave()
  }

  leave(): void {
    this.count -= 1
    if (this.count === 0) this.#pool.onEmpty(this.name)
  }
}
