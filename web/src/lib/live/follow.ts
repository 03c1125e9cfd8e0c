import type { LiveEvent, RequestRow } from '../../../../src/contract/usage.ts'
import { eventsOf } from '../server-events.ts'

/** What is heard of a live feed. */
export type Listener = {
  /** It is connected: from now on nothing is missed. */
  onOpen: () => void
  onRow: (row: RequestRow) => void
  /** Some requests were not told. */
  onMissed: () => void
  /** It is not connected any more, or could not be. */
  onLost: () => void
}

const AGAIN_MS = 5000
/** The server says something every 15 s. A connection that broke while the machine slept, or somewhere on the way, tells nobody that it did. */
const SILENT_MS = 45_000

/** Follows a feed until the signal fires, and connects again whenever it ends. */
export async function follow(
  open: (signal: AbortSignal) => Promise<Response>,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await listen(open, listener, signal).catch(() => undefined)
    if (signal.aborted) return
    listener.onLost()
    await pause(AGAIN_MS, signal)
  }
}

async function listen(
  open: (signal: AbortSignal) => Promise<Response>,
  { onOpen, onRow, onMissed }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const answer = await open(signal)
  onOpen()
  for await (const event of eventsOf(answer, SILENT_MS)) {
    const name = event.name as LiveEvent
    if (name === 'request') onRow(JSON.parse(event.data) as RequestRow)
    if (name === 'missed') onMissed()
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
