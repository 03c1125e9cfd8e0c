import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../core/time.ts'

/** How long browsers wait for somebody to show a passkey. */
const WAIT_MS = 5 * MINUTE_MS

/** EdDSA, ES256 and RS256 (RFC 9053): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257]

const KIND = 'public-key' as const

/** Whose passkeys they are: the host they belong to (WebAuthn's RP id), and the one origin that may ask for them. */
export type RelyingParty = { id: string; origin: string }

/** What must stand in an answer of an authenticator. */
type Expected = { party: RelyingParty; challenge: string }

/** What is kept of a passkey, so that it is known again: its id and public key as base64url, and how often it said it was used. */
export type KnownPasskey = { credentialId: string; publicKey: string; counter: number; transports: readonly string[] }

/** How a browser hands an answer of an authenticator over (WebAuthn 3, 5.1); all bytes are base64url. */
type Handed<R> = { id: string; rawId: string; type: 'public-key'; response: { clientDataJSON: string } & R }
type Made = Handed<{ attestationObject: string; transports?: string[] | undefined }>
type Shown = Handed<{ authenticatorData: string; signature: string; userHandle: string }>

// It takes a fifth of a second and 29 MB, and most gateways never see a passkey.
const library = () => import('@simplewebauthn/server')

/** 256 random bits that an authenticator is to sign, as base64url. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url')
}

/** What a browser needs to make a passkey that is found without a name and shown by its owner alone; those that are known it does not make again. */
export function creationOptions(
  { party, challenge }: Expected,
  whose: { site: string; userId: string; email: string; name: string },
  known: readonly Pick<KnownPasskey, 'credentialId' | 'transports'>[],
) {
  return {
    challenge,
    rp: { id: party.id, name: whose.site },
    user: { id: handleOf(whose.userId), name: whose.email, displayName: whose.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: KIND })),
    timeout: WAIT_MS,
    // Which make of authenticator it is does not matter here.
    attestation: 'none' as const,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({
      id,
      type: KIND,
      transports: [...transports],
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

/** What a browser needs to have any passkey of this host shown by its owner. */
export function requestOptions({ party, challenge }: Expected) {
  return { challenge, rpId: party.id, timeout: WAIT_MS, userVerification: 'required' as const }
}

/** Reads a passkey that was just made; null where it is not what was asked for. */
export async function readNewPasskey(
  { response, ...made }: Made,
  { party, challenge }: Expected,
): Promise<KnownPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const { transports = [] } = response
  const found = await verifyRegistrationResponse({
    response: { ...made, response: { ...response, transports }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(notThat)
  if (!found?.verified) return null
  const { id, publicKey, counter } = found.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** How often a passkey that is shown says it was used; null where it is not shown by its owner, here and now. */
export async function readShownPasskey(
  shown: Shown,
  { party, challenge }: Expected,
  { userId, credentialId: id, publicKey, counter }: KnownPasskey & { userId: string },
): Promise<number | null> {
  if (shown.response.userHandle !== handleOf(userId)) return null
  const { verifyAuthenticationResponse } = await library()
  const found = await verifyAuthenticationResponse({
    response: { ...shown, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id, publicKey: bytesOf(publicKey), counter },
  }).catch(notThat)
  return found?.verified ? found.authenticationInfo.newCounter : null
}

/** The library throws a sentence for each thing that does not fit; to whoever shows a passkey they are one refusal. */
function notThat(): null {
  return null
}

/** Whose a passkey is, as its authenticator keeps it. */
function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64url, 'base64url'))
}
