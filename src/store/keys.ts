import { type Kysely, sql, type UpdateObject } from 'kysely'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { readStrings, writeStrings } from './json.ts'
import { type KeyUse, keyUse } from './key-use.ts'
import type { Moment } from './limit-use.ts'
import { type LimitOwner, type NewLimit, setLimits } from './limits.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import type { ApiKeyRow, Tables } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** An API key as its owner sees it; expiry is judged by the reader. Times are epoch milliseconds. */
export type ApiKey = {
  id: string
  userId: string
  name: string
  note: string
  prefix: string
  last4: string
  status: 'active' | 'disabled'
  expiresAt: number | null
  allowModels: string[] | null
  allowIps: string[] | null
  tags: string[]
  /** The administrator who made it; null when its owner did. */
  createdBy: string | null
  /** The administrator who disabled it; null when its owner did, or nobody. */
  disabledBy: string | null
  /** Until when the secret before the present one is accepted, or was; null when there was none. */
  overlapUntil: number | null
  version: number
  createdAt: number
  lastUsedAt: number | null
  lastUsedIp: string | null
  lastUsedClient: string | null
  lastUsedModel: string | null
} & KeyUse

type NewKey = {
  id: string
  userId: string
  name: string
  note: string
  /** HMAC of the whole key, as `vault.hashKey` gives it. */
  hash: string
  prefix: string
  last4: string
  expiresAt: number | null
  allowModels: string[] | null
  allowIps: string[] | null
  tags?: readonly string[]
  createdBy?: string | null
  limits?: readonly NewLimit[]
  /** How many keys its owner may have, this one among them; any number where it is not given. */
  most?: number | undefined
}

/** A secret that takes the place of another; the old one is accepted until then. */
type NewSecret = Pick<NewKey, 'hash' | 'prefix' | 'last4'> & { overlapUntil: number }

/** What is not given stays, null takes an expiry or a restriction away, and limits that are given replace the old ones. */
export type KeyPatch = {
  name?: string | undefined
  note?: string | undefined
  status?: 'active' | 'disabled' | undefined
  expiresAt?: number | null | undefined
  allowModels?: string[] | null | undefined
  allowIps?: string[] | null | undefined
  tags?: readonly string[] | undefined
  limits?: readonly NewLimit[] | undefined
  /** The administrator who changes it; not given where its owner does, who enables nothing that an administrator disabled. */
  admin?: string | undefined
  /** Refuses the change when the key has moved on. */
  ifVersion?: number | undefined
}

/** Whose key, and which: a key of somebody else is as good as none. */
export type KeyRef = { userId: string; id: string }

/** `no_owner`: there is no such account, or no longer; `too_many`: its owner has as many as they may. */
type KeyRefusal = 'no_owner' | 'too_many'

/** What owners do with their keys; of secrets there are hashes alone. */
export type Keys = {
  create(key: NewKey, trail?: Trail): Promise<Outcome<null, KeyRefusal>>
  /** The keys of a user, newest first, deleted ones not among them. `zone` is an IANA name. */
  list(userId: string, zone: string): Promise<ApiKey[]>
  get(ref: KeyRef, zone: string): Promise<ApiKey | undefined>
  /** False when there is no such key, it has moved on, or its owner is not to enable it. */
  patch(ref: KeyRef, patch: KeyPatch, trail?: Trail): Promise<boolean>
  /** Replaces the secret and keeps all else, what the key was used for included. False when there is no such key. */
  rotate(ref: KeyRef, secret: NewSecret, trail?: Trail): Promise<boolean>
  /** Revokes the key for ever and hides it; old requests keep its name. False when there is no such key. */
  remove(ref: KeyRef, trail?: Trail): Promise<boolean>
}

/** Keeps the table `api_key` and the limits of keys; a deleted key keeps its row, as `revoked`. */
export function keysIn(db: Database, clock: Clock): Keys {
  const owned = (ref: KeyRef) =>
    db.kysely.selectFrom('api_key').selectAll().where('user_id', '=', ref.userId).where('id', '=', ref.id)
  return {
    create: (key, trail) =>
      db.transaction(async (tx) => {
        if (!(await holdOwner(tx, key.userId))) return refuse('no_owner')
        if (key.most !== undefined && (await countHeld(tx, key.userId)) >= key.most) return refuse('too_many')
        await tx.insertInto('api_key').values(newRow(key, clock.now())).execute()
        if (key.limits) await setLimits(tx, limitsOwner(key), key.limits)
        await insertTrail(tx, trail, clock.now())
        return done(null)
      }),
    list: async (userId, zone) => {
      const rows = await db.kysely
        .selectFrom('api_key')
        .selectAll()
        .where('user_id', '=', userId)
        .where('status', '<>', 'revoked')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return withUse(db.kysely, rows, { now: clock.now(), zone })
    },
    get: async (ref, zone) => {
      const row = await owned(ref).where('status', '<>', 'revoked').executeTakeFirst()
      return row && (await withUse(db.kysely, [row], { now: clock.now(), zone }))[0]
    },
    patch: (ref, patch, trail) =>
      update(db, clock, ref, {
        set: { ...patchColumns(patch), ...disabledBy(ref, patch) },
        onlyOwn: patch.status === 'active' && patch.admin === undefined,
        ifVersion: patch.ifVersion,
        limits: patch.limits,
        trail,
      }),
    rotate: (ref, { overlapUntil, hash, ...shown }, trail) =>
      update(db, clock, ref, {
        set: { old_hash: sql.ref('hash'), hash, overlap_until: overlapUntil, ...shown },
        limits: undefined,
        trail,
      }),
    remove: (ref, trail) => update(db, clock, ref, { set: { status: 'revoked' }, limits: [], trail }),
  }
}

