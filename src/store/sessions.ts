import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../core/time.ts'
import type { Envelope } from '../vault/envelope.ts'
import type { Database } from './database.ts'
import type { Engine } from './engine.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { alive, revokeSessions } from './revoke.ts'
import type { Tables } from './schema.ts'
import type { RevokeReason, SessionRow } from './schema-sign-in.ts'
import { byRecoveryCode, type CodeRefusal, takeCode, tellOfRecovery } from './take-code.ts'
import { type ShownPasskey, takePasskey } from './take-passkey.ts'
import { insertTrail, type Trail } from './trail.ts'
import { toUser, type User } from './users.ts'

/**
 * One pair of tokens. Every refresh makes a new row of the same family and revokes the old one as `rotated`; to a user
 * the family is the session. Times are epoch milliseconds.
 */
export type Session = {
  id: string
  family: string
  userId: string
  userAgent: string
  ip: string
  /** When the family was opened, and when it was last seen. */
  createdAt: number
  lastSeenAt: number
  accessExpiresAt: number
  refreshExpiresAt: number
  revokedAt: number | null
  revokeReason: RevokeReason | null
}

/** `createdAt` of the first session of a family is carried on by its successors. */
export type NewSession = {
  id: string
  family: string
  userId: string
  accessHash: string
  refreshHash: string
  userAgent: string
  ip: string
  createdAt: number
  accessExpiresAt: number
  refreshExpiresAt: number
}

/** `password_changed`: it is no longer the one that was checked, or the owner is not active. */
export type OpenRefusal = 'password_changed' | CodeRefusal

/** What tells of a sign-in, and the code it is made with where the account asks for one. */
type Opening = Trail & { code?: string | undefined }

/** Who is signed in; of tokens there are hashes alone. */
export type Sessions = {
  /** Opens a session and sets its owner's last login, and ends those seen least lately beyond a hundred; nothing is done when it is refused. */
  open(session: NewSession, passwordHash: string, opening?: Opening): Promise<Outcome<null, OpenRefusal>>
  /** The same by a passkey in place of password and code; false, and no session, where it is not to be taken any more. */
  openByPasskey(session: NewSession, shown: Omit<ShownPasskey, 'userId'>, trail?: Trail): Promise<boolean>
  /** The session and its owner, whatever their state: the caller judges expiry, revocation and the owner's status. */
  byAccess(accessHash: string): Promise<{ session: Session; user: User } | undefined>
  byRefresh(refreshHash: string): Promise<{ session: Session; user: User } | undefined>
  /** Revokes `id` as rotated and opens its successor; false, and nothing done, when it was revoked already. */
  rotate(id: string, successor: NewSession): Promise<boolean>
  touch(id: string, seen: { at: number; ip: string }): Promise<void>
  /** Revokes every row of a family, the rotated ones too; false when the user has no such family alive. */
  revokeFamily(userId: string, family: string, reason: RevokeReason, trail?: Trail): Promise<boolean>
  /** Revokes every family of the user but one (null: all). */
  revokeOthers(userId: string, keepFamily: string | null, reason: RevokeReason, trail?: Trail): Promise<void>
  /** Whether a family of the user can still be refreshed. */
  isAlive(userId: string, family: string): Promise<boolean>
  /** One row a family that can still be refreshed, last seen first. */
  listAlive(userId: string): Promise<Session[]>
  /** Deletes rows that can no longer be refreshed or recognised as reused. */
  purge(): Promise<void>
}

