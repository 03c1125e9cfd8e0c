import type { Kysely } from 'kysely'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { noteMove } from './group-moves.ts'
import { groupExists } from './groups.ts'
import { type NewLimit, setLimits } from './limits.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { forgetPasskeys } from './passkeys.ts'
import { revokeSessions } from './revoke.ts'
import type { Tables, UserRow } from './schema.ts'
import { forget } from './second-factor.ts'
import { insertTrail, type Trail } from './trail.ts'
import { boundedUsers, type UserFigures } from './user-figures.ts'
import { type AccountBounds, boundColumns, emailKey, type Patch } from './users.ts'
import { type ListedUser, readUser, type UserChoice, type UserQuery } from './user-view.ts'

/** What is not given stays, and limits that are given replace the old ones; `groupId` null: in no group. */
export type UserChange = {
  /** Ends every session but the family named (null: all of them), for whoever signed in did so by another name. */
  email?: { address: string; keepFamily: string | null } | undefined
  name?: string | undefined
  role?: UserRow['role'] | undefined
  /** Ends every session when it is `disabled`. */
  status?: UserRow['status'] | undefined
  groupId?: string | null | undefined
  billing?: UserRow['billing'] | undefined
  note?: string | undefined
  limits?: readonly NewLimit[] | undefined
  /** Refuses the change when the account has moved on. */
  ifVersion?: number | undefined
} & Patch<AccountBounds>

/** `last_admin`: nobody would be left who can administrate. */
export type UserRefusal = 'not_found' | 'last_admin' | 'group_missing' | 'email_taken' | 'version_conflict'

/** What administrators do with accounts; deleted ones are not among them. */
export type UserAdmin = {
  list(query: UserQuery): Promise<{ items: ListedUser[]; next: string | null }>
  /** The ids of all accounts that are meant, in the order asked for. */
  order(choice: UserChoice): Promise<string[]>
  get(id: string, zone: string): Promise<ListedUser | undefined>
  exists(id: string): Promise<boolean>
  /** The same of deleted ones too. */
  existed(id: string): Promise<boolean>
  figures(zone: string): Promise<UserFigures>
  /** Who can run out of something: users with a limit of their own, and users who pay ahead. */
  bounded(): Promise<Pick<UserRow, 'id' | 'billing'>[]>
  change(id: string, change: UserChange, trail?: Trail): Promise<Outcome<null, UserRefusal>>
  /** Disables the account for ever, revokes its keys, frees its e-mail and forgets what it had set; what it used and paid stays, under its name. */
  remove(id: string, trail?: Trail): Promise<Outcome<null, UserRefusal>>
}

/** Keeps `user`, and the limits and keys that go with an account; changes wait for one another. */
export function userAdminIn(db: Database, clock: Clock): UserAdmin {
  return {
    list: (query) => db.report('listUsers', { ...query, now: clock.now() }),
    order: (choice) => db.report('orderUsers', { ...choice, now: clock.now() }),
    get: (id, zone) => readUser(db.kysely, id, { now: clock.now(), zone }),
    exists: async (id) => (await present(db.kysely, id)) !== undefined,
    existed: async (id) => {
      const row = db.kysely.selectFrom('user').select('id').where('id', '=', id)
      return (await row.executeTakeFirst()) !== undefined
    },
    figures: (zone) => db.report('userFigures', { now: clock.now(), zone }),
    bounded: () => boundedUsers(db.kysely),
    change: (id, change, trail) =>
      db.transaction(async (tx) => {
        // Two administrators who demote each other at once must not both succeed, nor two accounts get one e-mail.
        await db.engine.lock(tx, 'change_users')
        const refused = await stops(tx, id, change)
        if (refused) return refuse(refused)
        const { limits, groupId, email, name, role, status, billing, note } = change
        const now = clock.now()
        // Whoever is let in again comes in by their password: a session that was stolen does not wait for that day.
        const kept = change.status === 'disabled' ? null : email?.keepFamily
        const sessions = { userId: id, exceptFamily: kept ?? null }
        if (kept !== undefined) await revokeSessions({ tx, engine: db.engine }, sessions, 'admin', now)
        const address = email && { email: email.address, email_key: emailKey(email.address) }
        if (groupId !== undefined) await noteMove(tx, id, groupId, now)
        await tx
          .updateTable('user')
          .set({ id, name, role, status, billing, note, ...address, group_id: groupId, ...boundColumns(change) })
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .execute()
        if (limits) await setLimits(tx, { subject: 'user', subjectId: id }, limits)
        await insertTrail(tx, trail, now)
        return done(null)
      }),
    remove: (id, trail) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'change_users')
        const refused = await stops(tx, id, { status: 'disabled' })
        if (refused) return refuse(refused)
        const now = clock.now()
        await db.engine.lock(tx, 'end_sessions')
        await forget(tx, id)
        await forgetPasskeys(tx, id)
        await noteMove(tx, id, null, now)
        await tx.deleteFrom('session').where('user_id', '=', id).execute()
        await tx.deleteFrom('notice').where('user_id', '=', id).execute()
        await tx.updateTable('user').set(gone(id, now)).where('id', '=', id).execute()
        const keys = await tx
          .updateTable('api_key')
          .set({ status: 'revoked' })
          .where('user_id', '=', id)
          .returning('id')
          .execute()
        for (const key of keys) await setLimits(tx, { subject: 'key', subjectId: key.id }, [])
        await setLimits(tx, { subject: 'user', subjectId: id }, [])
        await insertTrail(tx, trail, now)
        return done(null)
      }),
  }
}

/** What is left of an account: the name and the e-mail that requests, bills and the audit log tell of. */
function gone(id: string, now: number): Partial<UserRow> {
  return {
    status: 'disabled',
    deleted_at: now,
    email_key: id,
    group_id: null,
    password_hash: '',
    must_change_password: 0,
    preferences: '{}',
    note: '',
    locale: null,
    timezone: null,
    ...boundColumns({ allowModels: null, denyModels: [], allowProviders: null, allowIps: null }),
  }
}

/** Why a change cannot be made; null when it can. */
async function stops(tx: Kysely<Tables>, id: string, change: UserChange): Promise<UserRefusal | null> {
  const user = await present(tx, id)
  if (!user) return 'not_found'
  if (change.ifVersion !== undefined && change.ifVersion !== user.version) return 'version_conflict'
  if (!(await groupExists(tx, change.groupId ?? null))) return 'group_missing'
  if (change.email && (await emailTaken(tx, change.email.address, id))) return 'email_taken'
  const after = { role: change.role ?? user.role, status: change.status ?? user.status }
  if (!administrates(user) || administrates(after)) return null
  const others = tx
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('id', '<>', id)
  return (await others.executeTakeFirst()) ? null : 'last_admin'
}

async function emailTaken(tx: Kysely<Tables>, email: string, byOtherThan: string): Promise<boolean> {
  const other = tx.selectFrom('user').select('id').where('email_key', '=', emailKey(email))
  return (await other.where('id', '<>', byOtherThan).executeTakeFirst()) !== undefined
}

type Present = Pick<UserRow, 'role' | 'status' | 'version'>

function present(db: Kysely<Tables>, id: string): Promise<Present | undefined> {
  const row = db
    .selectFrom('user')
    .select(['role', 'status', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return row.executeTakeFirst()
}

function administrates({ role, status }: Pick<UserRow, 'role' | 'status'>): boolean {
  return role === 'admin' && status === 'active'
}
