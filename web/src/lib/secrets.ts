import { onSignOut } from './session.ts'

// In this module only: never in the address, in storage or in the cache of answers. A reload forgets it.
const secrets = new Map<string, string>()
onSignOut(() => secrets.clear())

/** Remembers the secret of a key that was created here, until the session ends or the page is reloaded. */
export function keepSecret(keyId: string, secret: string): void {
  secrets.set(keyId, secret)
}

/** The secret of a key that was created here since the page was loaded. */
export const secretOf = (keyId: string): string | undefined => secrets.get(keyId)
