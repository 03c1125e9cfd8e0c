import type { RequestDetail } from '../../../../src/contract/usage.ts'
import type { Phase } from '../../charts/waterfall.tsx'

type Attempt = RequestDetail['attempts'][number]

/** What an attempt spent its time with, in milliseconds: before it was sent (the first one's queue), until headers, until the first token, until its end. */
export function phasesOf(attempt: Attempt, first: boolean): { phase: Phase; ms: number }[] {
  if (attempt.decision === 'skipped') return []
  const { started_ms: started, ended_ms: ended } = attempt
  const headers = attempt.headers_ms ?? ended
  // Without a first token nothing was generated: what came after the headers was waiting too.
  const token = attempt.first_token_ms ?? ended
  const all: { phase: Phase; ms: number }[] = [
    { phase: 'queue', ms: first ? started : 0 },
    { phase: 'connect', ms: headers - started },
    { phase: 'wait', ms: token - headers },
    { phase: 'stream', ms: ended - token },
  ]
  return all.filter(({ ms }) => ms > 0)
}
