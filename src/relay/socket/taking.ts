import type { Duplex } from 'node:stream'

/** Whether a reader has taken anything since this was last asked. */
export type Taking = () => boolean

/** What node keeps of a socket beside a stream's own figures; the handle its types do not know. */
type Wire = Duplex & { readonly bytesWritten?: number; readonly _handle?: { readonly writeQueueSize?: number } | null }

/**
 * Looks at whether the bytes of a connection move, as node's own timer of sockets does: a large event is one write, and a stream
 * tells nothing of it until the last byte has gone. Bytes that come are not counted, as whoever sends may still take nothing.
 */
export function takingOf(wire: Wire): Taking {
  const look = () => [(wire.bytesWritten ?? 0) - wire.writableLength, wire._handle?.writeQueueSize ?? 0] as const
  let [gone, going] = look()
  return () => {
    const [before, behind] = [gone, going]
    ;[gone, going] = look()
    return gone !== before || going !== behind
  }
}
