import { startRegistration } from '@simplewebauthn/browser'
import { addPasskey, beginPasskey } from '../../../../src/contract/passkeys.ts'
import type { AnswerOf, BodyInputOf } from '../../../../src/contract/endpoint.ts'
import { call } from '../call.ts'

/** What a passkey may be made with, once somebody has proved who they are. */
export type Begun = AnswerOf<typeof beginPasskey>

/** Proves who is here; throws a `CallError`. */
export function beginMaking(body: BodyInputOf<typeof beginPasskey>): Promise<Begun> {
  return call(beginPasskey, { body })
}

/** Has the browser make a passkey and adds it to the account by a name; throws a `CallError` of the server, or what the browser says. */
export async function make({ ticket, options }: Begun, name: string): Promise<void> {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports } = response
  const made = { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } }
  await call(addPasskey, { body: { ticket, name, response: made } })
}
