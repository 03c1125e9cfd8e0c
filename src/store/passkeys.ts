import type { Kysely, Transaction } from 'kysely'
import { newId } from '../core/ids.ts'
import type { Clock } from '../core/time.ts'
import type { KnownPasskey } from '../vault/passkeys.ts'
import type { Database } from './database.ts'
import { readStrings } from './json.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { revokeSessions } from './revoke.ts'
import type { Tables } from './schema.ts'
import type { PasskeyRow } from './schema-sign-in.ts'
import { type Answered, answer } from './take-passkey.ts'
import { insertTrail, type Trail } from './trail.ts'
import { toUser, type User } from './users.ts'

/** So many an account may have. */
const MOST = 20

/** A passkey of an account, which is shown at one host; times are epoch milliseconds. */
export type Passkey = KnownPasskey & {
  id: string
  userId: string
  name: string
  host: string
  createdAt: number
  lastUsedAt: number | null
}

/** One that was just made in the session of a family, which must not have ended meanwhile. */
export type NewPasskey = KnownPasskey & { userId: string; family: string; name: string; host: string }

/** Why a passkey was not added. */
type PasskeyRefusal = 'session_expired' | 'passkey_late' | 'passkey_known' | 'passkeys_full'

/** What accounts are signed in to with in place of a password. */
export type Passkeys = {
  /** The first that was added comes first. */
  list(userId: string): Promise<Passkey[]>
  /** The one with the id of its authenticator, and whose it is, whatever their state. */
  byCredential(credentialId: string): Promise<{ passkey: Passkey; user: User } | undefined>
  add(made: NewPasskey, answered: Answered, trail?: Trail): Promise<Outcome<Passkey, PasskeyRefusal>>
  /** False when the user has no such passkey, as of `remove`. */
  rename(userId: string, id: string, name: string, trail?: Trail): Promise<boolean>
  remove(userId: string, id: string, trail?: Trail): Promise<boolean>
  /** Removes every one of a user and ends all their sessions; false, and nothing done, where there is none. */
  reset(userId: string, trail?: Trail): Promise<boolean>
}

/** Keeps the tables `passkey` and `answered_challenge`. */
export function passkeysIn(db: Database, clock: Clock): Passkeys {
  return {
    list: async (userId) => {
      const rows = db.kysely.selectFrom('passkey').selectAll().where('user_id', '=', userId)
      return (await rows.orderBy('id').execute()).map(toPasskey)
    },
    byCredential: (credentialId) => byCredential(db.kysely, credentialId),
    add: (made, answered, trail) =>
      db.transaction(async (tx) => {
        // Whoever removes all passkeys meanwhile ends the session that adds this one, too.
        await db.engine.lock(tx, 'end_sessions')
        const now = clock.now()
        const refused = await refusalOf(tx, made)
        if (refused) return refuse(refused)
        if (!(await answer(tx, answered, now))) return refuse('passkey_late')
        const passkey = await insert(tx, made, now)
        if (!passkey) return refuse('passkey_known')
        await insertTrail(tx, trail, now)
        return done(passkey)
      }),
    rename: (userId, id, name, trail) =>
      db.transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('passkey')
          .set({ name })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows > 0n) await insertTrail(tx, trail, clock.now())
        return numUpdatedRows > 0n
      }),
    remove: (userId, id, trail) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'end_sessions')
        const gone = tx.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId)
        const { numDeletedRows } = await gone.executeTakeFirstOrThrow()
        if (numDeletedRows > 0n) await insertTrail(tx, trail, clock.now())
        return numDeletedRows > 0n
      }),
    reset: (userId, trail) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'end_sessions')
        if (!(await forgetPasskeys(tx, userId))) return false
        const now = clock.now()
        await revokeSessions({ tx, engine: db.engine }, { userId, exceptFamily: null }, 'admin', now)
        await insertTrail(tx, trail, now)
        return true
      }),
  }
}

/** Removes every passkey of an account, under the lock `end_sessions`; whether there was one. */
export async function forgetPasskeys(tx: Kysely<Tables>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** How many passkeys these accounts have; those that have none are not named. */
export async function passkeysOf(db: Kysely<Tables>, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('passkey')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('n')])
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.n]))
}

async function byCredential(db: Kysely<Tables>, credentialId: string) {
  const row = await db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
  if (!row) return undefined
  const user = await db.selectFrom('user').selectAll().where('id', '=', row.user_id).executeTakeFirst()
  return user && { passkey: toPasskey(row), user: toUser(user) }
}

async function refusalOf(tx: Kysely<Tables>, { userId, family }: NewPasskey): Promise<PasskeyRefusal | null> {
  const session = tx.selectFrom('session').select('id').where('user_id', '=', userId).where('family', '=', family)
  if (!(await session.where('revoked_at', 'is', null).executeTakeFirst())) return 'session_expired'
  return ((await passkeysOf(tx, [userId])).get(userId) ?? 0) >= MOST ? 'passkeys_full' : null
}

/** Undefined where somebody has it already. */
async function insert(tx: Transaction<Tables>, made: NewPasskey, now: number): Promise<Passkey | undefined> {
  const row: PasskeyRow = {
    id: newId(now),
    user_id: made.userId,
    name: made.name,
    host: made.host,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    counter: made.counter,
    transports: JSON.stringify(made.transports),
    created_at: now,
    last_used_at: null,
  }
  const added = await tx
    .insertInto('passkey')
    .values(row)
    .onConflict((it) => it.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n ? toPasskey(row) : undefined
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    host: row.host,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: readStrings(row.transports) ?? [],
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
