import type { WebSocket } from 'ws'
import { SECOND_MS } from '../../core/time.ts'
import { GOING_AWAY } from './close-codes.ts'
import type { Taking } from './taking.ts'

export const PING_MS = 30 * SECOND_MS
/** A vendor's own limit; what lives longer has been forgotten by its client (wire.md §1.2). */
const OLDEST_MS = 60 * 60 * SECOND_MS

/** Ends connections whose peer is silently gone, and those that are too old. */
export function keepAlive(socket: WebSocket, taking: Taking): void {
  let heard = true
  let waited = false
  socket.on('pong', () => {
    heard = true
  })
  socket.on('error', () => socket.terminate())
  const beat = setInterval(() => {
    // A ping waits behind what a slow reader has yet to take: that it goes on being taken says as much as an answer to it.
    const goesOn = taking() && waited
    if (!heard && !goesOn) return socket.terminate()
    heard = false
    waited = socket.bufferedAmount > 0
    socket.ping()
  }, PING_MS)
  const age = setTimeout(() => {
    socket.send(JSON.stringify(TOO_OLD), () => undefined)
    socket.close(GOING_AWAY, 'connection limit reached')
  }, OLDEST_MS)
  socket.once('close', () => {
    clearInterval(beat)
    clearTimeout(age)
  })
}

const TOO_OLD = {
  type: 'error',
  status: 400,
  error: {
    type: 'invalid_request_error',
    code: 'websocket_connection_limit_reached',
    message: 'This connection is an hour old; open a new one.',
  },
}
