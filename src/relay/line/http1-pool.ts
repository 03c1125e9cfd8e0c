import type { buildConnector } from 'undici'
import { Crowd } from '../../core/crowd.ts'
import { SECOND_MS } from '../../core/time.ts'
import { UpstreamFailure } from '../failure.ts'
import type { UpstreamRequest } from '../upstream.ts'
import type { CallControl, CallHandler } from './call-handler.ts'
import { Http1Connection, type Keeper, type Sendable } from './http1-connection.ts'
import type { Names } from './response-head.ts'
import { linesFor, requestHead } from './request-head.ts'
import { MOST_IDLE_MS, type Route } from './route.ts'

const SWEEP_MS = SECOND_MS

/** Connections that speak HTTP/1.1 over one line, as many as there are calls at once: every live stream holds one. */
export class Http1Pool implements Route {
  readonly #connect: buildConnector.connector
  readonly #isBlocked: (hostname: string) => boolean
  readonly #origins = new Map<string, Origin>()
  readonly #open = new Crowd<Http1Connection>()
  readonly #opening = new Crowd<Waiting>()
  #waiting: Waiting[] = []
  #sweeping = false
  #isRetired = false
  #isDestroyed = false

  constructor(connect: buildConnector.connector, isBlocked: (hostname: string) => boolean) {
    this.#connect = connect
    this.#isBlocked = isBlocked
  }

  send({ method, url, headers, body }: UpstreamRequest, call: CallHandler): void {
    if (this.#isDestroyed) throw new UpstreamFailure('reset')
    const name = url.origin
    const known = this.#origins.get(name)
    const origin = known ?? this.#newOrigin(url, name)
    const head = requestHead({ method, url, headers, body }, origin.lines)
    if (!known) this.#origins.set(name, origin)
    const waiting = new Waiting({ head, body }, call, origin)
    origin.enter()
    call.onWaiting(waiting)
    // What has come meanwhile on a connection that is idle, or its end, is read before it is used. To send what has gathered
    // by then at once also spares whoever reads it a waking for each.
    if (this.#waiting.push(waiting) === 1) setImmediate(() => this.#sendWaiting())
  }

  retire(): void {
    this.#isRetired = true
    for (const { idle } of this.#origins.values()) for (const connection of idle.splice(0)) connection.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isRetired = true
    this.#isDestroyed = true
    for (const waiting of [...this.#waiting, ...this.#opening]) waiting.fail(new UpstreamFailure('reset'))
    for (const connection of this.#open) connection.close()
  }

  /** An address given as such is never looked up, so it is checked here; what may not be reached has no origin. */
  #newOrigin(url: URL, name: string): Origin {
    if (this.#isBlocked(url.hostname)) throw new UpstreamFailure('blocked_address')
    return new Origin(url, {
      onOpen: (connection) => this.#open.add(connection),
      onIdle: () => this.#sweepLater(),
      isOver: () => this.#isRetired,
      onEmpty: () => void this.#origins.delete(name),
    })
  }

  #sendWaiting(): void {
    const all = this.#waiting
    this.#waiting = []
    for (const waiting of all) {
      const connection = waiting.isAwaited ? waiting.origin.take() : undefined
      if (waiting.isAwaited && !connection) {
        this.#openFor(waiting)
        continue
      }
      if (connection) waiting.goOn(connection)
      waiting.origin.leave()
    }
  }

  #openFor(waiting: Waiting): void {
    const { origin } = waiting
    const place = this.#opening.add(waiting)
    const opened: buildConnector.Callback = (...[error, socket]) => {
      place[Symbol.dispose]()
      if (socket) {
        const connection = new Http1Connection(socket, origin)
        if (!waiting.goOn(connection)) origin.onIdle(connection, MOST_IDLE_MS)
      } else waiting.fail(error)
      origin.leave()
    }
    try {
      this.#connect(origin.target, opened)
    } catch (cause) {
      // Such as a certificate that is none.
      opened(new UpstreamFailure('connect', { cause }), null)
    }
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

/** A request that waits for a connection, and is let go when nobody waits for it any more. */
class Waiting implements CallControl {
  readonly origin: Origin
  #request: Sendable | null
  #call: CallHandler | null

  constructor(request: Sendable, call: CallHandler, origin: Origin) {
    this.#request = request
    this.#call = call
    this.origin = origin
  }

  get isAwaited(): boolean {
    return this.#call !== null
  }

  /** Sends it; false when nobody waits for it. */
  goOn(connection: Http1Connection): boolean {
    const request = this.#request
    const call = this.#letGo()
    if (call && request) connection.send(request, call)
    return call !== null
  }

  fail(error: Error): void {
    this.#letGo()?.onError(error)
  }

  resume(): void {}

  abort(): void {
    this.#letGo()
  }

  #letGo(): CallHandler | null {
    const call = this.#call
    this.#request = null
    this.#call = null
    return call
  }
}

/** What an origin tells its pool. */
type Pool = {
  onOpen(connection: Http1Connection): Disposable
  onIdle(): void
  onEmpty(): void
  isOver(): boolean
}

/** The connections to one origin. */
class Origin implements Keeper {
  readonly lines: string
  readonly target: buildConnector.Options
  /** The one that was used last comes last, and is taken first. */
  readonly idle: Http1Connection[] = []
  readonly names: Names = []
  readonly #pool: Pool
  /** Connections, and requests that have none yet. */
  #count = 0

  constructor(url: URL, pool: Pool) {
    const { host, hostname, protocol, port } = url
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
    this.enter()
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

  enter(): void {
    this.#count += 1
  }

  leave(): void {
    this.#count -= 1
    if (this.#count === 0) this.#pool.onEmpty()
  }
}
