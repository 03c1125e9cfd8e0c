import type { ActivityEntry } from '../store/activity.ts'
import type { AuditEntry } from '../store/audit.ts'
import type { CallFacts, SignedCall } from './call.ts'

/** The row that tells the owner of an account what happened to it. */
export function activityOf(
  call: Pick<CallFacts, 'ip' | 'userAgent'>,
  userId: string,
  kind: string,
  details: ActivityEntry['details'] = {},
): ActivityEntry {
  return { userId, kind, details, ip: call.ip, userAgent: call.userAgent }
}

/** The same for what an administrator did to an account; from where is the operators' to know. */
export function activityByAdmin(userId: string, kind: string, details: ActivityEntry['details'] = {}): ActivityEntry {
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
  }
}
