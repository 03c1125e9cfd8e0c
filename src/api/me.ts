import type { Me } from '../contract/users.ts'
import type { AllowList } from '../core/bounds.ts'
import { iso, isoOrNull } from '../core/time.ts'
import type { User } from '../store/users.ts'
import { checkPassword, requireStrong, WEAK, WRONG_PASSWORD } from './confirm.ts'
import type { Handlers, SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { differs } from './differs.ts'
import { ApiError, found, invalid } from './errors.ts'
import { limitViews } from './limit-json.ts'
import { lacksSecondFactor } from './required-factor.ts'
import { balanceOf } from './standing.ts'
import type { Throttle } from './throttle.ts'
import { activityOf } from './trail.ts'
import { termsOf } from './user-terms.ts'
import { sessionView } from './user-sessions.ts'
import { requireZone } from './zone.ts'

type MeHandlers = Pick<
  Handlers,
  'getMe' | 'patchMe' | 'changePassword' | 'listSessions' | 'endSession' | 'endOtherSessions'
>

/** Everything a user does with their own account. */
export function meHandlers(deps: Deps, throttle: Throttle): MeHandlers {
  const { users, sessions } = deps.store
  return {
    getMe: ({ caller }) => meOf(caller.user, deps),
    patchMe: async ({ caller, body, ...call }) => {
      requireZone('timezone', body.timezone)
      if (!differs(body, caller.user)) return meOf(caller.user, deps)
      const activity = activityOf(call, caller.user.id, 'profile.changed', { fields: Object.keys(body).join(', ') })
      const user = await users.patch(caller.user.id, body, { activity })
      if (!user) throw new ApiError('user_gone')
      return meOf(user, deps)
    },
    changePassword: async (call) => {
      await changePassword(call.body, call, { ...deps, throttle })
      return null
    },
    listSessions: async ({ caller }) => {
      const alive = await sessions.listAlive(caller.user.id)
      return { items: alive.map((session) => sessionView(session, caller.session.family)), next: null }
    },
    endSession: async ({ caller, params, ...call }) => {
      const activity = activityOf(call, caller.user.id, 'session.ended')
      found(await sessions.revokeFamily(caller.user.id, params.id, 'logout', { activity }))
      return null
    },
    endOtherSessions: async ({ caller, ...call }) => {
      const activity = activityOf(call, caller.user.id, 'session.others_ended')
      await sessions.revokeOthers(caller.user.id, caller.session.family, 'logout', { activity })
      return null
    },
  }
}

type PasswordChange = { current_password: string; new_password: string }

async function changePassword(body: PasswordChange, call: SignedCall, deps: Deps & { throttle: Throttle }) {
  const { user, session } = call.caller
  if (body.new_password === body.current_password) throw invalid({ new_password: WEAK.same })
  requireStrong('new_password', body.new_password, deps)
  const was = await checkPassword('current_password', body.current_password, call, deps)
  const hash = await deps.passwords.hash(body.new_password)
  const changed = await deps.store.users.setPassword(
    user.id,
    { hash, mustChange: false, keepFamily: session.family, was },
    { activity: activityOf(call, user.id, 'password.changed') },
  )
  // Somebody else changed it meanwhile, an administrator perhaps because this one was stolen.
  if (!changed) throw invalid({ current_password: WRONG_PASSWORD })
}

/** The account as its owner sees it. */
export async function meOf(user: User, deps: Deps): Promise<Me> {
  const { group, bounds } = await termsOf(user, deps)
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    status: user.status,
    locale: user.locale,
    timezone: user.timezone,
    billing: user.billing,
    balance: await balanceOf(user, deps),
    group,
    limits: limitViews(await deps.limitState('user', user.id)),
    allow_models: bounds.allowModels && [...bounds.allowModels],
    ...(deps.settings()['relay.tell_provider'] && { allow_providers: await namesOf(bounds.allowProviders, deps) }),
    allow_ips: user.allowIps,
    must_change_password: user.mustChangePassword,
    must_set_second_factor: await lacksSecondFactor(user, deps),
    created_at: iso(user.createdAt),
    last_login_at: isoOrNull(user.lastLoginAt),
  }
}

/** What providers are called; those that are gone serve nobody. */
async function namesOf(ids: AllowList, { store }: Deps): Promise<string[] | null> {
  if (ids === null) return null
  return (await store.providers.list()).filter(({ id }) => ids.includes(id)).map(({ name }) => name)
}
