import type { ActivityEntry } from '../store/activity.ts'
import type { AuditEntry } from '../store/audit.ts'
import type { NewSession } from '../store/sessions.ts'
import type { User } from '../store/users.ts'
import { faultFields } from '../telemetry/log.ts'
import type { CallFacts } from './call.ts'
import type { Deps } from './deps.ts'
import type { SignInFailures } from './sign-in-failures.ts'
import type { Throttle } from './throttle.ts'
import { activityOf } from './trail.ts'

/** What a sign-in is judged by, however it is made. */
export type SigningIn = Deps & { throttle: Throttle; failures: SignInFailures }

/** The rows that tell of a sign-in: its owner, and operators of one of them. */
export type SignInTrail = { activity: ActivityEntry; audit: AuditEntry | undefined }

/** The rows of a session that is opened. */
export function signInTrail({ id, role }: User, { family }: NewSession, call: CallFacts): SignInTrail {
  const facts = { actorId: id, action: 'session.opened', after: null, outcome: 'done' } as const
  return {
    activity: activityOf(call, id, 'session.opened'),
    audit: role === 'admin' ? { ...triedBy(id, call), ...facts, session: family } : undefined,
  }
}

/** What rows of the audit log say of whoever tries to be an account's owner. */
export function triedBy(userId: string, { ip, userAgent, requestId, made }: CallFacts) {
  const call = { ...made, confirmed: false }
  return { targetKind: 'user', targetId: userId, before: null, ip, client: userAgent, requestId, call }
}

/** Not waited for: the time an answer takes must not tell which addresses have an account. */
export function tellOfFailure(
  userId: string,
  call: CallFacts,
  { store, log, failures: count }: SigningIn,
  details: ActivityEntry['details'] = {},
): void {
  const activity = activityOf(call, userId, 'session.failed', details)
  const failures = count(userId)
  const facts = { actorId: null, action: 'session.failed', outcome: 'refused' } as const
  const recorded =
    failures === null
      ? store.activity.record(activity)
      : store.audit.record({ ...triedBy(userId, call), ...facts, after: { ...details, failures } }, activity)
  recorded.catch((cause: unknown) => log.error('a failed sign-in was not recorded', faultFields(cause)))
}
