import type { Json } from '../core/json.ts'
import type { Seen } from './protocol.ts'

const STATUSES: ReadonlySet<unknown> = new Set(['in_progress', 'queued'])

/** An answer that is still being made tells what it used only to whoever fetches it later: it is kept for nobody. */
export function keepIfMade({ status }: Json, seen: Pick<Seen, 'kept'>): void {
  if (STATUSES.has(status)) delete seen.kept
}
