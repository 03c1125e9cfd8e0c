import type { WebSocket } from 'ws'
import { SECOND_MS } from '../../core/time.ts'
import type { RealtimeBook } from './realtime-book.ts'

/** How long an upstream has to say what an answer used whose caller has left. */
const WIND_UP_MS = 10 * SECOND_MS

type Waiting = {
  book: Pick<RealtimeBook, 'left'>
  upstream: Pick<WebSocket, 'once' | 'resume' | 'close'>
  /** Waits just so long; ends early when the signal fires. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Ends the upstream's half of a conversation whose caller has left, once all that was under way is told or has had its time. */
export async function windUp({ book, upstream, wait }: Waiting): Promise<void> {
  const over = new AbortController()
  upstream.once('close', () => over.abort())
  // A caller who read too slowly may have held it back.
  upstream.resume()
  await Promise.race([book.left(), wait(WIND_UP_MS, over.signal)])
  over.abort()
  upstream.close()
}
