import type { GatewayError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { signalOf } from '../core/stop.ts'
import type { Clock } from '../core/time.ts'
import type { Exchange } from './exchange.ts'

/** A request that comes by another way than HTTP: made by the console, or one message of a WebSocket. */
type InnerRequest = Pick<Exchange, 'path' | 'headers' | 'ip' | 'locale' | 'reply' | 'signal'> & {
  query?: URLSearchParams
  body: Buffer
}

/** The exchange of a request whose body is here already. */
export function innerExchange({ body, ...told }: InnerRequest, clock: Clock): Exchange {
  const arrived = clock.monotonicMs()
  const at = clock.now()
  const cutting = new AbortController()
  return {
    query: new URLSearchParams(),
    said: {},
    ...told,
    id: newId(at),
    at,
    method: 'POST',
    signal: AbortSignal.any([signalOf(told.signal), cutting.signal]),
    cut: (why: GatewayError) => cutting.abort(why),
    extraHeaders: {},
    elapsedMs: () => clock.monotonicMs() - arrived,
    // It is in memory already, and bounded by whoever sent it.
    body: async () => ({ bytes: body, place: { [Symbol.dispose]: () => undefined } }),
  }
}
