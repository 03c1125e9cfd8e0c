import { z } from 'zod'
import { MINUTE_MS } from '../core/time.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'

const VALID_MS = 10 * MINUTE_MS

const content = z.strictObject({
  secret: z.string(),
  /** When the authenticator was turned on whose place the other takes: one that is on since then is another. */
  since: z.number(),
  /** Whether whoever asked proved themselves by one. */
  byRecoveryCode: z.boolean(),
  expiresAt: z.number(),
})

type Replacing = Omit<z.infer<typeof content>, 'expiresAt'>
type Sealing = Pick<Deps, 'vault' | 'clock'>

// Opened in the session alone that it was made in.
const placeOf = (family: string) => `second factor ticket of ${family}`

/** Another authenticator and what was proved for it, sealed: nothing is kept here until a code of it is shown. */
export function newFactorTicket(replacing: Replacing, family: string, { vault, clock }: Sealing): string {
  const sealed = { ...replacing, expiresAt: clock.now() + VALID_MS }
  return vault.envelope.seal(JSON.stringify(sealed), placeOf(family))
}

/** What is in a ticket; one that is over, or of another session, is refused. */
export function openFactorTicket(ticket: string, family: string, { vault, clock }: Sealing): Replacing {
  const found = opened(ticket, family, vault)
  if (found === undefined || found.expiresAt <= clock.now()) throw new ApiError('second_factor_late')
  return found
}

function opened(ticket: string, family: string, { envelope }: Deps['vault']): z.infer<typeof content> | undefined {
  try {
    return content.parse(JSON.parse(envelope.open(ticket, placeOf(family))))
  } catch {
    return undefined
  }
}
