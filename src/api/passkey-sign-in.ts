import type { Endpoints } from '../contract/all.ts'
import type { Tokens } from '../contract/auth.ts'
import type { User } from '../store/users.ts'
import { readShownPasskey, requestOptions } from '../vault/passkeys.ts'
import { tokenHash } from '../vault/tokens.ts'
import type { Call, CallFacts, Handlers } from './call.ts'
import { enter } from './enter.ts'
import { ApiError } from './errors.ts'
import { guess } from './guess.ts'
import { challengeOf, newTicket } from './passkey-ticket.ts'
import { relyingParty } from './relying-party.ts'
import { type SigningIn, tellOfFailure } from './sign-in-trail.ts'

/** Signs in with a passkey, which stands for password and code: it is in somebody's hands, and was shown by its verified owner. */
export function passkeySignInHandlers(deps: SigningIn): Pick<Handlers, 'beginPasskeyLogin' | 'passkeyLogin'> {
  return {
    beginPasskeyLogin: async (call) => {
      const party = relyingParty(call, deps)
      const { challenge, ticket } = newTicket({ use: 'sign_in', party }, deps)
      return { ticket, options: requestOptions({ party, challenge }) }
    },
    passkeyLogin: (call) => signIn(call, deps),
  }
}

async function signIn(call: Call<Endpoints['passkeyLogin']>, deps: SigningIn): Promise<Tokens> {
  const { ticket, response } = call.body
  const party = relyingParty(call, deps)
  // What comes too late is no guess.
  const answered = challengeOf(ticket, { use: 'sign_in', party }, deps)
  const account = `passkey ${tokenHash(response.id)}`
  return guess({ account, ip: call.ip }, deps, async () => {
    // Unknown, wrong, removed and disabled get the same words.
    const found = await deps.store.passkeys.byCredential(response.id)
    if (found?.passkey.host !== party.id) throw wrong(found?.user, call, deps)
    const { user, passkey } = found
    const { challenge } = answered
    const counter = await readShownPasskey(response, { party, challenge }, passkey)
    if (counter === null || user.status !== 'active') throw wrong(user, call, deps)
    const tokens = await enter(user, call, deps, async (session, trail) => {
      const details = { passkey: passkey.name }
      const told = {
        activity: { ...trail.activity, details },
        audit: trail.audit && { ...trail.audit, after: details },
      }
      const isOpen = await deps.store.sessions.openByPasskey(session, { id: passkey.id, counter, answered }, told)
      if (!isOpen) throw wrong(user, call, deps)
    })
    deps.throttle.succeeded(account, call.ip)
    return tokens
  })
}

function wrong(user: User | undefined, call: CallFacts, deps: SigningIn): ApiError {
  if (user) tellOfFailure(user.id, call, deps, { step: 'passkey' })
  return new ApiError('passkey_wrong')
}
