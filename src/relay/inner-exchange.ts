import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayError, Locale } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import type { Clock } from '../core/time.ts'
import type { Exchange, Reply } from './exchange.ts'

/** A request that comes by another way than HTTP: made by the console, or one message of a WebSocket. */
type InnerRequest = {
  path: string
  query?: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  ip: string
  locale: Locale
  reply: Reply
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal
}

/** The exchange of a request whose body is here already. */
export function innerExchange(request: InnerRequest, clock: Clock): Exchange {
  const arrived = clock.monotonicMs()
  const at = clock.now()
  const cutting = new AbortController()
  const { path, query = new URLSearchParams(), headers, body, ip, locale, reply, signal } = request
  return {
    id: newId(at),
    at,
    method: 'POST',
    path,
    query,
    headers,
    ip,
    locale,
    reply,
    signal: AbortSignal.any([signal, cutting.signal]),
    cut: (why: GatewayError) => cutting.abort(why),
    extraHeaders: {},
    elapsedMs: () => clock.monotonicMs() - arrived,
    // It is in memory already, and bounded by whoever sent it.
    body: async () => ({ bytes: body, place: { [Symbol.dispose]: () => undefined } }),
  }
}
