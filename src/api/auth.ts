import type { Tokens } from '../contract/auth.ts'
import { SECOND_MS } from '../core/time.ts'
import type { OpenRefusal, Session } from '../store/sessions.ts'
import type { User } from '../store/users.ts'
import { tokenHash, tokenKind } from '../vault/tokens.ts'
import type { CallFacts, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { answer, enter, notTold, sessionRow } from './enter.ts'
import { ApiError } from './errors.ts'
import { guess, guessCode } from './guess.ts'
import { reusedSession } from './odd-sign-in.ts'
import { type SigningIn, tellOfFailure, triedBy } from './sign-in-trail.ts'
import { activityOf } from './trail.ts'

/** Tabs that refresh at the same moment all present the token that only the first of them replaced. */
const GRACE_MS = 10 * SECOND_MS

type AuthHandlers = Pick<Handlers, 'login' | 'refresh' | 'logout'>

/** Signs in and out, and keeps sessions going. */
export function authHandlers(deps: SigningIn): AuthHandlers {
  return {
    login: (call) => login(call.body, call, deps),
    refresh: (call) => refresh(call.body.refresh_token, call, deps),
    logout: async ({ caller, ...call }) => {
      const { user, session } = caller
      const activity = activityOf(call, user.id, 'session.closed')
      await deps.store.sessions.revokeFamily(user.id, session.family, 'logout', { activity })
      return null
    },
  }
}

type Credentials = { email: string; password: string; code?: string | undefined }

async function login(body: Credentials, call: CallFacts, deps: SigningIn): Promise<Tokens> {
  return guess({ account: body.email, ip: call.ip }, deps, () => signIn(body, call, deps))
}

async function signIn(body: Credentials, call: CallFacts, deps: SigningIn): Promise<Tokens> {
  const { store, throttle } = deps
  const user = await store.users.byEmail(body.email)
  // Unknown, wrong and disabled take the same steps and get the same words.
  const stored = await store.users.passwordHash(user?.id ?? '')
  const right = await deps.passwords.verify(body.password, stored ?? null)
  if (!user || !stored || !right || user.status !== 'active') throw wrong(user, call, deps)
  const opening = () => open(user, { ...body, passwordHash: stored }, call, deps)
  const guessing = { userId: user.id, ip: call.ip }
  const tokens = body.code === undefined ? await opening() : await guessCode(guessing, deps, opening)
  throttle.succeeded(body.email, call.ip)
  return tokens
}

type Shown = Credentials & { passwordHash: string }

async function open(
  user: User,
  { email, passwordHash, code }: Shown,
  call: CallFacts,
  deps: SigningIn,
): Promise<Tokens> {
  return enter(user, call, deps, async (session, trail) => {
    const opened = await deps.store.sessions.open(session, passwordHash, { ...trail, code })
    if (opened.ok) return
    // Nothing was guessed, and what was before is not forgotten either.
    if (opened.refused === 'code_needed') deps.throttle.unjudged(email, call.ip)
    throw refusal(opened.refused, user, call, deps)
  })
}

function refusal(refused: OpenRefusal, user: User, call: CallFacts, deps: SigningIn): ApiError {
  switch (refused) {
    // Changed while it was checked: then it is a wrong one.
    case 'password_changed':
      return wrong(user, call, deps)
    case 'code_wrong':
      tellOfFailure(user.id, call, deps, { step: 'code' })
      return new ApiError('code_wrong')
    case 'code_needed':
      return new ApiError('code_needed')
  }
  return refused satisfies never
}

function wrong(user: User | undefined, call: CallFacts, deps: SigningIn): ApiError {
  if (user) tellOfFailure(user.id, call, deps)
  return new ApiError('bad_credentials')
}

async function refresh(token: string, call: CallFacts, deps: Deps): Promise<Tokens> {
  const { sessions } = deps.store
  const now = deps.clock.now()
  if (tokenKind(token) !== 'refresh') throw new ApiError('session_expired')
  const found = await sessions.byRefresh(tokenHash(token))
  if (!found || found.session.refreshExpiresAt <= now) throw new ApiError('session_expired')
  const { session, user } = found
  // First, for the session has ended with the account: whoever is shut out is told so.
  if (user.status !== 'active') throw new ApiError('user_gone')
  if (session.revokedAt !== null) return replaced(token, session, call, deps)
  const pair = deps.vault.mint.after(token)
  if (await sessions.rotate(session.id, sessionRow(session, pair, { ...call, now }, deps))) return answer(pair)
  // Somebody else was faster by a moment: what they did decides.
  const again = await sessions.byRefresh(tokenHash(token))
  if (!again) throw new ApiError('session_expired')
  return replaced(token, again.session, call, deps)
}

/** A refresh token that is no longer the newest: within the grace its successor again, later the end of the family. */
async function replaced(token: string, session: Session, call: CallFacts, deps: Deps): Promise<Tokens> {
  if (session.revokeReason !== 'rotated' || session.revokedAt === null) throw new ApiError('session_expired')
  if (deps.clock.now() - session.revokedAt <= GRACE_MS) return answer(deps.vault.mint.after(token))
  const { userId, family } = session
  const ended = await deps.store.sessions.revokeFamily(userId, family, 'reuse', {
    activity: activityOf(call, userId, 'session.reused'),
    audit: {
      ...triedBy(userId, call),
      actorId: null,
      action: 'session.reused',
      after: { family },
      outcome: 'refused',
      session: family,
    },
  })
  if (ended) await deps.store.notices.tell(userId, reusedSession({ ...call, family }, deps)).catch(notTold(deps))
  throw new ApiError('session_expired')
}
