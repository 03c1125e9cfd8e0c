import { GatewayError } from '../../core/errors.ts'
import { openRecord } from '../attempt.ts'
import type { Exchange } from '../exchange.ts'
import { UpstreamFailure } from '../failure.ts'
import type { Plan } from '../plan.ts'
import type { Candidate, Skip } from '../routing/candidates.ts'
import { skipped, tellingSkips } from '../routing/fates.ts'
import type { Lease } from '../routing/health.ts'
import type { AskSteps } from '../ask.ts'
import type { Tried } from './refused-talk.ts'

/** Who holds a conversation: its end of it, and the right to ask there. */
export type Opened<End> = { upstream: End; candidate: Candidate; lease: Lease }

type Opening<End> = Pick<AskSteps, 'lease' | 'maxAttempts'> & {
  /** Opens a candidate's end; throws an UpstreamFailure. */
  open: (candidate: Candidate, exchange: Exchange) => Promise<End>
}

/** The first candidate that opens its end; throws the plan's own refusal when none could be asked. */
export async function firstOpen<End>(
  plan: Plan,
  exchange: Exchange,
  tried: Tried,
  { lease: leaseOf, maxAttempts, open }: Opening<End>,
): Promise<Opened<End>> {
  const next = () => tried.attempts.length + 1
  const skip = (one: Skip) => tried.attempts.push(skipped(one, { n: next(), atMs: exchange.elapsedMs() }))
  for (const one of tellingSkips(plan.skips, plan.candidates)) skip(one)
  let asked = 0
  for (const candidate of plan.candidates) {
    if (asked === maxAttempts()) break
    const lease = leaseOf(candidate, plan)
    if ('reason' in lease) {
      skip({ ...candidate, ...lease })
      continue
    }
    asked += 1
    const { target } = candidate
    const record = openRecord({ exchange, target, n: next() })
    try {
      const upstream = await open(candidate, exchange)
      lease.learn({ kind: 'well' })
      return { upstream, candidate, lease }
    } catch (error) {
      record.endedMs = exchange.elapsedMs()
      record.errorClass = error instanceof UpstreamFailure ? error.class : 'internal'
      tried.attempts.push(record)
      tried.target = target
      // A refusal says nothing of the endpoint: what it thinks of our credential other requests find out.
      const refused = error instanceof UpstreamFailure && error.class === 'status'
      lease.learn({ kind: refused || exchange.signal.aborted ? 'nothing' : 'failing' })
      lease[Symbol.dispose]()
      if (exchange.signal.aborted) break
    }
  }
  throw asked === 0 ? plan.refusal() : new GatewayError('upstream_failed')
}
