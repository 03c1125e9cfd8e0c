import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../core/time.ts'
import type { Envelope } from '../vault/envelope.ts'
import { readRecoveryCode } from '../vault/recovery-codes.ts'
import type { Database } from './database.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { revokeSessions } from './revoke.ts'
import type { Tables } from './schema.ts'
import {
  byRecoveryCode,
  type CodeRefusal,
  codesLeft,
  recoveryHash,
  stepOf,
  takeCode,
  totpOf,
  totpPlace,
} from './take-code.ts'
import { insertTrail, type Trail } from './trail.ts'

/** Why nothing was done about a second factor. */
export type SecondFactorRefusal = 'second_factor_on' | 'second_factor_off' | 'second_factor_late' | CodeRefusal

type Done = Promise<Outcome<null, SecondFactorRefusal>>

/** Recovery codes as they were shown, which take the place of those of before. */
type NewCodes = { codes: readonly string[]; trail?: Trail }

/** An authenticator that is to take the place of one, and a code that it shows. */
type OtherAuthenticator = { secret: string; code: string; since: number }

/** Authenticators of accounts and what stands in for them; times are epoch milliseconds, a code that was taken is not taken again. */
export type SecondFactor = {
  /** `enabledAt` is null while it is off. */
  state(userId: string): Promise<{ enabledAt: number | null; codesLeft: number }>
  isOn(userId: string): Promise<boolean>
  /** Puts a secret aside until a code of it is confirmed, in the place of one that waited before; false, and nothing done, while one is on. */
  begin(userId: string, secret: string): Promise<boolean>
  /** Turns it on with a code of the secret that was put aside, and ends every session but the family named. */
  confirm(userId: string, code: string, turnedOn: NewCodes & { keepFamily: string }): Done
  /** Puts another authenticator in the place of the one that was on `since`, with a code of its secret, and ends every session but the family named. */
  replace(userId: string, other: OtherAuthenticator, replaced: NewCodes & { keepFamily: string }): Done
  /** Takes a code and does nothing else; whether it was a recovery code. */
  prove(userId: string, code: string): Promise<Outcome<{ byRecoveryCode: boolean }, SecondFactorRefusal>>
  renew(userId: string, code: string, renewed: NewCodes): Done
  end(userId: string, code: string, trail?: Trail): Done
  /** Turns it off without a code and ends every session; false, and nothing done, where it is not on. */
  reset(userId: string, trail?: Trail): Promise<boolean>
}

/** Keeps the tables `totp`, its secrets sealed and bound to their account, and `recovery_code`. */
export function secondFactorIn(db: Database, clock: Clock, envelope: Envelope): SecondFactor {
  const taking = async (tx: Transaction<Tables>, userId: string, code: string) => {
    // As sign-ins do: of two that show a code each, neither holds what the other waits for.
    await db.engine.lock(tx, 'end_sessions')
    return takeCode(tx, envelope, { userId, code, now: clock.now() })
  }
  return {
    ...readersIn(db.kysely),
    begin: (userId, secret) => begin(db.kysely, userId, envelope.seal(secret, totpPlace(userId))),
    confirm: (userId, code, { codes, keepFamily, trail }) =>
      db.transaction(async (tx) => {
        // Whoever signs in meanwhile is asked for a code, or is ended here.
        await db.engine.lock(tx, 'end_sessions')
        const now = clock.now()
        const refused = await turnOn(tx, { userId, code, now }, envelope)
        if (refused) return refuse(refused)
        await putCodes(tx, envelope, { userId, codes })
        await revokeSessions({ tx, engine: db.engine }, { userId, exceptFamily: keepFamily }, 'second_factor', now)
        await insertTrail(tx, trail, now)
        return done(null)
      }),
    replace: (userId, { secret, code, since }, { codes, keepFamily, trail }) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'end_sessions')
        const now = clock.now()
        const row = await totpOf(tx, userId)
        // Reset, turned off or replaced meanwhile: what was proved to begin this was proved of another.
        if (row?.confirmed_at !== since) return refuse('second_factor_late')
        const other = { ...row, secret_sealed: envelope.seal(secret, totpPlace(userId)) }
        const step = stepOf(other, code, { envelope, now })
        if (step === null) return refuse('code_wrong')
        const change = { secret_sealed: other.secret_sealed, confirmed_at: now, last_step: step }
        await tx.updateTable('totp').set(change).where('user_id', '=', userId).execute()
        await putCodes(tx, envelope, { userId, codes })
        await revokeSessions({ tx, engine: db.engine }, { userId, exceptFamily: keepFamily }, 'second_factor', now)
        await insertTrail(tx, trail, now)
        return done(null)
      }),
    prove: (userId, code) =>
      db.transaction(async (tx) => {
        const taken = await taking(tx, userId, code)
        const refused = refusalOf(taken)
        return refused ? refuse(refused) : done({ byRecoveryCode: taken === 'recovery_code' })
      }),
    renew: (userId, code, { codes, trail }) =>
      db.transaction(async (tx) => {
        const taken = await taking(tx, userId, code)
        const refused = refusalOf(taken)
        if (refused) return refuse(refused)
        await putCodes(tx, envelope, { userId, codes })
        await insertTrail(tx, trailOf(taken, trail), clock.now())
        return done(null)
      }),
    end: (userId, code, trail) =>
      db.transaction(async (tx) => {
        const taken = await taking(tx, userId, code)
        const refused = refusalOf(taken)
        if (refused) return refuse(refused)
        await forget(tx, userId)
        await insertTrail(tx, trailOf(taken, trail), clock.now())
        return done(null)
      }),
    reset: (userId, trail) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'end_sessions')
        if (!(await isOn(tx, userId))) return false
        await forget(tx, userId)
        await revokeSessions({ tx, engine: db.engine }, { userId, exceptFamily: null }, 'admin', clock.now())
        await insertTrail(tx, trail, clock.now())
        return true
      }),
  }
}

