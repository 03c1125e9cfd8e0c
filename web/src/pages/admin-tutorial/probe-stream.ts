import { adminStreamProbe, PROBE_GAP_MS } from '../../../../src/contract/stream-probe.ts'
import { callForStream } from '../../lib/call.ts'
import { eventsOf } from '../../lib/server-events.ts'

/** What was heard of a stream: when its first event came, and whether it was held back until the stream was over. */
export type Heard = { firstMs: number; heldBack: boolean }

const SILENT_MS = 30_000

/** Asks for two events that are sent some time apart; who hears them much closer together was not told the first when it was sent. */
export async function probeStream(now: () => number = () => performance.now()): Promise<Heard> {
  const asked = now()
  const signal = AbortSignal.timeout(SILENT_MS)
  const answer = await callForStream(adminStreamProbe, { signal })
  const times: number[] = []
  for await (const _ of eventsOf(answer, SILENT_MS)) times.push(now())
  const [first, second] = times
  if (first === undefined || second === undefined) throw new Error('the probe ended before its second event')
  return { firstMs: first - asked, heldBack: second - first < PROBE_GAP_MS / 2 }
}
