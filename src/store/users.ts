import type { Kysely } from 'kysely'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { defaultGroup, groupExists } from './groups.ts'
import { readRecord, readStrings, writeStrings } from './json.ts'
import { type NewLimit, setLimits } from './limits.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { revokeSessions } from './revoke.ts'
import type { Tables, UserRow } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** What an account may use, whatever its keys say. */
export type AccountBounds = {
  /** Catalogue names; null allows every model. */
  allowModels: string[] | null
  /** Catalogue names of models that are not allowed all the same. */
  denyModels: string[]
  /** Ids; null allows every provider. */
  allowProviders: string[] | null
  /** Addresses or CIDR blocks; null allows every address. */
  allowIps: string[] | null
}

/** An account. Times are epoch milliseconds; the password hash is never part of it. */
export type User = {
  id: string
  email: string
  name: string
  role: 'admin' | 'user'
  status: 'active' | 'disabled'
  locale: 'zh-CN' | 'en' | null
  timezone: string | null
  billing: 'prepaid' | 'unlimited'
  groupId: string | null
  note: string
  mustChangePassword: boolean
  createdAt: number
  lastLoginAt: number | null
  version: number
} & AccountBounds

type NewUser = {
  id: string
  email: string
  name: string
  role: User['role']
  passwordHash: string
  mustChangePassword: boolean
  billing?: User['billing']
  /** Null: no group; not given: the one that new users join. */
  groupId?: string | null | undefined
  note?: string
  limits?: readonly NewLimit[]
} & Patch<AccountBounds>

type UserPatch = {
  name?: string | undefined
  locale?: User['locale'] | undefined
  timezone?: string | null | undefined
  role?: User['role'] | undefined
  status?: User['status'] | undefined
  note?: string | undefined
}

/** Accounts; a deleted one is still found by its id, not by its e-mail. */
export type Users = {
  create(user: NewUser, trail?: Trail): Promise<Outcome<User, 'email_taken' | 'group_missing'>>
  byId(id: string): Promise<User | undefined>
  /** Upper and lower case are the same. */
  byEmail(email: string): Promise<User | undefined>
  passwordHash(id: string): Promise<string | undefined>
  /** Undefined when there is no such user. */
  patch(id: string, patch: UserPatch, trail?: Trail): Promise<User | undefined>
  /** Sets the password and ends every session but the family named (null: all of them) with the reason `password`; false, and nothing done, when it was not what `was` says. */
  setPassword(id: string, password: NewPassword, trail?: Trail): Promise<boolean>
  /** Active administrators. */
  countAdmins(): Promise<number>
  preferences(id: string): Promise<Record<string, unknown>>
  /** Puts what `change` makes of the preferences in their place, while nobody else changes them; what it throws leaves them as they are. */
  changePreferences(id: string, change: PreferenceChange): Promise<void>
}

/** `was` is the hash of the password that was checked; without it the present one does not matter. */
type NewPassword = { hash: string; mustChange: boolean; keepFamily: string | null; was?: string | undefined }

type Remembered = Record<string, unknown>
type PreferenceChange = (kept: Remembered) => { preferences: Remembered; trail?: Trail | undefined }

