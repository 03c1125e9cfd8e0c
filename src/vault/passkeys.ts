import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { MINUTE_MS } from '../core/time.ts'

/** How long browsers wait for somebody to show a passkey. */
const WAIT_MS = 5 * MINUTE_MS

/** EdDSA, ES256 and RS256 (RFC 9053): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257]

/** Whose passkeys they are: the host they belong to (WebAuthn's RP id), and the one origin that may ask for them. */
export type RelyingParty = { id: string; origin: string }

/** What must stand in an answer of an authenticator. */
type Expected = { party: RelyingParty; challenge: string }

/** What is kept of a passkey, so that it is known again: its id and public key as base64url, and how often it said it was used. */
export type KnownPasskey = { credentialId: string; publicKey: string; counter: number; transports: readonly string[] }

// It takes a fifth of a second and 29 MB, and most gateways never see a passkey.
const library = () => import('@simplewebauthn/server')

/** 256 random bits that an authenticator is to sign, as base64url. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url')
}

/** What a browser needs to make a passkey that is found without a name and shown by its owner alone; those that are known it does not make again. */
export async function creationOptions(
  { party, challenge }: Expected,
  whose: { site: string; userId: string; email: string; name: string },
  known: readonly Pick<KnownPasskey, 'credentialId' | 'transports'>[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: whose.site,
    rpID: party.id,
    userID: Buffer.from(whose.userId),
    userName: whose.email,
    userDisplayName: whose.name,
    challenge: bytesOf(challenge),
    timeout: WAIT_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
  })
}

/** What a browser needs to have any passkey of this host shown by its owner. */
export function requestOptions({ party, challenge }: Expected) {
  return { challenge, rpId: party.id, timeout: WAIT_MS, userVerification: 'required' as const }
}

/** Reads a passkey that was just made; null where it is not what was asked for. */
export async function readNewPasskey(
  response: RegistrationResponseJSON,
  { party, challenge }: Expected,
): Promise<KnownPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const found = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(notThat)
  if (!found?.verified) return null
  const { id, publicKey, counter } = found.registrationInfo.credential
  const transports = response.response.transports ?? []
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** How often a passkey that is shown says it was used; null where it is not shown by its owner, here and now. */
export async function readShownPasskey(
  response: AuthenticationResponseJSON,
  { party, challenge }: Expected,
  { credentialId, publicKey, counter, transports }: KnownPasskey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: credentialId,
      publicKey: bytesOf(publicKey),
      counter,
      transports: transports as AuthenticatorTransport[],
    },
  }).catch(notThat)
  return found?.verified ? found.authenticationInfo.newCounter : null
}

/** The library throws a sentence for each thing that does not fit; to whoever shows a passkey they are one refusal. */
function notThat(): null {
  return null
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64url, 'base64url'))
}
