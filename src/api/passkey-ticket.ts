import { z } from 'zod'
import { MINUTE_MS } from '../core/time.ts'
import { newChallenge, type RelyingParty } from '../vault/passkeys.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'

/** As long as a browser waits for a passkey. */
const VALID_MS = 5 * MINUTE_MS
const AAD = 'passkey ticket'

/** What a challenge is for: signing in, or adding a passkey in the session of a family; and where it is answered. */
type Purpose = { use: 'sign_in' | `add in ${string}`; party: RelyingParty }

const content = z.strictObject({
  use: z.string(),
  origin: z.string(),
  challenge: z.string(),
  expiresAt: z.number(),
  /** Whether whoever asked proved themselves by one. */
  byRecoveryCode: z.boolean(),
})

type Sealing = Pick<Deps, 'vault' | 'clock'>

/** A new challenge, and the ticket that says what it is for: whoever answers it must show both, and nothing is kept here until somebody does. */
export function newTicket(
  { use, party, byRecoveryCode = false }: Purpose & { byRecoveryCode?: boolean },
  { vault, clock }: Sealing,
): { ticket: string; challenge: string } {
  const challenge = newChallenge()
  const sealed = { use, origin: party.origin, challenge, expiresAt: clock.now() + VALID_MS, byRecoveryCode }
  return { challenge, ticket: vault.envelope.seal(JSON.stringify(sealed), AAD) }
}

/** The challenge of a ticket and until when it may be answered; one that is over, or is for anything else, is refused. */
export function challengeOf(ticket: string, { use, party }: Purpose, { vault, clock }: Sealing) {
  const found = opened(ticket, vault)
  if (found?.use !== use || found.origin !== party.origin || found.expiresAt <= clock.now())
    throw new ApiError('passkey_late')
  const { challenge, expiresAt, byRecoveryCode } = found
  return { challenge, expiresAt, byRecoveryCode }
}

function opened(ticket: string, { envelope }: Deps['vault']): z.infer<typeof content> | undefined {
  try {
    return content.parse(JSON.parse(envelope.open(ticket, AAD)))
  } catch {
    return undefined
  }
}
