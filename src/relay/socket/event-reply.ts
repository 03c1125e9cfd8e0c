import type { WebSocket } from 'ws'
import { createEventCutter, dataOf, dataTextsIn, DONE } from '../../protocols/sse.ts'
import type { Reply } from '../exchange.ts'
import type { Taking } from './taking.ts'

/** What a reply on a WebSocket is made of: events as they come, or a refusal's document. */
type EventSink = {
  event(data: string): void
  /** What its head said goes along: how long to wait stands there alone. */
  refused(status: number, body: string, headers: Record<string, string | number>): void
}

/** Written ahead of a slow reader before the upstream is held back. */
const AHEAD_BYTES = 16 * 1024

/** A reply whose events go out as messages of a WebSocket, at its reader's pace. */
export function eventReply(socket: WebSocket, taking: Taking, sink: EventSink): Reply {
  const cutter = createEventCutter()
  const waiting = new Set<() => void>()
  let status = 0
  let head: Record<string, string | number> = {}
  let refusal: Uint8Array[] = []
  let timer: NodeJS.Timeout | undefined
  const tell = (events: Buffer) => {
    for (const data of dataTextsIn(events)) if (data !== DONE) sink.event(data)
  }
  const take = (bytes: Uint8Array) => {
    if (status >= 300) return void refusal.push(bytes)
    tell(cutter.push(Buffer.from(bytes)))
  }
  const drained = () => {
    for (const listener of waiting) listener()
    waiting.clear()
  }
  const watch = (ms: number) => {
    timer = setTimeout(() => (taking() ? watch(ms) : socket.terminate()), ms)
  }
  return {
    get headersSent() {
      return status !== 0
    },
    socket: {
      setTimeout(ms: number) {
        clearTimeout(timer)
        if (ms === 0) return
        // What has gone until now is no sign of life.
        taking()
        watch(ms)
      },
    },
    writeHead(code, headers) {
      status = code
      head = headers
    },
    write(bytes) {
      take(bytes)
      if (socket.bufferedAmount < AHEAD_BYTES) return true
      // A ping goes out after everything that waits, so its callback says that the reader has caught up.
      socket.ping(undefined, undefined, drained)
      return false
    },
    end(bytes) {
      if (bytes !== undefined) take(Buffer.from(bytes as Uint8Array))
      // Nothing comes behind the last event that would end it; half of one is none.
      const last = cutter.rest()
      if (dataOf(last) !== undefined) tell(last)
      if (status >= 300) sink.refused(status, Buffer.concat(refusal).toString('utf8'), head)
      refusal = []
    },
    destroy: () => undefined,
    once: (_event, listener) => void waiting.add(listener),
    off: (_event, listener) => void waiting.delete(listener),
  }
}
