import { type Me, preferences } from '../contract/users.ts'
import { iso } from '../core/time.ts'
import type { User } from '../store/users.ts'
import { weakness } from '../vault/passwords.ts'
import { refuseGuessing } from './auth.ts'
import type { Handlers, SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError, type FieldProblem, invalid } from './errors.ts'
import type { Throttle } from './throttle.ts'
import { activityOf } from './trail.ts'
import { requireZone } from './zone.ts'

type MeHandlers = Pick<
  Handlers,
  | 'getMe'
  | 'patchMe'
  | 'changePassword'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'getPreferences'
  | 'putPreferences'
>

/** Everything a user does with their own account. */
export function meHandlers(deps: Deps, throttle: Throttle): MeHandlers {
  const { users, sessions } = deps.store
  return {
    getMe: async ({ caller }) => meOf(caller.user),
    patchMe: async ({ caller, body, ...call }) => {
      requireZone('timezone', body.timezone)
      const activity = activityOf(call, caller.user.id, 'profile.changed', { fields: Object.keys(body).join(', ') })
      const user = await users.patch(caller.user.id, body, { activity })
      if (!user) throw new ApiError('user_gone')
      return meOf(user)
    },
    changePassword: async (call) => {
      await changePassword(call.body, call, { ...deps, throttle })
      return null
    },
    listSessions: async ({ caller }) => {
      const alive = await sessions.listAlive(caller.user.id)
      const items = alive.map((session) => ({
        id: session.family,
        current: session.family === caller.session.family,
        user_agent: session.userAgent,
        ip: session.ip,
        created_at: iso(session.createdAt),
        last_seen_at: iso(session.lastSeenAt),
      }))
      return { items, next: null }
    },
    endSession: async ({ caller, params, ...call }) => {
      const activity = activityOf(call, caller.user.id, 'session.ended')
      const ended = await sessions.revokeFamily(caller.user.id, params.id, 'logout', { activity })
      if (!ended) throw new ApiError('not_found')
      return null
    },
    endOtherSessions: async ({ caller, ...call }) => {
      const activity = activityOf(call, caller.user.id, 'session.others_ended')
      await sessions.revokeOthers(caller.user.id, caller.session.family, 'logout', { activity })
      return null
    },
    getPreferences: async ({ caller }) => preferences.parse(await users.preferences(caller.user.id)),
    putPreferences: async ({ caller, body }) => {
      await users.putPreferences(caller.user.id, body)
      return body
    },
  }
}

const WEAK: Record<'short' | 'common' | 'same', FieldProblem> = {
  short: { zh: '密码至少 8 个字符', en: 'At least 8 characters' },
  common: { zh: '这个密码太常见，请换一个', en: 'This password is too common; choose another' },
  same: { zh: '新密码不能与当前密码相同', en: 'The new password must differ from the present one' },
}

const WRONG_PASSWORD: FieldProblem = { zh: '当前密码不正确', en: 'The present password is not right' }

type PasswordChange = { current_password: string; new_password: string }

async function changePassword(body: PasswordChange, call: SignedCall, deps: Deps & { throttle: Throttle }) {
  const { user, session } = call.caller
  const weak = body.new_password === body.current_password ? 'same' : weakness(body.new_password)
  if (weak) throw invalid({ new_password: WEAK[weak] })
  refuseGuessing(deps.throttle, user.email, call.ip)
  const stored = await deps.store.users.passwordHash(user.id)
  const right = await deps.passwords.verify(body.current_password, stored ?? null)
  if (!right) throw invalid({ current_password: WRONG_PASSWORD })
  deps.throttle.succeeded(user.email, call.ip)
  const hash = await deps.passwords.hash(body.new_password)
  await deps.store.users.setPassword(
    user.id,
    { hash, mustChange: false, keepFamily: session.family },
    { activity: activityOf(call, user.id, 'password.changed') },
  )
}

function meOf(user: User): Me {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    status: user.status,
    locale: user.locale,
    timezone: user.timezone,
    billing: user.billing,
    // Accounts come with the money issue; until then nobody has a balance to show.
    balance: null,
    must_change_password: user.mustChangePassword,
    created_at: iso(user.createdAt),
    last_login_at: user.lastLoginAt === null ? null : iso(user.lastLoginAt),
  }
}
