import type { Endpoints } from '../contract/all.ts'
import { PROBE_GAP_MS } from '../contract/stream-probe.ts'
import { faultFields } from '../telemetry/log.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { eventStream, eventText } from './event-stream.ts'
import { createWaitingLine, type WaitingLine } from './waiting-line.ts'

/** Shows an administrator whether streams come to them as they are sent. */
export function streamProbeHandlers(deps: Deps): Pick<Handlers, 'adminStreamProbe'> {
  return { adminStreamProbe: async (call) => probe(call, deps) }
}

function probe(call: Call<Endpoints['adminStreamProbe']>, { log }: Deps): Response {
  // Nothing is ever told in it: it is waited at, and closed when whoever asked has left.
  const line = createWaitingLine<never>(1)
  return eventStream({
    pieces: textsOf(line),
    close: () => line.close(),
    signal: call.signal,
    onFault: (cause) => log.error('a stream probe met a fault', { requestId: call.requestId, ...faultFields(cause) }),
  })
}

async function* textsOf(line: WaitingLine<never>): AsyncGenerator<string> {
  yield eventText('probe', { n: 1 })
  if (await line.take(PROBE_GAP_MS)) yield eventText('probe', { n: 2 })
}
