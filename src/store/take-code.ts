import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import { iso } from '../core/time.ts'
import type { Envelope } from '../vault/envelope.ts'
import { readDigits, readRecoveryCode } from '../vault/recovery-codes.ts'
import { totpStep } from '../vault/totp.ts'
import type { Tables } from './schema.ts'
import type { TotpRow } from './schema-sign-in.ts'
import { tell } from './tell.ts'
import type { Trail } from './trail.ts'

/** Why a code was not taken. */
export type CodeRefusal = 'code_needed' | 'code_wrong'

/** What a code was; `none`: the account has no second factor, so that none was looked at. */
type Taken = 'none' | 'authenticator' | 'recovery_code'

/** A code as it was typed, and by whom; `now` in epoch milliseconds. */
type Typed = { userId: string; code: string | undefined; now: number }

/** Takes a code of an account, which is not taken again if the transaction ends well; under the lock `end_sessions`. */
export async function takeCode(
  tx: Kysely<Tables>,
  envelope: Envelope,
  { userId, code, now }: Typed,
): Promise<Taken | CodeRefusal> {
  const row = await totpOf(tx, userId)
  if (!row || row.confirmed_at === null) return 'none'
  if (code === undefined) return 'code_needed'
  const step = stepOf(row, code, { envelope, now })
  if (step !== null) return (await takeStep(tx, row, step)) ? 'authenticator' : 'code_wrong'
  return (await takeRecoveryCode(tx, envelope, { userId, code })) ? 'recovery_code' : 'code_wrong'
}

/** The secret of an account's authenticator, confirmed or not. */
export function totpOf(db: Kysely<Tables>, userId: string): Promise<TotpRow | undefined> {
  return db.selectFrom('totp').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** The step of time a code of an authenticator is of; null where it is none of this secret, or of another time. */
export function stepOf(
  row: TotpRow,
  code: string,
  { envelope, now }: { envelope: Envelope; now: number },
): number | null {
  const digits = readDigits(code)
  if (digits === undefined) return null
  return totpStep(envelope.open(row.secret_sealed, totpPlace(row.user_id)), digits, now)
}

/** What a sealed secret is bound to, so that it opens for its account alone. */
export function totpPlace(userId: string): string {
  return `totp ${userId} secret_sealed`
}

/** What is kept of a recovery code: without the key of the envelope nobody finds fifty bits by trying. */
export function recoveryHash(envelope: Envelope, userId: string, code: string): string {
  return envelope.mac(JSON.stringify(['recovery_code', userId, code]))
}

/** Two who show the same code at once both find it right: the row decides who was first. */
async function takeStep(tx: Kysely<Tables>, row: TotpRow, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', row.user_id)
    .where('secret_sealed', '=', row.secret_sealed)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function takeRecoveryCode(
  tx: Kysely<Tables>,
  envelope: Envelope,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const read = readRecoveryCode(code)
  if (read === undefined) return false
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('hash', '=', recoveryHash(envelope, userId, read))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** How many recovery codes an account has left. */
export async function codesLeft(db: Kysely<Tables>, userId: string): Promise<number> {
  const rows = db.selectFrom('recovery_code').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await rows.where('user_id', '=', userId).executeTakeFirstOrThrow()).n
}

/** What tells of an act that a recovery code was taken for: its owner is to see what was done without the authenticator. */
export function byRecoveryCode({ activity, ...trail }: Trail): Trail {
  return { ...trail, activity: activity && { ...activity, details: { ...activity.details, by_recovery_code: true } } }
}

/** Tells the owner that somebody signed in with a recovery code, and how many are left. */
export async function tellOfRecovery(tx: Kysely<Tables>, userId: string, now: number): Promise<void> {
  const facts = { act: 'recovery_code.used', at: iso(now), left: await codesLeft(tx, userId) }
  await tell(tx, userId, { kind: 'second_factor', mark: `second_factor:${newId(now)}`, facts }, now)
}
