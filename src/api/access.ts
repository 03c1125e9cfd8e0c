import type { Endpoints } from '../contract/all.ts'
import { endpoints } from '../contract/all.ts'
import { MINUTE_MS } from '../core/time.ts'
import { tokenHash, tokenKind } from '../vault/tokens.ts'
import type { Caller } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import { lacksSecondFactor } from './required-factor.ts'
import { viewed } from './view.ts'

/** What a user may call before the first password is changed. */
const BEFORE_PASSWORD_CHANGE: ReadonlySet<keyof Endpoints> = new Set(['getMe', 'changePassword', 'logout'])

/** What a user may call who must turn a second factor on. */
const BEFORE_SECOND_FACTOR: ReadonlySet<keyof Endpoints> = new Set([
  'getMe',
  'getSecondFactor',
  'beginSecondFactor',
  'confirmSecondFactor',
  'changePassword',
  'logout',
])

/** The one place that decides whether a call may be made: null for endpoints open to anyone, else who is calling. */
export async function authorize(
  name: keyof Endpoints,
  authorization: string | null,
  facts: { ip: string; view: string | null },
  deps: Pick<Deps, 'store' | 'clock' | 'settings' | 'isWithin' | 'vault'>,
): Promise<Caller | null> {
  const { who } = endpoints[name]
  if (who === 'anyone') return null
  const caller = await identify(authorization, deps)
  if (who === 'admin' || facts.view !== null) {
    if (caller.user.role !== 'admin') throw new ApiError('admin_required')
    if (!admits(deps.settings()['security.admin_networks'], facts.ip, deps)) throw new ApiError('not_permitted')
  }
  if (caller.user.mustChangePassword && !BEFORE_PASSWORD_CHANGE.has(name))
    throw new ApiError('password_change_required')
  if (!BEFORE_SECOND_FACTOR.has(name) && (await lacksSecondFactor(caller.user, deps)))
    throw new ApiError('second_factor_required')
  await markSeen(caller, facts.ip, deps)
  return facts.view === null ? caller : viewed(name, facts.view, caller, deps)
}

/** Whether administrators may call from an address; an empty list admits every one. */
export function admits(networks: readonly string[], ip: string, { isWithin }: Pick<Deps, 'isWithin'>): boolean {
  return networks.length === 0 || isWithin(networks, ip)
}

async function identify(authorization: string | null, deps: Pick<Deps, 'store' | 'clock'>): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new ApiError('not_signed_in')
  // A key for requests says nothing about a session; refreshing would not help its caller.
  if (token.startsWith('sk-')) throw new ApiError('not_permitted')
  if (tokenKind(token) !== 'access') throw new ApiError('session_expired')
  const found = await deps.store.sessions.byAccess(tokenHash(token))
  if (!found || found.session.accessExpiresAt <= deps.clock.now()) throw new ApiError('session_expired')
  // Before its session, which has ended with the account: whoever is shut out is told so.
  if (found.user.status !== 'active') throw new ApiError('user_disabled')
  if (found.session.revokedAt !== null) throw new ApiError('session_expired')
  return found
}

async function markSeen({ session }: Caller, ip: string, deps: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  // Once a minute is enough to tell sessions apart, and spares a write for every call.
  if (now - session.lastSeenAt >= MINUTE_MS) await deps.store.sessions.touch(session.id, { at: now, ip })
}
