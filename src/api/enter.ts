import type { Tokens } from '../contract/auth.ts'
import { newId } from '../core/ids.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import type { NewSession, Session } from '../store/sessions.ts'
import type { User } from '../store/users.ts'
import { faultFields } from '../telemetry/log.ts'
import { tokenHash, type TokenPair } from '../vault/tokens.ts'
import type { CallFacts } from './call.ts'
import type { Deps } from './deps.ts'
import { oddSignIn } from './odd-sign-in.ts'
import { type SignInTrail, signInTrail } from './sign-in-trail.ts'

const ACCESS_MS = 10 * MINUTE_MS

/** Keeps a new session with the rows that tell of it, or throws why not. */
type Keep = (session: NewSession, trail: SignInTrail) => Promise<void>

/** Opens a session of somebody who showed who they are, and tells them where it is an unusual one. */
export async function enter(user: User, call: CallFacts, deps: Deps, keep: Keep): Promise<Tokens> {
  const { store, clock } = deps
  const pair = deps.vault.mint.first()
  const now = clock.now()
  const start = { family: newId(now), userId: user.id, createdAt: now }
  const odd = await oddSignIn(user.id, { ...call, family: start.family }, deps).catch(notTold(deps))
  const session = sessionRow(start, pair, { ...call, now }, deps)
  await keep(session, signInTrail(user, session, call))
  if (odd) await store.notices.tell(user.id, odd).catch(notTold(deps))
  return answer(pair)
}

/** Nobody is kept out, or let in, because somebody cannot be told of it. */
export function notTold({ log }: Deps) {
  return (cause: unknown) => {
    log.error('an owner was not told of a session', faultFields(cause))
    return undefined
  }
}

/** What a session has in common with those it follows. */
type Family = Pick<Session, 'family' | 'userId' | 'createdAt'>

/** A session of a family with a new pair of tokens, as long as the settings give it. */
export function sessionRow(
  family: Family,
  pair: TokenPair,
  call: Pick<CallFacts, 'ip' | 'userAgent'> & { now: number },
  { settings }: Pick<Deps, 'settings'>,
): NewSession {
  const { now } = call
  const { 'security.session_days': days, 'security.session_idle_days': idleDays } = settings()
  return {
    id: newId(now),
    family: family.family,
    userId: family.userId,
    accessHash: tokenHash(pair.access),
    refreshHash: tokenHash(pair.refresh),
    userAgent: call.userAgent,
    ip: call.ip,
    createdAt: family.createdAt,
    accessExpiresAt: now + ACCESS_MS,
    refreshExpiresAt: Math.min(family.createdAt + days * DAY_MS, now + idleDays * DAY_MS),
  }
}

/** Tokens as they are told. */
export function answer(pair: TokenPair): Tokens {
  return { access_token: pair.access, refresh_token: pair.refresh }
}
