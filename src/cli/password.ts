import type { Clock } from '../core/time.ts'
import { requirePresent } from '../store/migrate.ts'
import { openStore } from '../store/store.ts'
import { createPasswords, oneTimePassword } from '../vault/passwords.ts'
import { openVault } from '../vault/vault.ts'
import { type Place, Refusal, requireData } from './place.ts'

/** Gives a user a one-time password and ends their sessions: for the administrator who has nobody to ask. The gateway may work on. */
export async function givePassword(place: Place, email: string, clock: Clock): Promise<string> {
  await requireData(place)
  const { envelope } = await openVault(place)
  const { databaseUrl: url, dataDir } = place
  await using store = await openStore({ url, dataDir, envelope, clock, prepare: requirePresent })
  const user = await store.users.byEmail(email)
  if (!user) throw new Refusal(`没有邮箱为 ${email} 的用户。\n  There is no user with the e-mail ${email}.`)
  const password = oneTimePassword()
  const hash = await createPasswords().hash(password)
  await store.users.setPassword(user.id, { hash, mustChange: true, keepFamily: null }, trailOf(user.id))
  return password
}

/** Nobody is signed in here: the log tells what was typed where other acts have the caller's program. */
function trailOf(userId: string) {
  const audit = { actorId: null, action: 'user.password_reset', targetKind: 'user', targetId: userId } as const
  const from = { ip: '', client: 'yumen password', requestId: '' }
  const activity = { userId, kind: 'password.reset', details: { by: 'admin' }, ip: '', userAgent: '' } as const
  return { audit: { ...audit, before: null, after: null, ...from, outcome: 'done' } as const, activity }
}