/** Whether there is such an account; until the transaction ends nobody deletes it, and no other key of theirs is made. */
async function holdOwner(tx: Kysely<Tables>, userId: string): Promise<boolean> {
  // Set to itself, so that whoever else changes it waits.
  const owner = tx.updateTable('user').set({ id: userId }).where('id', '=', userId).where('deleted_at', 'is', null)
  return (await owner.executeTakeFirstOrThrow()).numUpdatedRows > 0n
}

/** How many keys a user has, deleted ones not among them. */
async function countHeld(tx: Kysely<Tables>, userId: string): Promise<number> {
  const { keys } = await tx
    .selectFrom('api_key')
    .select((it) => it.fn.countAll<string | number>().as('keys'))
    .where('user_id', '=', userId)
    .where('status', '<>', 'revoked')
    .executeTakeFirstOrThrow()
  return Number(keys)
}

type Change = {
  set: UpdateObject<Tables, 'api_key'>
  /** Nothing is done where an administrator has disabled it. */
  onlyOwn?: boolean
  ifVersion?: number | undefined
  limits: readonly NewLimit[] | undefined
  trail: Trail | undefined
}

function update(db: Database, clock: Clock, ref: KeyRef, change: Change): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('api_key')
      .set({ id: ref.id, ...change.set })
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('user_id', '=', ref.userId)
      .where('id', '=', ref.id)
      .where('status', '<>', 'revoked')
      .$if(change.onlyOwn === true, (it) => it.where('disabled_by', 'is', null))
      .$if(change.ifVersion !== undefined, (it) => it.where('version', '=', change.ifVersion ?? 0))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    if (change.limits) await setLimits(tx, limitsOwner(ref), change.limits)
    await insertTrail(tx, change.trail, clock.now())
    return true
  })
}

function limitsOwner({ id }: Pick<KeyRef, 'id'>): LimitOwner {
  return { subject: 'key', subjectId: id }
}

function patchColumns(patch: KeyPatch): Partial<ApiKeyRow> {
  const columns = {
    name: patch.name,
    note: patch.note,
    status: patch.status,
    expires_at: patch.expiresAt,
    allow_models: patch.allowModels === undefined ? undefined : writeStrings(patch.allowModels),
    allow_ips: patch.allowIps === undefined ? undefined : writeStrings(patch.allowIps),
    tags: patch.tags && JSON.stringify(patch.tags),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Whose a disabled key is to enable; what anybody disables anew stays whose it was. */
function disabledBy(
  { userId }: KeyRef,
  { status, admin }: KeyPatch,
): Pick<UpdateObject<Tables, 'api_key'>, 'disabled_by'> {
  if (status === 'active') return { disabled_by: null }
  if (status === undefined || admin === undefined || admin === userId) return {}
  return { disabled_by: sql`coalesce(disabled_by, ${admin})` }
}

function newRow(key: NewKey, now: number): ApiKeyRow {
  return {
    id: key.id,
    user_id: key.userId,
    name: key.name,
    note: key.note,
    hash: key.hash,
    prefix: key.prefix,
    last4: key.last4,
    status: 'active',
    expires_at: key.expiresAt,
    allow_models: writeStrings(key.allowModels),
    allow_ips: writeStrings(key.allowIps),
    created_at: now,
    last_used_at: null,
    last_used_ip: null,
    last_used_client: null,
    last_used_model: null,
    created_by: key.createdBy ?? null,
    tags: JSON.stringify(key.tags ?? []),
    old_hash: null,
    overlap_until: null,
    disabled_by: null,
    version: 1,
  }
}

/** Keys as their rows say, with what they were used for. */
export async function withUse(db: Kysely<Tables>, rows: readonly ApiKeyRow[], moment: Moment): Promise<ApiKey[]> {
  if (rows.length === 0) return []
  const useOf = await keyUse(db, rows, moment)
  return rows.map((row) => toApiKey(row, useOf(row.id)))
}

function toApiKey(row: ApiKeyRow, use: KeyUse): ApiKey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    note: row.note,
    prefix: row.prefix,
    last4: row.last4,
    // Revoked rows never come this far.
    status: row.status === 'disabled' ? 'disabled' : 'active',
    expiresAt: row.expires_at,
    allowModels: readStrings(row.allow_models),
    allowIps: readStrings(row.allow_ips),
    tags: readStrings(row.tags) ?? [],
    createdBy: row.created_by,
    disabledBy: row.status === 'disabled' ? row.disabled_by : null,
    overlapUntil: row.overlap_until,
    version: row.version,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastUsedIp: row.last_used_ip,
    lastUsedClient: row.last_used_client,
    lastUsedModel: row.last_used_model,
    ...use,
  }
}
