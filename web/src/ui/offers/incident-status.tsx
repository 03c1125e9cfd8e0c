import type { Trouble } from '../../../../src/contract/catalogue.ts'
import { Status, type StatusState } from '../status.tsx'

const STATES: Record<Trouble, StatusState> = { limited: 'limited', errors: 'upstream_error', slow: 'degraded' }

/** What an incident was, as colour, shape and word. */
export function IncidentStatus({ trouble }: { trouble: Trouble }) {
  return <Status state={STATES[trouble]} />
}
