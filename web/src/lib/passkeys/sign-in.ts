import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/browser'
import type { passkeyLogin } from '../../../../src/contract/auth.ts'
import type { beginPasskeyLogin } from '../../../../src/contract/passkeys.ts'
import { MINUTE_MS } from '../../../../src/core/time.ts'
import { call, type Door } from '../call.ts'
import { fetchMe } from '../session.ts'
import { tokens } from '../tokens.ts'

const beginDoor: Door<typeof beginPasskeyLogin> = { method: 'POST', path: '/api/auth/passkey/begin' }
const door: Door<typeof passkeyLogin> = { method: 'POST', path: '/api/auth/passkey' }

/** The server takes an answer for five minutes. */
const RENEW_MS = 4 * MINUTE_MS

const begin = () => call<typeof beginPasskeyLogin>(beginDoor)

/** Has the browser ask for a passkey and signs in with it; throws a `CallError` of the server, or what the browser says. */
export async function signInByPasskey(): Promise<void> {
  const { ticket, options } = await begin()
  await enter(ticket, await startAuthentication({ optionsJSON: options }))
}

/** Waits until a passkey is chosen at the field of the e-mail; whether somebody signed in with one before `signal` fired. Throws the `CallError` of one that was refused. */
export async function signInByAutofill(signal: AbortSignal): Promise<boolean> {
  if (!(await browserSupportsWebAuthnAutofill())) return false
  for (;;) {
    // Where there are none, whoever presses the button is told why.
    const asked = await begin().catch(() => null)
    if (asked === null || signal.aborted) return false
    const chosen = await choice(asked.options, signal)
    if (chosen === 'none') return false
    if (chosen === 'again') continue
    await enter(asked.ticket, chosen)
    return true
  }
}

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** What is chosen at the field; `again` when the question grew old. */
async function choice(options: Options, signal: AbortSignal): Promise<AuthenticationResponseJSON | 'none' | 'again'> {
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  let isOld = false
  const growingOld = setTimeout(() => {
    isOld = true
    cancel()
  }, RENEW_MS)
  signal.addEventListener('abort', cancel)
  try {
    return await startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
  } catch {
    return isOld && !signal.aborted ? 'again' : 'none'
  } finally {
    clearTimeout(growingOld)
    signal.removeEventListener('abort', cancel)
  }
}

async function enter(ticket: string, { id, rawId, type, response }: AuthenticationResponseJSON): Promise<void> {
  const shown = { id, rawId, type, response: { ...response, userHandle: response.userHandle ?? '' } }
  tokens.keep(await call<typeof passkeyLogin>(door, { body: { ticket, response: shown } }))
  await fetchMe()
}
