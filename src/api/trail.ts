import type { ActivityKind } from '../contract/activity.ts'
import type { ActivityEntry } from '../store/activity.ts'
import type { AuditEntry } from '../store/audit.ts'
import type { CallFacts, SignedCall } from './call.ts'
import { isConfirmed } from './confirm.ts'

/** The row that tells the owner of an account what happened to it. */
export function activityOf(
  call: Pick<CallFacts, 'keptIp' | 'userAgent'>,
  userId: string,
  kind: ActivityKind,
  details: ActivityEntry['details'] = {},
): ActivityEntry {
  return { userId, kind, details, ip: call.keptIp, userAgent: call.userAgent }
}

/** The row that tells the owner of an account what was taken out of it, or by them. */
export function exportOf(call: SignedCall, what: TakenOut, format: 'csv' | 'json') {
  return activityOf(call, call.caller.user.id, 'data.exported', { what, format })
}

/** What of everybody’s an administrator takes out, by the kind of its rows. */
const EVERYBODYS = { all_requests: 'request', users: 'user', all_keys: 'key' } as const

type Export = { format: 'csv' | 'json'; query: object; rows: number }

/** The rows that tell operators who took out how much of everybody’s and by which filter, and whoever did it the same as of their own. */
export function massExportOf(
  call: SignedCall,
  what: keyof typeof EVERYBODYS,
  { format, query, rows }: Export,
): [AuditEntry, ActivityEntry] {
  const targetKind = EVERYBODYS[what]
  const after = { what, ...query, format, rows }
  const audit = auditOf(call, { action: `${targetKind}.exported`, targetKind, targetId: null, before: null, after })
  return [audit, exportOf(call, what, format)]
}

type TakenOut =
  | 'account'
  | 'activity'
  | 'keys'
  | 'all_keys'
  | 'users'
  | 'requests'
  | 'all_requests'
  | 'reconciliation'
  | 'cohorts'
  | 'statement'

/** The same for what an administrator did to an account; from where is the operators' to know. */
export function activityByAdmin(
  userId: string,
  kind: ActivityKind,
  details: ActivityEntry['details'] = {},
): ActivityEntry {
  return { userId, kind, details: { ...details, by: 'admin' }, ip: '', userAgent: '' }
}

/** The row that tells operators who changed what; `before` and `after` never hold a secret. */
export function auditOf(
  call: SignedCall,
  act: Pick<AuditEntry, 'action' | 'targetKind' | 'targetId' | 'before' | 'after'>,
): AuditEntry {
  return {
    ...act,
    actorId: call.caller.user.id,
    ip: call.ip,
    client: call.userAgent,
    requestId: call.requestId,
    outcome: 'done',
    session: call.caller.session.family,
    call: { ...call.made, confirmed: isConfirmed(call) },
  }
}