function readersIn(db: Kysely<Tables>): Pick<SecondFactor, 'state' | 'isOn'> {
  return {
    state: async (userId) => {
      const enabledAt = (await totpOf(db, userId))?.confirmed_at ?? null
      return { enabledAt, codesLeft: await codesLeft(db, userId) }
    },
    isOn: (userId) => isOn(db, userId),
  }
}

async function isOn(db: Kysely<Tables>, userId: string): Promise<boolean> {
  return (await haveSecondFactor(db, [userId])).has(userId)
}

/** Which of these accounts are asked for a code. */
export async function haveSecondFactor(db: Kysely<Tables>, userIds: readonly string[]): Promise<Set<string>> {
  const rows = db.selectFrom('totp').select('user_id').where('user_id', 'in', userIds)
  return new Set((await rows.where('confirmed_at', 'is not', null).execute()).map((row) => row.user_id))
}

/** Takes what is kept of a second factor away, under the lock `end_sessions` and before the user's own row is changed: a sign-in takes its locks in that order too. */
export async function forget(tx: Kysely<Tables>, userId: string): Promise<void> {
  await tx.deleteFrom('totp').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

async function begin(db: Kysely<Tables>, userId: string, sealed: string): Promise<boolean> {
  const row = { user_id: userId, secret_sealed: sealed, confirmed_at: null, last_step: null }
  const { numInsertedOrUpdatedRows: put } = await db
    .insertInto('totp')
    .values(row)
    .onConflict((it) =>
      it.column('user_id').doUpdateSet({ secret_sealed: sealed }).where('totp.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return (put ?? 0n) > 0n
}

async function turnOn(
  tx: Kysely<Tables>,
  { userId, code, now }: { userId: string; code: string; now: number },
  envelope: Envelope,
): Promise<SecondFactorRefusal | null> {
  const row = await totpOf(tx, userId)
  if (!row) return 'second_factor_off'
  if (row.confirmed_at !== null) return 'second_factor_on'
  const step = stepOf(row, code, { envelope, now })
  if (step === null) return 'code_wrong'
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    // Begun anew meanwhile, it has a secret the code is not of.
    .where('secret_sealed', '=', row.secret_sealed)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? 'code_wrong' : null
}

async function putCodes(
  tx: Kysely<Tables>,
  envelope: Envelope,
  { userId, codes }: { userId: string; codes: readonly string[] },
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const read = codes.flatMap((code) => readRecoveryCode(code) ?? [])
  const rows = read.map((code) => ({ user_id: userId, hash: recoveryHash(envelope, userId, code) }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

function refusalOf(taken: Awaited<ReturnType<typeof takeCode>>): SecondFactorRefusal | null {
  if (taken === 'none') return 'second_factor_off'
  return taken === 'code_needed' || taken === 'code_wrong' ? taken : null
}

function trailOf(taken: Awaited<ReturnType<typeof takeCode>>, trail: Trail | undefined): Trail | undefined {
  return taken === 'recovery_code' && trail ? byRecoveryCode(trail) : trail
}
