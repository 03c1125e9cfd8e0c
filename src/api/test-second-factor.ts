import { newId } from '../core/ids.ts'
import { SECOND_MS } from '../core/time.ts'
import { codeAt } from '../vault/test-authenticator.ts'
import { signedIn } from './test-signed-in.ts'
import { PASSWORD, type World } from './testing.ts'

/** As long as a code is shown. */
export const STEP_MS = 30 * SECOND_MS

/** Turns the second factor of somebody signed in on, and lets the code that did it pass. */
export async function secondFactorOn(world: World, token: string) {
  const { secret } = (await world.call('beginSecondFactor', { token, body: { password: PASSWORD } })).body
  const code = () => codeAt(secret, world.clock.ms)
  const { body } = await world.call('confirmSecondFactor', { token, body: { code: code() } })
  world.clock.ms += 2 * STEP_MS
  return { secret, code, codes: body.recovery_codes }
}

/** Somebody new who has one. */
export async function userWithSecondFactor(world: World): Promise<string> {
  const { id, token } = await signedIn(world, newId())
  await secondFactorOn(world, token)
  return id
}

const shown = () => ({ password: PASSWORD, code: '000000' })

/** Bodies of its calls that every check of form lets through. */
export const SECOND_FACTOR_BODIES = {
  beginSecondFactor: () => ({ password: PASSWORD }),
  confirmSecondFactor: () => ({ code: '000000' }),
  renewRecoveryCodes: shown,
  endSecondFactor: shown,
  adminEndSecondFactor: () => ({ password: PASSWORD }),
}