/** Keeps the table `session`, and when a user signed in last. */
export function sessionsIn(db: Database, clock: Clock, envelope: Envelope): Sessions {
  return {
    byAccess: (hash) => find(db, 'access_hash', hash),
    byRefresh: (hash) => find(db, 'refresh_hash', hash),
    open: (session, passwordHash, { code, ...trail } = {}) =>
      db.transaction(async (tx) => {
        // Whoever changes the password or turns a second factor on meanwhile ends this session too, or is seen here.
        await db.engine.lock(tx, 'end_sessions')
        const now = clock.now()
        const { userId } = session
        if (!(await signsIn(tx, userId, passwordHash))) return refuse('password_changed')
        const taken = await takeCode(tx, envelope, { userId, code, now })
        if (taken === 'code_needed' || taken === 'code_wrong') return refuse(taken)
        await enter({ tx, engine: db.engine }, session, taken === 'recovery_code' ? byRecoveryCode(trail) : trail, now)
        if (taken === 'recovery_code') await tellOfRecovery(tx, userId, now)
        return done(null)
      }),
    openByPasskey: (session, shown, trail) =>
      db.transaction(async (tx) => {
        // Whoever removes the passkey or disables its owner meanwhile ends this session too, or is seen here.
        await db.engine.lock(tx, 'end_sessions')
        const now = clock.now()
        if (!(await takePasskey(tx, { ...shown, userId: session.userId }, now))) return false
        await enter({ tx, engine: db.engine }, session, trail, now)
        return true
      }),
    rotate: (id, successor) =>
      db.transaction(async (tx) => {
        // Whoever ends sessions meanwhile sees the successor, or is seen here.
        await db.engine.lock(tx, 'end_sessions')
        const now = clock.now()
        const rotated = await tx
          .updateTable('session')
          .set({ revoked_at: now, revoke_reason: 'rotated' })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (rotated.numUpdatedRows === 0n) return false
        await insertSession(tx, successor, now)
        return true
      }),
    touch: async (id, seen) => {
      const change = { last_seen_at: seen.at, ip: seen.ip }
      await db.kysely.updateTable('session').set(change).where('id', '=', id).execute()
    },
    revokeFamily: (userId, family, reason, trail) =>
      db.transaction(async (tx) => {
        const revoked = await revokeSessions({ tx, engine: db.engine }, { userId, family }, reason, clock.now())
        if (revoked === 0) return false
        await insertTrail(tx, trail, clock.now())
        return true
      }),
    revokeOthers: (userId, keepFamily, reason, trail) =>
      db.transaction(async (tx) => {
        await revokeSessions({ tx, engine: db.engine }, { userId, exceptFamily: keepFamily }, reason, clock.now())
        await insertTrail(tx, trail, clock.now())
      }),
    isAlive: async (userId, family) => {
      const row = alive(db.kysely, userId, clock.now()).select('id').where('family', '=', family)
      return (await row.executeTakeFirst()) !== undefined
    },
    listAlive: async (userId) => {
      const rows = alive(db.kysely, userId, clock.now()).selectAll().orderBy('last_seen_at', 'desc')
      return (await rows.execute()).map(toSession)
    },
    purge: async () => {
      await expired(db.kysely, clock.now()).execute()
    },
  }
}

/** A program that signs in for each call, and never out, would fill the list of its sessions with what nobody uses. */
const MOST_OF_A_USER = 100

/** Deletes what can no longer be refreshed at a time. */
export function expired(db: Kysely<Tables>, now: number) {
  return db.deleteFrom('session').where('refresh_expires_at', '<=', now)
}

async function signsIn(tx: Kysely<Tables>, userId: string, passwordHash: string): Promise<boolean> {
  const owner = tx.selectFrom('user').select('id').where('id', '=', userId).where('password_hash', '=', passwordHash)
  return (await owner.where('status', '=', 'active').executeTakeFirst()) !== undefined
}

async function find(db: Database, column: 'access_hash' | 'refresh_hash', hash: string) {
  // Every call of the console asks this, so it is one question to the thread that has the file.
  const row = await db.kysely
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select(['session.id as session_id', 'session.created_at as opened_at', ...ONLY_OF_SESSION])
    .where(`session.${column}`, '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  const session = toSession({ ...row, id: row.session_id, created_at: row.opened_at })
  return { session, user: toUser(row) }
}

/** The columns a session is told by whose names the user's row has not. */
const ONLY_OF_SESSION = [
  'family',
  'user_id',
  'user_agent',
  'ip',
  'last_seen_at',
  'access_expires_at',
  'refresh_expires_at',
  'revoked_at',
  'revoke_reason',
] as const satisfies readonly (keyof SessionRow)[]

async function enter(
  { tx, engine }: { tx: Transaction<Tables>; engine: Pick<Engine, 'lock'> },
  session: NewSession,
  trail: Trail | undefined,
  now: number,
): Promise<void> {
  const { userId } = session
  await revokeSessions({ tx, engine }, { userId, exceptLast: MOST_OF_A_USER - 1 }, 'surplus', now)
  await tx.updateTable('user').set({ last_login_at: now }).where('id', '=', userId).execute()
  await insertSession(tx, session, now)
  await insertTrail(tx, trail, now)
}

async function insertSession(tx: Kysely<Tables>, session: NewSession, now: number): Promise<void> {
  const row: SessionRow = {
    id: session.id,
    family: session.family,
    user_id: session.userId,
    access_hash: session.accessHash,
    refresh_hash: session.refreshHash,
    user_agent: session.userAgent,
    ip: session.ip,
    created_at: session.createdAt,
    last_seen_at: now,
    access_expires_at: session.accessExpiresAt,
    refresh_expires_at: session.refreshExpiresAt,
    revoked_at: null,
    revoke_reason: null,
  }
  await tx.insertInto('session').values(row).execute()
}

function toSession(row: Omit<SessionRow, 'access_hash' | 'refresh_hash'>): Session {
  return {
    id: row.id,
    family: row.family,
    userId: row.user_id,
    userAgent: row.user_agent,
    ip: row.ip,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    accessExpiresAt: row.access_expires_at,
    refreshExpiresAt: row.refresh_expires_at,
    revokedAt: row.revoked_at,
    revokeReason: row.revoke_reason,
  }
}
