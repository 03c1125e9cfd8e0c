import { z } from 'zod'
import { nothing, time } from './common.ts'
import { endpoint } from './endpoint.ts'
import { secondFactorCode } from './second-factor.ts'

const bytes = z
  .string()
  .regex(/^[\w-]*$/)
  .max(32_768)

/** What an authenticator calls a passkey, at most 1023 bytes (WebAuthn 3, 7.1) as base64url. */
const credentialId = z
  .string()
  .regex(/^[\w-]+$/)
  .max(1364)

const transports = z.array(z.string().max(32)).max(8)
const kind = z.literal('public-key')
const password = z.string().min(1).max(1024)
const name = z.string().trim().min(1).max(64)

/** Says what a challenge is for; sealed, and of use to the session or the page alone that was told it. */
const ticket = z.string().min(1).max(2048)

const passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** It is shown where the console is opened at this host, and nowhere else. */
  host: z.string(),
  created_at: time,
  last_used_at: time.nullable(),
})
export type Passkey = z.infer<typeof passkey>

/** As browsers take it (WebAuthn 3, PublicKeyCredentialRequestOptionsJSON). */
const requestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** As browsers take it (WebAuthn 3, PublicKeyCredentialCreationOptionsJSON). */
const creationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: kind })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.strictObject({ id: z.string(), type: kind, transports })),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** A passkey that was made, as browsers hand it over (WebAuthn 3, RegistrationResponseJSON); what else they tell is not looked at. */
const madePasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: kind,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: transports.optional() }),
})

/** A passkey that was shown, as browsers hand it over (WebAuthn 3, AuthenticationResponseJSON); what else they tell is not looked at. */
const shownPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: kind,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes }),
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/users/me/passkeys',
  who: 'user',
  summary: 'The passkeys of the signed-in user, and the one origin where passkeys work.',
  answer: z.strictObject({
    /** Null: wherever the console is opened, as the operator named no origin where they could. */
    origin: z.string().nullable(),
    items: z.array(passkey),
    next: z.null(),
  }),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/users/me/passkeys/begin',
  who: 'user',
  summary:
    'What a browser needs to make a passkey within five minutes; takes the password, and a code where the account has a second factor.',
  body: z.strictObject({ password, code: secondFactorCode.optional() }),
  answer: z.strictObject({ ticket: z.string(), options: creationOptions }),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/users/me/passkeys',
  who: 'user',
  summary: 'Adds a passkey that was made with a ticket of this session.',
  body: z.strictObject({ ticket, name, response: madePasskey }),
  answer: passkey,
  status: 201,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/users/me/passkeys/{id}',
  who: 'user',
  summary: 'Calls a passkey by another name.',
  body: z.strictObject({ name }),
  answer: nothing,
  status: 204,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/users/me/passkeys/{id}',
  who: 'user',
  summary: 'Removes a passkey, which signs in no more; sessions it opened go on.',
  body: z.strictObject({ password }),
  answer: nothing,
  status: 204,
})

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/begin',
  who: 'anyone',
  summary: 'What a browser needs to have a passkey of this gateway shown within five minutes.',
  answer: z.strictObject({ ticket: z.string(), options: requestOptions }),
})

/** What signs in with a passkey. */
export const passkeyLoginBody = z.strictObject({ ticket, response: shownPasskey })
