import type { GatewayError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { signalOf } from '../core/stop.ts'
import type { Clock } from '../core/time.ts'
import type { Room } from './body-room.ts'
import type { Exchange } from './exchange.ts'

/** A request that comes by another way than HTTP: made by the console, or one message of a WebSocket. */
type InnerRequest = Pick<Exchange, 'path' | 'headers' | 'ip' | 'locale' | 'reply' | 'signal'> & {
  query?: URLSearchParams
  body: Buffer
  /** What its body has, and keeps: whoever sent it gives it back. Absent: it is bounded by them. */
  room?: Room
}

/** The exchange of a request whose body is here already. */
export function innerExchange({ body, room, ...told }: InnerRequest, clock: Clock): Exchange {
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
    body: async () => ({
      bytes: body,
      place: { growTo: (bytes) => room?.growTo(bytes) ?? true, [Symbol.dispose]: () => undefined },
    }),
  }
}
