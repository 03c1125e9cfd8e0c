import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { SECOND_MS } from '../core/time.ts'
import type { Random } from './keys.ts'

/** As long as the hash it is used with (RFC 4226, 4). */
const SECRET_BYTES = 20
const PERIOD_S = 30
/** A clock may be a step ahead or behind, and somebody has to type (RFC 6238, 5.2). */
const WINDOW = 1

/** What authenticators take unless they are told otherwise: SHA-1, six digits, half a minute. */
const FORM = { algorithm: 'SHA1', digits: 6, period: PERIOD_S } as const

/** A new secret for an authenticator in base32 without padding. */
export function newTotpSecret(random: Random = randomBytes): string {
  return new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32
}

/** What an authenticator reads from a QR code: `otpauth://totp/…`, with the name of the site and whose account it is. */
export function totpUri(secret: string, { site, account }: { site: string; account: string }): string {
  return new TOTP({ ...FORM, secret, issuer: site, label: account }).toString()
}

/** The step of time that a code is of, counted from 1970; null where it is not one of those around `now`, in epoch milliseconds. */
export function totpStep(secret: string, code: string, now: number): number | null {
  const delta = new TOTP({ ...FORM, secret }).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / (PERIOD_S * SECOND_MS)) + delta
}
