import type { Clock } from '../core/time.ts'
import { createPasswords, oneTimePassword } from '../vault/passwords.ts'
import { trailOf, withAccount } from './account.ts'
import type { Place } from './place.ts'

/** Gives a user a one-time password and ends their sessions: for the administrator who has nobody to ask. */
export async function givePassword(place: Place, email: string, clock: Clock): Promise<string> {
  const password = oneTimePassword()
  const facts = { typed: 'password', action: 'user.password_reset', kind: 'password.reset' } as const
  await withAccount(place, { email, clock }, async ({ id }, store) => {
    const hash = await createPasswords().hash(password)
    await store.users.setPassword(id, { hash, mustChange: true, keepFamily: null }, trailOf(id, facts))
  })
  return password
}
