import { SECOND_MS } from '../../core/time.ts'
import type { UpstreamRequest } from '../upstream.ts'
import type { CallHandler } from './call-handler.ts'

/** How calls get to where they go over one line. Disposing of it ends the calls under way. */
export type Route = AsyncDisposable & {
  /** Sends a request, of which the call hears; throws where it may not be sent. */
  send(request: UpstreamRequest, call: CallHandler): void
  /** Lets calls under way end, and their connections with them. */
  retire(): void
}

/** How long a connection is kept for another call. */
export const MOST_IDLE_MS = 30 * SECOND_MS
/** All heads of an answer together, those that only say that it is on its way included; and its trailers. */
export const MOST_HEAD_BYTES = 64 * 1024
