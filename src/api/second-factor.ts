import type { Endpoints } from '../contract/all.ts'
import { isoOrNull } from '../core/time.ts'
import type { Outcome } from '../store/outcome.ts'
import type { SecondFactorRefusal } from '../store/second-factor.ts'
import { newRecoveryCodes } from '../vault/recovery-codes.ts'
import { newTotpSecret, totpUri } from '../vault/totp.ts'
import type { Call, Handlers, SignedCall } from './call.ts'
import { type Asking, checkPassword, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { API_ERRORS, ApiError, found, invalid } from './errors.ts'
import { guessCode } from './guess.ts'
import { newFactorTicket, openFactorTicket } from './factor-ticket.ts'
import { mustHaveSecondFactor } from './required-factor.ts'
import type { Throttle } from './throttle.ts'
import { activityByAdmin, activityOf, auditOf } from './trail.ts'

type SecondFactorHandlers = Pick<
  Handlers,
  | 'getSecondFactor'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'renewRecoveryCodes'
  | 'endSecondFactor'
  | 'adminEndSecondFactor'
>

/** What users do about a code that signing in takes as well, and administrators for who has lost the authenticator. */
export function secondFactorHandlers(deps: Deps, throttle: Throttle): SecondFactorHandlers {
  const asking = { ...deps, throttle }
  return {
    getSecondFactor: async ({ caller }) => {
      const { enabledAt, codesLeft } = await deps.store.secondFactor.state(caller.user.id)
      return {
        enabled_at: isoOrNull(enabledAt),
        recovery_codes_left: codesLeft,
        required: mustHaveSecondFactor(caller.user, deps),
      }
    },
    beginSecondFactor: (call) => begin(call, asking),
    confirmSecondFactor: (call) => confirm(call, asking),
    renewRecoveryCodes: (call) => renew(call, asking),
    endSecondFactor: (call) => end(call, asking),
    adminEndSecondFactor: (call) => reset(call, asking),
  }
}

type Working = Deps & Asking

async function begin(call: Call<Endpoints['beginSecondFactor']>, deps: Working) {
  const { id, email } = call.caller.user
  const { password, code } = call.body
  await checkPassword('password', password, call, deps)
  const secret = newTotpSecret()
  const uri = totpUri(secret, { site: deps.settings()['site.name'], account: email })
  if (code !== undefined) return { secret, uri, ticket: await ticketFor(secret, code, call, deps) }
  if (!(await deps.store.secondFactor.begin(id, secret))) throw new ApiError('second_factor_on')
  return { secret, uri, ticket: null }
}

/** Lets another authenticator take the place of the one that is on: whoever asks shows a code of that. */
async function ticketFor(secret: string, code: string, call: SignedCall, deps: Working): Promise<string> {
  const { user, session } = call.caller
  const { enabledAt } = await deps.store.secondFactor.state(user.id)
  if (enabledAt === null) throw new ApiError('second_factor_off')
  const { byRecoveryCode } = await judged(call, deps, () => deps.store.secondFactor.prove(user.id, code))
  return newFactorTicket({ secret, since: enabledAt, byRecoveryCode }, session.family, deps)
}

async function confirm(call: Call<Endpoints['confirmSecondFactor']>, deps: Working) {
  const { user, session } = call.caller
  const codes = newRecoveryCodes()
  const { code, ticket } = call.body
  if (ticket !== undefined) {
    const { secret, since, byRecoveryCode } = openFactorTicket(ticket, session.family, deps)
    // Its owner is to see what was done without the authenticator.
    const details = byRecoveryCode ? { by_recovery_code: true } : {}
    const trail = { activity: activityOf(call, user.id, 'second_factor.replaced', details) }
    const replaced = { codes, keepFamily: session.family, trail }
    await judged(call, deps, () => deps.store.secondFactor.replace(user.id, { secret, code, since }, replaced))
    return { recovery_codes: codes }
  }
  const activity = activityOf(call, user.id, 'second_factor.enabled')
  await judged(call, deps, () =>
    deps.store.secondFactor.confirm(user.id, code, {
      codes,
      keepFamily: session.family,
      trail: { activity },
    }),
  )
  return { recovery_codes: codes }
}

async function renew(call: Call<Endpoints['renewRecoveryCodes']>, deps: Working) {
  const { user } = call.caller
  await requireBoth(call, deps)
  const codes = newRecoveryCodes()
  const activity = activityOf(call, user.id, 'recovery_codes.renewed')
  await judged(call, deps, () => deps.store.secondFactor.renew(user.id, call.body.code, { codes, trail: { activity } }))
  return { recovery_codes: codes }
}

async function end(call: Call<Endpoints['endSecondFactor']>, deps: Working): Promise<null> {
  const { user } = call.caller
  if (mustHaveSecondFactor(user, deps)) throw new ApiError('second_factor_required')
  await requireBoth(call, deps)
  const activity = activityOf(call, user.id, 'second_factor.disabled')
  await judged(call, deps, () => deps.store.secondFactor.end(user.id, call.body.code, { activity }))
  return null
}

async function reset(call: Call<Endpoints['adminEndSecondFactor']>, deps: Working): Promise<null> {
  const { id } = call.params
  found(await deps.store.userAdmin.exists(id))
  // The own one is turned off with a code, or a stolen session and a password would be enough.
  if (id === call.caller.user.id) throw new ApiError('own_account')
  await requireConsent(call.body.password, call, deps)
  const facts = { targetKind: 'user', targetId: id, before: null, after: null }
  const audit = auditOf(call, { action: 'user.second_factor_reset', ...facts })
  const trail = { audit, activity: activityByAdmin(id, 'second_factor.reset') }
  if (!(await deps.store.secondFactor.reset(id, trail))) throw new ApiError('second_factor_off')
  return null
}

/** Refuses where there is no second factor, and a wrong password; the code is judged as it is used. */
async function requireBoth(call: SignedCall & { body: { password: string } }, deps: Working): Promise<void> {
  if (!(await deps.store.secondFactor.isOn(call.caller.user.id))) throw new ApiError('second_factor_off')
  await checkPassword('password', call.body.password, call, deps)
}

const WRONG_CODE = { zh: API_ERRORS.code_wrong.zh, en: API_ERRORS.code_wrong.en }

/** Does what takes a code and answers what came of it, and counts it as a guess where it is wrong. */
export function judged<T>(
  call: SignedCall,
  deps: Asking,
  act: () => Promise<Outcome<T, SecondFactorRefusal>>,
): Promise<T> {
  return guessCode({ userId: call.caller.user.id, ip: call.ip }, deps, async () => {
    const outcome = await act()
    if (outcome.ok) return outcome.value
    if (outcome.refused === 'code_wrong') throw invalid({ code: WRONG_CODE })
    throw new ApiError(outcome.refused)
  })
}
