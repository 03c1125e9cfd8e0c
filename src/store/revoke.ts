import type { Kysely, Transaction } from 'kysely'
import type { Engine } from './engine.ts'
import type { Tables } from './schema.ts'
import type { RevokeReason } from './schema-sign-in.ts'

/** One family of a user, all of them but one (null: all), or all alive but so many that were seen last. */
type SessionChoice = { userId: string } & (
  | { family: string }
  | { exceptFamily: string | null }
  | { exceptLast: number }
)

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
  else if ('exceptLast' in choice) update = update.where('family', 'in', longUnseen(tx, choice, now))
  else if (choice.exceptFamily !== null) update = update.where('family', '<>', choice.exceptFamily)
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Families beyond those that were seen last; of many that there were before there was a bound, so many go with each sign-in. */
function longUnseen(
  tx: Transaction<Tables>,
  { userId, exceptLast }: { userId: string; exceptLast: number },
  now: number,
) {
  return alive(tx, userId, now)
    .select('family')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_AT_ONCE)
    .offset(exceptLast)
}

const MOST_AT_ONCE = 1000

/** The rows of a user that can still be refreshed: one of each family. */
export function alive(db: Kysely<Tables>, userId: string, now: number) {
  const rows = db.selectFrom('session').where('user_id', '=', userId).where('revoked_at', 'is', null)
  return rows.where('refresh_expires_at', '>', now)
}
