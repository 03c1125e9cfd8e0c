import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** A challenge that an authenticator answered, and until when it would be taken, in epoch milliseconds. */
export type Answered = { challenge: string; expiresAt: number }

/** A passkey that was shown by the owner of it: its id, how often it says it was used, and whose it was when it was looked at. */
export type ShownPasskey = { id: string; counter: number; userId: string; answered: Answered }

/** Takes a passkey of an active account for a sign-in, which nobody makes again with the same answer; under the lock `end_sessions`. */
export async function takePasskey(tx: Kysely<Tables>, shown: ShownPasskey, now: number): Promise<boolean> {
  const { id, counter, userId, answered } = shown
  const owner = tx.selectFrom('user').select('id').where('id', '=', userId).where('status', '=', 'active')
  if (!(await owner.executeTakeFirst())) return false
  if (!(await answer(tx, answered, now))) return false
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    // Two copies that are shown at once were both ahead of the count that was read.
    .where((eb) => eb.or([eb('counter', '<', counter), eb('counter', '=', 0)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Notes that a challenge was answered; false where it was before, or is over. */
export async function answer(tx: Kysely<Tables>, { challenge, expiresAt }: Answered, now: number): Promise<boolean> {
  if (expiresAt <= now) return false
  await tx.deleteFrom('answered_challenge').where('expires_at', '<=', now).execute()
  const noted = await tx
    .insertInto('answered_challenge')
    .values({ challenge, expires_at: expiresAt })
    .onConflict((it) => it.column('challenge').doNothing())
    .executeTakeFirstOrThrow()
  return (noted.numInsertedOrUpdatedRows ?? 0n) > 0n
}
