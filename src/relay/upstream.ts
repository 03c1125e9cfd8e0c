import { Readable } from 'node:stream'
import { Agent } from 'undici'
import type { Line } from '../core/line.ts'
import { SECOND_MS } from '../core/time.ts'
import type { Signing } from '../providers/provider.ts'
import { decoded } from './decoded.ts'
import { type Stop, UpstreamFailure } from './failure.ts'
import { connectorOver, PIECE_BYTES } from './line/connector.ts'
import { type CallLimits, type UpstreamAnswer, UpstreamCall } from './upstream-call.ts'
import { isBlockedHost, isBlockedName } from './wall.ts'

/** A body that is read from disk while it is sent, as often as it is. */
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

const MAX_HEADER_BYTES = 64 * 1024

/** Keeps connections to upstreams: redirects are not followed and time limits are the caller's. */
export function createUpstream(): Upstream {
  const pool = {
    // Every live stream holds one: what bounds them is the listener's own limit.
    connections: null,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: 30 * SECOND_MS,
  }
  const straight = { proxy: null, ca: null, http2: false }
  const agentFor = (allowPrivate: boolean, line: Line = straight) =>
    new Agent({ ...pool, allowH2: line.http2, connect: connectorOver(line, allowPrivate) })
  const inner = agentFor(true)
  const outer = agentFor(false)
  const lines = createLines(agentFor)
  return {
    send(request, withinMs, signal) {
      const { url, allowPrivate, line } = request
      // An address given as such is never looked up, and a proxy looks up names itself, so these are checked here.
      if (isBlockedHost(url.hostname, allowPrivate) || (line?.proxy && isBlockedName(url.hostname, allowPrivate)))
        return Promise.reject(new UpstreamFailure('blocked_address'))
      const agent = line ? lines.agent(allowPrivate, line) : allowPrivate ? inner : outer
      return dispatch(agent, request, new UpstreamCall(withinMs, signal, request))
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([inner.destroy(), outer.destroy(), lines.destroy()])
    },
  }
}

/** Lines that are remembered: more than providers have at a time, so that those of the past are let go. */
const MOST_LINES = 200

/** Connections over the lines of providers, which differ by what may be reached and how. */
function createLines(agentFor: (allowPrivate: boolean, line: Line) => Agent) {
  const agents = new Map<string, Agent>()
  return {
    agent(allowPrivate: boolean, line: Line): Agent {
      const key = JSON.stringify([allowPrivate, line.proxy, line.ca, line.http2])
      const known = agents.get(key)
      if (known) return known
      const [[oldest, past] = []] = agents
      if (oldest !== undefined && past && agents.size >= MOST_LINES) {
        agents.delete(oldest)
        void past.close()
      }
      const agent = agentFor(allowPrivate, line)
      agents.set(key, agent)
      return agent
    },
    destroy: () => Promise.all([...agents.values()].map((agent) => agent.destroy())),
  }
}

/** Hands a call to undici; what happens then is the call's own story. */
function dispatch(
  agent: Agent,
  { url, method, headers, body }: UpstreamRequest,
  call: UpstreamCall,
): Promise<UpstreamAnswer> {
  const path = url.pathname + url.search
  const sized = body ? { ...headers, 'content-length': String(body.length) } : headers
  agent.dispatch({ origin: url.origin, path, method, headers: sized, body: body && sendable(body) }, call)
  return call.head.then(decoded)
}

/** From here on a stream, which takes 3 KiB itself, is less to keep than the body. */
const LARGE_BYTES = 8 * 1024

/** undici keeps a request as long as its answer lasts; given as a stream, a large body is let go once it is sent. */
function sendable(body: Uint8Array | FromDisk): Uint8Array | Readable {
  if (!(body instanceof Uint8Array))
    return Readable.from(body.open(), { objectMode: false, highWaterMark: PIECE_BYTES })
  if (body.length < LARGE_BYTES) return body
  const parts = [body]
  return Readable.from({
    *[Symbol.iterator]() {
      for (let part = parts.pop(); part; part = parts.pop()) yield part
    },
  })
}
