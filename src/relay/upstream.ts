import { type Line, STRAIGHT } from '../core/line.ts'
import type { Stop } from '../core/stop.ts'
import type { Signing } from '../providers/provider.ts'
import { UpstreamFailure } from './failure.ts'
import { connectorOver } from './line/connector.ts'
import { Http1Pool } from './line/http1-pool.ts'
import { http2Agent } from './line/http2-agent.ts'
import { LateWatch } from './line/late-watch.ts'
import type { Route } from './line/route.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'
import { type CallLimits, UpstreamCall } from './upstream-call.ts'
import { isBlockedHost, isBlockedName } from './wall.ts'

/** A body that is read while it is sent: from disk, as often as it is, or once as it comes from a caller. */
export type FromDisk = { length: number; open: () => AsyncIterable<Uint8Array> }

/** One HTTP call to an upstream; `content-length` is worked out from the body. */
export type UpstreamRequest = CallLimits & {
  method: 'GET' | 'POST' | 'DELETE'
  /** The endpoint's base URL and what is appended to it. */
  url: URL
  headers: Record<string, string>
  body: Uint8Array | FromDisk | null
  /** Whether the address may lie in a private network. */
  allowPrivate: boolean
  /** The way to it; absent: straight. */
  line?: Line | undefined
  /** What it is signed with on its way; absent: its headers say everything. */
  signing?: { how: Signing; secret: string } | undefined
}

/** Connections to upstreams; disposing of them ends the calls under way. */
export type Upstream = {
  /** Sends a request and resolves with the head of the answer; throws an UpstreamFailure. */
  send(request: UpstreamRequest, withinMs: number, signal: Stop): Promise<UpstreamAnswer>
  [Symbol.asyncDispose](): Promise<void>
}

/** Keeps connections to upstreams: redirects are not followed and time limits are the caller's. */
export function createUpstream(): Upstream {
  const inner = routeOver(STRAIGHT, true)
  const outer = routeOver(STRAIGHT, false)
  const lines = createLines()
  const watch = new LateWatch()
  return {
    send(request, withinMs, signal) {
      const { allowPrivate, line, connectMs, totalMs } = request
      const call = new UpstreamCall({ withinMs, connectMs, totalMs, watch }, signal)
      const route = line ? lines.route(allowPrivate, line) : allowPrivate ? inner : outer
      if (!call.isOver) sendOver(route, request, call)
      return call.head
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([inner, outer, lines].map((route) => route[Symbol.asyncDispose]()))
    },
  }
}

/** What may not be sent at all fails as its call does. */
function sendOver(route: Route, request: UpstreamRequest, call: UpstreamCall): void {
  try {
    route.send(request, call)
  } catch (error) {
    call.onError(error instanceof Error ? error : new UpstreamFailure('reset'))
  }
}

function routeOver(line: Line, allowPrivate: boolean): Route {
  // An address given as such is never looked up, and a proxy looks up names itself, so these are checked here.
  const isBlocked = (hostname: string) =>
    isBlockedHost(hostname, allowPrivate) || (line.proxy !== null && isBlockedName(hostname, allowPrivate))
  const connect = connectorOver(line, allowPrivate)
  return line.http2 ? http2Agent(connect, isBlocked) : new Http1Pool(connect, isBlocked)
}

/** Lines that are remembered: more than providers have at a time, so that those of the past are let go. */
const MOST_LINES = 200

/** Connections over the lines of providers, which differ by what may be reached and how. */
function createLines() {
  const routes = { inner: new Map<string, Route>(), outer: new Map<string, Route>() }
  const names = new WeakMap<Line, string>()
  /** The same text for the same way; written once for each entry of the directory, as it may hold certificates. */
  const nameOf = (line: Line) => {
    const name = names.get(line) ?? JSON.stringify([line.proxy, line.ca, line.http2])
    names.set(line, name)
    return name
  }
  return {
    route(allowPrivate: boolean, line: Line): Route {
      const among = allowPrivate ? routes.inner : routes.outer
      const name = nameOf(line)
      const known = among.get(name)
      if (known) return known
      const [[oldest, past] = []] = among
      if (oldest !== undefined && past && among.size >= MOST_LINES) {
        among.delete(oldest)
        past.retire()
      }
      const route = routeOver(line, allowPrivate)
      among.set(name, route)
      return route
    },
    async [Symbol.asyncDispose]() {
      const all = [...routes.inner.values(), ...routes.outer.values()]
      await Promise.all(all.map((route) => route[Symbol.asyncDispose]()))
    },
  }
}
