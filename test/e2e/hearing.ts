import type { WebSocket } from 'ws'

/** The events that a socket has heard, and the next time that it hears one. */
export function hearing<Event>(socket: WebSocket): { events: Event[]; more: () => Promise<void> } {
  const events: Event[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data) => {
    events.push(JSON.parse((data as Buffer).toString()) as Event)
    for (const wake of waiting.splice(0)) wake()
  })
  return { events, more: () => new Promise<void>((resolve) => waiting.push(resolve)) }
}
