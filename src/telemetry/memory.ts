import { Session } from 'node:inspector'
import { SECOND_MS } from '../core/time.ts'

const LOOK_MS = 5 * SECOND_MS

/** Fewer requests than this leave nothing worth collecting. */
const CROWD = 200

/**
 * Gives memory back after a crowd has left: V8 collects when something new needs room, so what a thousand slow readers
 * had waiting would stay resident in a gateway that has become quiet. Disposing stops the watch.
 */
export function collectAfterCrowds(openRequests: () => number): Disposable {
  let peak = 0
  const timer = setInterval(() => {
    const open = openRequests()
    peak = Math.max(peak, open)
    if (peak < CROWD || open > peak / 4) return
    peak = open
    collect()
  }, LOOK_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** The inspector is node's own door to a full collection; the session ends before anyone could use it for more. */
function collect(): void {
  const session = new Session()
  session.connect()
  // Disconnecting inside the answer would wait for itself.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()))
}
