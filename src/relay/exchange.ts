import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { newId } from '../core/ids.ts'
import { type GatewayError, type Locale, localeOf } from '../core/errors.ts'
import { type Clock, SECOND_MS } from '../core/time.ts'
import { readBody } from './body.ts'
import type { Body, BodyRoom } from './body-room.ts'
import { ChunkedReply } from './chunked-reply.ts'
import type { Spooler } from './forms/spool.ts'
import { boundaryOf, readForm, type SpooledForm } from './forms/spooled-form.ts'
import { targetOf } from './surface.ts'

/** What a reply is written to: node's own, or one that collects. */
export type Reply = {
  readonly headersSent: boolean
  readonly socket: { setTimeout(ms: number): unknown } | null
  writeHead(status: number, headers: Record<string, string | number>): unknown
  /** False: wait for `drain` before the next write. */
  write(bytes: Uint8Array): boolean
  end(bytes?: Uint8Array | string): unknown
  destroy(): unknown
  once(event: 'drain', listener: () => void): unknown
  off(event: 'drain', listener: () => void): unknown
}

/** One caller's request and the reply to it. */
export type Exchange = {
  /** What `x-yumen-request-id` says and the console finds. */
  id: string
  /** Epoch milliseconds of arrival. */
  at: number
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  ip: string
  locale: Locale
  reply: Reply
  /** Aborts when the caller is gone before the reply is finished, or the exchange is cut off. */
  signal: AbortSignal
  /** Ends the exchange by the gateway's own will; the caller is told why, as far as the reply still allows. */
  cut(why: GatewayError): void
  /** Headers of the reply, whatever it will be, that were found out on the way. */
  extraHeaders: Record<string, string>
  /** Milliseconds since arrival. */
  elapsedMs: () => number
  /** The whole request body, in its user's share of the room; throws as `readBody` does. */
  body(userId: string): Promise<Body>
  /** The body where it is a form; its files are put aside, and read into memory in its user's share of the room. */
  form?: (userId: string) => Promise<SpooledForm>
}

/** A reader that takes nothing for this long is gone in all but name (docs/faults.md, rule 5). */
export const STALLED_MS = 30 * SECOND_MS

type ExchangeOptions = {
  clock: Clock
  maxBodyBytes: number
  bodyRoom: BodyRoom
  ip: string
  defaultLocale: Locale
  spooler: Spooler
}

/** Wraps a request of node:http; nothing is read or sent yet. */
export function openExchange(request: IncomingMessage, reply: ServerResponse, options: ExchangeOptions): Exchange {
  const { clock } = options
  const arrived = clock.monotonicMs()
  const at = clock.now()
  const gone = new AbortController()
  // These come once; `once` would keep a wrapper of each for as long as the answer lasts.
  reply.on('close', () => {
    if (!reply.writableFinished) gone.abort(new Error('the caller is gone'))
  })
  // The last bytes too must be taken; once they are, node sets the time after which an idle connection is closed.
  reply.on('prefinish', () => reply.socket?.setTimeout(STALLED_MS))
  const boundary = boundaryOf(request)
  return {
    id: newId(at),
    at,
    method: request.method ?? 'GET',
    ...targetOf(request.url),
    headers: request.headers,
    ip: options.ip,
    locale: localeOf(request.headers['accept-language'], options.defaultLocale),
    reply: new ChunkedReply(reply),
    signal: gone.signal,
    cut: (why) => gone.abort(why),
    extraHeaders: {},
    elapsedMs: () => clock.monotonicMs() - arrived,
    body: (userId) => options.bodyRoom.read(userId, (take) => readBody(request, options.maxBodyBytes, take)),
    ...(boundary !== null && { form: (userId) => readForm(request, boundary, roomFor(userId, options)) }),
  }
}

function roomFor(userId: string, { spooler, bodyRoom }: ExchangeOptions) {
  return { spooler, hold: (bytes: number) => bodyRoom.hold(userId, bytes) }
}
