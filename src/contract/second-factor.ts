import { z } from 'zod'
import { count, nothing, time } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Six digits of an authenticator, or one of the recovery codes, as somebody typed it. */
export const secondFactorCode = z.string().trim().min(1).max(64)

const password = z.string().min(1).max(1024)

/** Shown in this answer only; each stands in for the authenticator once. */
const recoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) })

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/users/me/second-factor',
  who: 'user',
  summary: 'Whether signing in takes a code of an authenticator as well, and how many recovery codes are left.',
  answer: z.strictObject({
    /** When it was turned on; null while it is off. */
    enabled_at: time.nullable(),
    recovery_codes_left: count,
    /** The operator's settings ask for one of this account, so that it cannot be turned off. */
    required: z.boolean(),
  }),
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/me/second-factor',
  who: 'user',
  summary:
    'Makes a secret for an authenticator, told in this answer only; where one is on, with a code of it or a recovery code, for another in its place. Until a code of the secret is confirmed nothing is changed.',
  body: z.strictObject({ password, code: secondFactorCode.optional() }),
  answer: z.strictObject({
    /** Base32 without padding (RFC 4648), to be typed by hand. */
    secret: z.string(),
    /** `otpauth://totp/…`, to be shown as a QR code. */
    uri: z.string(),
    /** Confirms the other authenticator within ten minutes; null where none is on yet. */
    ticket: z.string().nullable(),
  }),
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/me/second-factor/confirm',
  who: 'user',
  summary:
    'Turns the second factor on with a first code of the authenticator, or with a ticket puts another in its place; every other session ends, and there are new recovery codes.',
  body: z.strictObject({ code: secondFactorCode, ticket: z.string().max(1024).optional() }),
  answer: recoveryCodes,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/users/me/second-factor/recovery-codes',
  who: 'user',
  summary: 'Replaces the recovery codes; those of before hold no more.',
  body: z.strictObject({ password, code: secondFactorCode }),
  answer: recoveryCodes,
})

export const endSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/me/second-factor',
  who: 'user',
  summary: 'Turns the second factor off.',
  body: z.strictObject({ password, code: secondFactorCode }),
  answer: nothing,
  status: 204,
})
