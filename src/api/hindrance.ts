import type { RequestDetail } from '../contract/usage.ts'
import type { Hindrance } from '../core/records.ts'

type Told = Pick<RequestDetail['attempts'][number], 'left_ms' | 'limited_by' | 'full'>

/** What kept a candidate from being asked, as the console is told. */
export function hindranceOf(hindrance: Hindrance | undefined): Told {
  if (hindrance === undefined) return { left_ms: null, limited_by: null, full: null }
  if ('leftMs' in hindrance) return { left_ms: hindrance.leftMs, limited_by: hindrance.by ?? null, full: null }
  return { left_ms: null, limited_by: null, full: { used: hindrance.inFlight, limit: hindrance.limit } }
}
