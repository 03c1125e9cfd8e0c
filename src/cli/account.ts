import type { Clock } from '../core/time.ts'
import { requirePresent } from '../store/migrate.ts'
import { openStore, type Store } from '../store/store.ts'
import type { User } from '../store/users.ts'
import { openVault } from '../vault/vault.ts'
import { type Place, Refusal, requireData } from './place.ts'

/** Does something to the account with an e-mail; the gateway may work on. */
export async function withAccount(
  place: Place,
  { email, clock }: { email: string; clock: Clock },
  act: (user: User, store: Store) => Promise<void>,
): Promise<void> {
  await requireData(place)
  const { envelope } = await openVault(place)
  const { databaseUrl: url, dataDir } = place
  await using store = await openStore({ url, dataDir, envelope, clock, prepare: requirePresent })
  const user = await store.users.byEmail(email)
  if (!user) throw new Refusal(`没有邮箱为 ${email} 的用户。\n  There is no user with the e-mail ${email}.`)
  await act(user, store)
}

/** The rows of an act by nobody who is signed in: the log tells what was typed where other acts have the caller's program. */
export function trailOf(
  userId: string,
  { typed, action, kind }: { typed: string; action: string; kind: 'password.reset' | 'second_factor.reset' },
) {
  const audit = { actorId: null, action, targetKind: 'user', targetId: userId, before: null, after: null }
  const from = { ip: '', client: `yumen ${typed}`, requestId: '', outcome: 'done' } as const
  return { audit: { ...audit, ...from }, activity: { userId, kind, details: { by: 'admin' }, ip: '', userAgent: '' } }
}