/** Keeps the table `user`; password hashes come out by `passwordHash` alone. */
export function usersIn(db: Database, clock: Clock): Users {
  return {
    ...readers(db),
    create: (user, trail) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'change_users')
        const groupId = user.groupId === undefined ? await defaultGroup(tx) : user.groupId
        if (!(await groupExists(tx, groupId))) return refuse('group_missing')
        const row = newRow(user, groupId, clock.now())
        // Two sign-ups at once: the index decides, and the later one is told.
        const added = await tx
          .insertInto('user')
          .values(row)
          .onConflict((it) => it.column('email_key').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!added) return refuse('email_taken', user.email)
        if (user.limits) await setLimits(tx, { subject: 'user', subjectId: user.id }, user.limits)
        await insertTrail(tx, trail, clock.now())
        return done(toUser(row))
      }),
    patch: (id, patch, trail) =>
      db.transaction(async (tx) => {
        const { name, locale, timezone, role, status, note } = patch
        // What an administrator changes at the same moment is compared with the version.
        await db.engine.lock(tx, 'change_users')
        const isSeen = [name, role, status, note].some((value) => value !== undefined)
        // The first column is set to itself, so that an empty patch is a valid statement.
        const row = await tx
          .updateTable('user')
          .set({ id, name, locale, timezone, role, status, note })
          .$if(isSeen, (it) => it.set((eb) => ({ version: eb('version', '+', 1) })))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        if (!row) return undefined
        await insertTrail(tx, trail, clock.now())
        return toUser(row)
      }),
    setPassword: (id, password, trail) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'end_sessions')
        if (password.was !== undefined && password.was !== (await readHash(tx, id))) return false
        const now = clock.now()
        const others = { userId: id, exceptFamily: password.keepFamily }
        await revokeSessions({ tx, engine: db.engine }, others, 'password', now)
        await tx
          .updateTable('user')
          .set({ password_hash: password.hash, must_change_password: Number(password.mustChange) })
          .where('id', '=', id)
          .execute()
        await insertTrail(tx, trail, now)
        return true
      }),
    changePreferences: (id, change) =>
      db.transaction(async (tx) => {
        // Set to itself, so that the row is held from its reading on.
        const row = await tx
          .updateTable('user')
          .set({ id })
          .where('id', '=', id)
          .returning('preferences')
          .executeTakeFirst()
        if (!row) return
        const { preferences, trail } = change(readRecord(row.preferences))
        const after = JSON.stringify(preferences)
        await tx.updateTable('user').set({ preferences: after }).where('id', '=', id).execute()
        await insertTrail(tx, trail, clock.now())
      }),
  }
}

function readers(db: Database): Pick<Users, 'byId' | 'byEmail' | 'passwordHash' | 'countAdmins' | 'preferences'> {
  const users = db.kysely.selectFrom('user')
  return {
    byId: async (id) => {
      const row = await users.selectAll().where('id', '=', id).executeTakeFirst()
      return row && toUser(row)
    },
    byEmail: async (email) => {
      const row = await users.selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
      return row && toUser(row)
    },
    passwordHash: (id) => readHash(db.kysely, id),
    countAdmins: async () => {
      const { admins } = await users
        .select((eb) => eb.fn.countAll<number>().as('admins'))
        .where('role', '=', 'admin')
        .where('status', '=', 'active')
        .executeTakeFirstOrThrow()
      return admins
    },
    preferences: async (id) => {
      const row = await users.select('preferences').where('id', '=', id).executeTakeFirst()
      return row ? readRecord(row.preferences) : {}
    },
  }
}

async function readHash(db: Kysely<Tables>, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash
}

/** What an e-mail is unique and looked up by. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}

function newRow(user: NewUser, groupId: string | null, now: number): UserRow {
  return {
    id: user.id,
    email: user.email,
    email_key: emailKey(user.email),
    name: user.name,
    role: user.role,
    status: 'active',
    password_hash: user.passwordHash,
    must_change_password: Number(user.mustChangePassword),
    locale: null,
    timezone: null,
    billing: user.billing ?? 'unlimited',
    note: user.note ?? '',
    preferences: '{}',
    created_at: now,
    last_login_at: null,
    group_id: groupId,
    allow_models: null,
    deny_models: null,
    allow_providers: null,
    allow_ips: null,
    ...boundColumns(user),
    deleted_at: null,
    version: 1,
  }
}

/** An account as its row says, without the password hash. */
export function toUser(row: Omit<UserRow, 'password_hash' | 'preferences' | 'email_key' | 'deleted_at'>): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    locale: row.locale,
    timezone: row.timezone,
    billing: row.billing,
    groupId: row.group_id,
    note: row.note,
    mustChangePassword: row.must_change_password === 1,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
    version: row.version,
    allowModels: readStrings(row.allow_models),
    denyModels: readStrings(row.deny_models) ?? [],
    allowProviders: readStrings(row.allow_providers),
    allowIps: readStrings(row.allow_ips),
  }
}

/** The bounds that are given as their columns hold them. */
export function boundColumns(bounds: Patch<AccountBounds>): Partial<UserRow> {
  const { allowModels, denyModels, allowProviders, allowIps } = bounds
  return {
    ...(allowModels !== undefined && { allow_models: writeStrings(allowModels) }),
    ...(denyModels !== undefined && { deny_models: writeStrings(denyModels.length > 0 ? denyModels : null) }),
    ...(allowProviders !== undefined && { allow_providers: writeStrings(allowProviders) }),
    ...(allowIps !== undefined && { allow_ips: writeStrings(allowIps) }),
  }
}

/** Some of the fields of a thing; what is not given stays. */
export type Patch<T> = { [K in keyof T]?: T[K] | undefined }
