import type { Clock } from '../core/time.ts'
import { trailOf, withAccount } from './account.ts'
import { type Place, Refusal } from './place.ts'

/** Turns a user's second factor off and ends their sessions: for the administrator who lost authenticator and recovery codes, and has nobody to ask. */
export async function endSecondFactor(place: Place, email: string, clock: Clock): Promise<void> {
  const facts = { typed: 'end-second-factor', action: 'user.second_factor_reset', kind: 'second_factor.reset' } as const
  await withAccount(place, { email, clock }, async ({ id }, store) => {
    if (await store.secondFactor.reset(id, trailOf(id, facts))) return
    throw new Refusal(`${email} 没有开启两步验证。\n  ${email} has no two-step verification.`)
  })
}
