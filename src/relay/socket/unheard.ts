import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Room } from '../body-room.ts'
import { LATER } from './close-codes.ts'

/** So much may come without being counted: it is read at once, and is a message in all likelihood. */
const AT_ONCE_BYTES = 64 * 1024
/** What a ping or a pong takes on the wire beside its words (RFC 6455 §5.2): no message ends it. */
const CONTROL_BYTES = 6

/**
 * Counts what has come of a message that is not whole yet, which the library keeps until it is; a connection whose message has no
 * room is closed. `hold` takes room for so many bytes, null where there is none.
 */
export function countUnheard(socket: WebSocket, wire: Duplex, hold: (bytes: number) => Room | null): void {
  let unheard = 0
  let place: Room | null = null
  const heard = () => {
    unheard = 0
    place?.[Symbol.dispose]()
    place = null
  }
  const fits = () => (place ? place.growTo(unheard) : (place = hold(unheard)) !== null)
  const count = (bytes: Buffer) => {
    unheard += bytes.length
    if (unheard <= AT_ONCE_BYTES || fits()) return
    socket.close(LATER, 'uploads_full')
    // Who goes on sending is not waited for.
    socket.terminate()
  }
  const control = (words: Buffer) => {
    unheard = Math.max(0, unheard - CONTROL_BYTES - words.length)
  }
  // Before the library reads them: the message that they end is told while it does.
  wire.prependListener('data', count)
  socket.prependListener('message', heard)
  socket.on('ping', control)
  socket.on('pong', control)
  socket.once('close', () => {
    wire.off('data', count)
    heard()
  })
}
