import type { Transaction } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tables } from './schema.ts'
import type { RevokeReason } from './schema-sign-in.ts'

/** One family of a user, or all of them but one (null: all). */
type SessionChoice = { userId: string } & ({ family: string } | { exceptFamily: string | null })

/** Where sessions are ended: a transaction, and what takes its locks. */
type Ending = { tx: Transaction<Tables>; engine: Pick<Engine, 'lock'> }

/**
 * Revokes sessions, the rotated rows of their families too, since a refresh token just replaced is honoured for some
 * seconds. Returns how many rows that were. Before the user's own row is changed: a refresh takes its locks in that order too.
 */
export async function revokeSessions(
  { tx, engine }: Ending,
  choice: SessionChoice,
  reason: RevokeReason,
  now: number,
): Promise<number> {
  // A successor that is opened at the same moment would not be seen, and would outlive its family.
  await engine.lock(tx, 'end_sessions')
  let update = tx
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('user_id', '=', choice.userId)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoke_reason', '=', 'rotated')]))
  if ('family' in choice) update = update.where('family', '=', choice.family)
  else if (choice.exceptFamily !== null) update = update.where('family', '<>', choice.exceptFamily)
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
