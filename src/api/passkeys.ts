import type { Endpoints } from '../contract/all.ts'
import type { Passkey as PasskeyView } from '../contract/passkeys.ts'
import { iso, isoOrNull } from '../core/time.ts'
import type { Passkey } from '../store/passkeys.ts'
import { creationOptions, readNewPasskey } from '../vault/passkeys.ts'
import type { Call, Handlers } from './call.ts'
import { type Asking, checkPassword, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { API_ERRORS, ApiError, found, invalid } from './errors.ts'
import { challengeOf, newTicket } from './passkey-ticket.ts'
import { passkeyOrigin, relyingParty } from './relying-party.ts'
import { judged } from './second-factor.ts'
import type { Throttle } from './throttle.ts'
import { activityByAdmin, activityOf, auditOf } from './trail.ts'

type PasskeyHandlers = Pick<
  Handlers,
  'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey' | 'adminRemovePasskeys'
>

/** What users do about their passkeys, and administrators about those of an account. */
export function passkeyHandlers(deps: Deps, throttle: Throttle): PasskeyHandlers {
  const asking = { ...deps, throttle }
  return {
    listPasskeys: async ({ caller }) => {
      const passkeys = await deps.store.passkeys.list(caller.user.id)
      return { origin: passkeyOrigin(deps.site), items: passkeys.map(passkeyView), next: null }
    },
    beginPasskey: (call) => begin(call, asking),
    addPasskey: (call) => add(call, deps),
    renamePasskey: (call) => rename(call, deps),
    removePasskey: (call) => remove(call, asking),
    adminRemovePasskeys: (call) => reset(call, asking),
  }
}

/** A passkey as its owner sees it. */
export function passkeyView(passkey: Passkey): PasskeyView {
  return {
    id: passkey.id,
    name: passkey.name,
    host: passkey.host,
    created_at: iso(passkey.createdAt),
    last_used_at: isoOrNull(passkey.lastUsedAt),
  }
}

type Working = Deps & Asking

const CODE_NEEDED = { zh: API_ERRORS.code_needed.zh, en: API_ERRORS.code_needed.en }

async function begin(call: Call<Endpoints['beginPasskey']>, deps: Working) {
  const { user, session } = call.caller
  const { password, code } = call.body
  // First of all, so that nobody proves who they are for nothing.
  const party = relyingParty(call, deps)
  const hasSecondFactor = await deps.store.secondFactor.isOn(user.id)
  if (hasSecondFactor && code === undefined) throw invalid({ code: CODE_NEEDED })
  await checkPassword('password', password, call, deps)
  // A passkey stands for both steps, so that both are taken once more before there is another.
  const proof = hasSecondFactor
    ? await judged(call, deps, () => deps.store.secondFactor.prove(user.id, code ?? ''))
    : { byRecoveryCode: false }
  const { challenge, ticket } = newTicket({ use: `add in ${session.family}`, party, ...proof }, deps)
  const known = (await deps.store.passkeys.list(user.id)).filter(({ host }) => host === party.id)
  const whose = { site: deps.site.name, userId: user.id, email: user.email, name: user.name }
  return { ticket, options: creationOptions({ party, challenge }, whose, known) }
}

async function add(call: Call<Endpoints['addPasskey']>, deps: Deps): Promise<PasskeyView> {
  const { user, session } = call.caller
  const { ticket, name, response } = call.body
  const party = relyingParty(call, deps)
  const answered = challengeOf(ticket, { use: `add in ${session.family}`, party }, deps)
  const made = await readNewPasskey(response, { party, challenge: answered.challenge })
  if (!made) throw new ApiError('passkey_unverified')
  const passkey = { ...made, userId: user.id, family: session.family, name, host: party.id }
  // Its owner is to see what was done without the authenticator.
  const byRecoveryCode = answered.byRecoveryCode && { by_recovery_code: true }
  const activity = activityOf(call, user.id, 'passkey.added', { name, ...byRecoveryCode })
  const added = await deps.store.passkeys.add(passkey, answered, { activity })
  if (!added.ok) throw new ApiError(added.refused)
  return passkeyView(added.value)
}

async function rename(call: Call<Endpoints['renamePasskey']>, deps: Deps): Promise<null> {
  const { user } = call.caller
  const { name } = call.body
  const before = await own(user.id, call.params.id, deps)
  if (before.name === name) return null
  const activity = activityOf(call, user.id, 'passkey.renamed', { name, before: before.name })
  found(await deps.store.passkeys.rename(user.id, before.id, name, { activity }))
  return null
}

async function remove(call: Call<Endpoints['removePasskey']>, deps: Working): Promise<null> {
  const { user } = call.caller
  const { id, name } = await own(user.id, call.params.id, deps)
  await checkPassword('password', call.body.password, call, deps)
  const activity = activityOf(call, user.id, 'passkey.removed', { name })
  found(await deps.store.passkeys.remove(user.id, id, { activity }))
  return null
}

async function reset(call: Call<Endpoints['adminRemovePasskeys']>, deps: Working): Promise<null> {
  const { id } = call.params
  found(await deps.store.userAdmin.exists(id))
  if (id === call.caller.user.id) throw new ApiError('own_account')
  await requireConsent(call.body.password, call, deps)
  const facts = { targetKind: 'user', targetId: id, before: null, after: null }
  const audit = auditOf(call, { action: 'user.passkeys_removed', ...facts })
  const trail = { audit, activity: activityByAdmin(id, 'passkeys.reset') }
  found(await deps.store.passkeys.reset(id, trail))
  return null
}

/** One of somebody's own, or a 404. */
async function own(userId: string, id: string, { store }: Deps): Promise<Passkey> {
  return found((await store.passkeys.list(userId)).find((passkey) => passkey.id === id))
}
