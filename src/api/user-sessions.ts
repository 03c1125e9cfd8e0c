import type { Endpoints } from '../contract/all.ts'
import { iso } from '../core/time.ts'
import type { Session } from '../store/sessions.ts'
import { eventOf } from './activity.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { activityByAdmin, auditOf } from './trail.ts'

type UserSessionHandlers = Pick<
  Handlers,
  'adminListActivity' | 'adminListSessions' | 'adminEndSession' | 'adminEndSessions'
>

/** What happened to others and where they are signed in, as administrators see it and end sessions. */
export function userSessionHandlers(deps: Deps): UserSessionHandlers {
  const { sessions } = deps.store
  return {
    adminListActivity: async ({ params, query }) => {
      found(await deps.store.userAdmin.exists(params.id))
      const { items, next } = await deps.store.activity.list({ userId: params.id }, query)
      return { items: items.map(eventOf), next }
    },
    adminListSessions: async ({ params, caller }) => {
      found(await deps.store.userAdmin.exists(params.id))
      const alive = await sessions.listAlive(params.id)
      return { items: alive.map((session) => sessionView(session, caller.session.family)), next: null }
    },
    adminEndSession: async (call) => {
      const { id, session } = call.params
      found(await sessions.revokeFamily(id, session, 'admin', trailOf(call)))
      return null
    },
    adminEndSessions: async (call) => {
      found(await deps.store.userAdmin.exists(call.params.id))
      await sessions.revokeOthers(call.params.id, null, 'admin', trailOf(call))
      return null
    },
  }
}

/** A session as its owner and administrators see it; `own` is the family of whoever looks. */
export function sessionView(session: Session, own: string) {
  return {
    id: session.family,
    current: session.family === own,
    user_agent: session.userAgent,
    ip: session.ip,
    created_at: iso(session.createdAt),
    last_seen_at: iso(session.lastSeenAt),
  }
}

function trailOf(call: Call<Endpoints['adminEndSessions']>) {
  const { id } = call.params
  const facts = { targetKind: 'user', targetId: id, before: null, after: call.params }
  return {
    activity: activityByAdmin(id, 'session.ended'),
    audit: auditOf(call, { action: 'user.sessions_ended', ...facts }),
  }
}
