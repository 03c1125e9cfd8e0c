/** Why a browser made or showed no passkey. */
export type PasskeyProblem = 'dismissed' | 'known' | 'unfit' | 'unsupported' | 'failed'

/** What browsers call it (WebAuthn 3, 5.1.3 and 5.1.4). */
const BY_NAME: Readonly<Record<string, PasskeyProblem>> = {
  NotAllowedError: 'dismissed',
  AbortError: 'dismissed',
  InvalidStateError: 'known',
  ConstraintError: 'unfit',
  NotSupportedError: 'unfit',
}

/** What went wrong between a browser and an authenticator. */
export function problemOf(error: unknown): PasskeyProblem {
  if (!('PublicKeyCredential' in globalThis)) return 'unsupported'
  return (error instanceof Error && BY_NAME[error.name]) || 'failed'
}
