import type { buildConnector } from 'undici'
import { Crowd } from '../../core/crowd.ts'
import { unbracketed } from '../../core/ip.ts'
import { SECOND_MS } from '../../core/time.ts'
import { neverOpened, UpstreamFailure } from '../failure.ts'
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
  /** Counts turns of the loop in which there was something to look at. */
  #turn = 0
  #looking = false
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
    this.#waiting.push(waiting)
    this.#lookLater()
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
      onIdle: () => {
        this.#lookLater()
        this.#sweepLater()
        return this.#turn
      },
      isOver: () => this.#isRetired,
      onEmpty: () => void this.#origins.delete(name),
    })
  }

  #lookLater(): void {
    if (this.#looking) return
    this.#looking = true
    setImmediate(this.#look)
  }

  /**
   * What has come meanwhile on a connection that is idle, or its end, is read before it is used: in the turn after the one in which
   * it became so. To send what has gathered by then at once also spares whoever reads it a waking for each.
   */
  readonly #look = (): void => {
    const all = this.#waiting
    this.#waiting = []
    this.#looking = false
    for (const waiting of all) this.#sendOrOpen(waiting)
    this.#turn += 1
  }

  #sendOrOpen(waiting: Waiting): void {
    const { origin } = waiting
    if (!waiting.isAwaited) return origin.leave()
    const connection = origin.take(this.#turn)
    if (connection) {
      waiting.goOn(connection)
      origin.leave()
    } else if (origin.idle.length > 0 && waiting.mayWait()) {
      this.#waiting.push(waiting)
      this.#lookLater()
    } else this.#openFor(waiting)
  }

  #openFor(waiting: Waiting): void {
    const { origin } = waiting
    const place = this.#opening.add(waiting)
    const opened: buildConnector.Callback = (...[error, socket]) => {
      place[Symbol.dispose]()
      if (socket) {
        const connection = new Http1Connection(socket, origin)
        if (!waiting.goOn(connection)) origin.onIdle(connection, MOST_IDLE_MS)
      } else waiting.fail(neverOpened(error))
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
  #hasWaited = false

  constructor(request: Sendable, call: CallHandler, origin: Origin) {
    this.#request = request
    this.#call = call
    this.origin = origin
  }

  get isAwaited(): boolean {
    return this.#call !== null
  }

  /** Whether it may wait a turn for a connection that has just become idle; once, as others may be sooner. */
  mayWait(): boolean {
    const mayWait = !this.#hasWaited
    this.#hasWaited = true
    return mayWait
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
  /** Tells the turn of the loop. */
  onIdle(): number
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
    // `host` is what a certificate is asked of by name, and keeps its brackets as undici wants it.
    this.target = { host, hostname: unbracketed(hostname), protocol, port }
    this.#pool = pool
  }

  /** The connection that was used last, of those that were idle before this turn. */
  take(turn: number): Http1Connection | undefined {
    const { idle } = this
    for (let at = idle.length - 1; at >= 0; at -= 1) {
      const connection = idle[at]
      if (!connection || connection.idleSince === turn) continue
      if (at === idle.length - 1) idle.pop()
      else idle.splice(at, 1)
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
    connection.idleSince = this.#pool.onIdle()
    this.idle.push(connection)
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
