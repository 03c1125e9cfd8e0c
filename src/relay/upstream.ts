import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { Agent, buildConnector } from 'undici'
import { SECOND_MS } from '../core/time.ts'
import { ownCopy } from '../protocols/sse.ts'
import type { Signing } from '../providers/provider.ts'
import { decoded } from './decoded.ts'
import { UpstreamFailure } from './failure.ts'
import { type UpstreamAnswer, UpstreamCall } from './upstream-call.ts'
import { guardedLookup, isBlockedHost } from './wall.ts'

export type UpstreamRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  /** The endpoint's base URL and what is appended to it. */
  url: URL
  headers: Record<string, string>
  body: Uint8Array | null
  /** Whether the address may lie in a private network. */
  allowPrivate: boolean
  /** What it is signed with on its way; absent: its headers say everything. */
  signing?: { how: Signing; secret: string } | undefined
}

export type Upstream = {
  /** Sends a request and resolves with the head of the answer; throws an UpstreamFailure. */
  send(request: UpstreamRequest, withinMs: number, signal: AbortSignal): Promise<UpstreamAnswer>
  [Symbol.asyncDispose](): Promise<void>
}

const CONNECT_MS = 5 * SECOND_MS
/** What a socket hands over at once: the larger it is, the more memory a thousand slow readers take. */
const PIECE_BYTES = 8 * 1024
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
  const agentFor = (allowPrivate: boolean) => new Agent({ ...pool, connect: connector(allowPrivate) })
  const inner = agentFor(true)
  const outer = agentFor(false)
  return {
    send(request, withinMs, signal) {
      // An address given as such is never looked up, so it is checked here.
      if (isBlockedHost(request.url.hostname, request.allowPrivate))
        return Promise.reject(new UpstreamFailure('blocked_address'))
      return dispatch(request.allowPrivate ? inner : outer, request, new UpstreamCall(withinMs, signal))
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([inner.destroy(), outer.destroy()])
    },
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
  agent.dispatch(
    { origin: url.origin, path, method, headers: sized, body: body && Readable.from(onceOnly(body)) },
    call,
  )
  return call.head.then(decoded)
}

/** undici keeps a request as long as its answer lasts; given like this, the body itself is let go once it is sent. */
function onceOnly(body: Uint8Array): Iterable<Uint8Array> {
  const parts = [body]
  return {
    *[Symbol.iterator]() {
      for (let part = parts.pop(); part; part = parts.pop()) yield part
    },
  }
}

function connector(allowPrivate: boolean): buildConnector.connector {
  const options = {
    timeout: CONNECT_MS,
    highWaterMark: PIECE_BYTES,
    lookup: guardedLookup(allowPrivate),
    onread: intoOwnMemory,
  }
  const connect = buildConnector(options)
  return (target, callback) =>
    connect(target, (...outcome) => {
      if (outcome[1]) readInPieces(outcome[1])
      callback(...outcome)
    })
}

/**
 * undici reads all a socket holds and gives back what a paused answer does not take; node then reads on, so that each
 * pause of a slow reader would leave some 48 KiB more in memory. Read in pieces, the socket stays at its high-water mark.
 */
function readInPieces(socket: Socket): void {
  const read = socket.read.bind(socket)
  socket.read = (size?: number): unknown => read(size ?? (Math.min(socket.readableLength, PIECE_BYTES) || undefined))
}

/**
 * Node reads 64 KiB at a time and a few bytes that wait would keep all of them alive; read through one shared buffer,
 * each socket keeps what it was sent and no more. Returning false stops the reading until the socket is read.
 */
const intoOwnMemory = {
  buffer: new Uint8Array(PIECE_BYTES),
  callback(this: Socket, size: number, bytes: Uint8Array): boolean {
    return this.push(ownCopy(bytes.subarray(0, size)))
  },
}
