import { noPasskeysAt } from '../core/passkey-origin.ts'
import type { RelyingParty } from '../vault/passkeys.ts'
import type { CallFacts } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'

/** The one origin where passkeys work: the public one that the operator named; null where none could work there, so that each page has its own. */
export function passkeyOrigin({ namedOrigin }: Deps['site']): string | null {
  return namedOrigin !== null && noPasskeysAt(namedOrigin) === null ? new URL(namedOrigin).origin : null
}

/** Whose passkeys a page makes and asks for, or why it cannot: it is at another origin, or at one that browsers have none for. */
export function relyingParty(
  { origin: asking }: Pick<CallFacts, 'origin'>,
  { site }: Pick<Deps, 'site'>,
): RelyingParty {
  const origin = passkeyOrigin(site) ?? asking
  if (origin === null || noPasskeysAt(origin) !== null) throw new ApiError('passkeys_not_here')
  if (asking !== null && asking !== origin) throw new ApiError('passkeys_elsewhere', { details: { origin } })
  return { id: new URL(origin).hostname, origin }
}
