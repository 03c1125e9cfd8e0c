import type { Tokens } from '../contract/auth.ts'
import { newId } from '../core/ids.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../core/time.ts'
import type { ActivityEntry } from '../store/activity.ts'
import type { AuditEntry } from '../store/audit.ts'
import type { NewSession, OpenRefusal, Session } from '../store/sessions.ts'
import type { User } from '../store/users.ts'
import { faultFields } from '../telemetry/log.ts'
import { tokenHash, tokenKind, type TokenPair } from '../vault/tokens.ts'
import type { CallFacts, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import { guess, guessCode } from './guess.ts'
import { createSignInFailures, type SignInFailures } from './sign-in-failures.ts'
import { oddSignIn, reusedSession } from './odd-sign-in.ts'
import type { Throttle } from './throttle.ts'
import { activityOf } from './trail.ts'

const ACCESS_MS = 10 * MINUTE_MS
/** Tabs that refresh at the same moment all present the token that only the first of them replaced. */
const GRACE_MS = 10 * SECOND_MS

type AuthHandlers = Pick<Handlers, 'login' | 'refresh' | 'logout'>

/** Signs in and out, and keeps sessions going. */
export function authHandlers(deps: Deps, throttle: Throttle): AuthHandlers {
  const failures = createSignInFailures(deps.clock)
  return {
    login: (call) => login(call.body, call, { ...deps, throttle, failures }),
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

type SigningIn = Deps & { throttle: Throttle; failures: SignInFailures }

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
  const { store, clock } = deps
  const pair = deps.vault.mint.first()
  const activity = activityOf(call, user.id, 'session.opened')
  const now = clock.now()
  const start = { family: newId(now), userId: user.id, createdAt: now }
  const odd = await oddSignIn(user.id, { ...call, family: start.family }, deps).catch(notTold(deps))
  const session = sessionRow(start, pair, { ...call, now }, deps)
  const audit = user.role === 'admin' ? signInOf(user, session, call) : undefined
  const opened = await store.sessions.open(session, passwordHash, { code, activity, audit })
  if (!opened.ok) {
    // Nothing was guessed, and what was before is not forgotten either.
    if (opened.refused === 'code_needed') deps.throttle.unjudged(email, call.ip)
    throw refusal(opened.refused, user, call, deps)
  }
  if (odd) await store.notices.tell(user.id, odd).catch(notTold(deps))
  return answer(pair)
}

/** The row that tells operators that one of them signed in. */
function signInOf({ id }: User, { family }: NewSession, call: CallFacts): AuditEntry {
  return { ...triedBy(id, call), actorId: id, action: 'session.opened', after: null, outcome: 'done', session: family }
}

function triedBy(userId: string, { ip, userAgent, requestId, made }: CallFacts) {
  const call = { ...made, confirmed: false }
  return { targetKind: 'user', targetId: userId, before: null, ip, client: userAgent, requestId, call }
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

/** Nobody is kept out, or let in, because somebody cannot be told of it. */
function notTold({ log }: Deps) {
  return (cause: unknown) => {
    log.error('an owner was not told of a session', faultFields(cause))
    return undefined
  }
}

function wrong(user: User | undefined, call: CallFacts, deps: SigningIn): ApiError {
  if (user) tellOfFailure(user.id, call, deps)
  return new ApiError('bad_credentials')
}

/** Not waited for: the time an answer takes must not tell which addresses have an account. */
function tellOfFailure(
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

type Family = Pick<Session, 'family' | 'userId' | 'createdAt'>

function sessionRow(
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

function answer(pair: TokenPair): Tokens {
  return { access_token: pair.access, refresh_token: pair.refresh }
}
