import type { Clock } from '../core/time.ts'
import type { AuditEntry } from '../store/audit.ts'
import { idAt } from './dice.ts'

/** Where the administrator of the demo sits, and with what. */
export const OFFICE = '116.233.48.17'
export const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

type Act = Pick<AuditEntry, 'action' | 'targetKind' | 'targetId' | 'after'> & Partial<Pick<AuditEntry, 'before'>>

/** Writes down an act of the administrator, as their console would. */
export type Auditing = (act: Act) => AuditEntry

/** Acts of whoever has this id; null: of the server itself. */
export function auditingBy(actorId: string | null, clock: Pick<Clock, 'now'>): Auditing {
  return (act) => ({
    before: null,
    ...act,
    actorId,
    ip: OFFICE,
    client: MAC,
    requestId: idAt(clock.now(), Math.random),
    outcome: 'done',
  })
}
