import type { Kysely } from 'kysely'
import type { RevokeReason, Tables } from './schema.ts'

/** One family of a user, or all of them but one (null: all). */
export type SessionChoice = { userId: string } & ({ family: string } | { exceptFamily: string | null })

/**
 * Revokes sessions, the rotated rows of their families too, since a refresh token just replaced is honoured for some
 * seconds. Returns how many rows that were.
 */
export async function revokeSessions(
  tx: Kysely<Tables>,
  choice: SessionChoice,
  reason: RevokeReason,
  now: number,
): Promise<number> {
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
