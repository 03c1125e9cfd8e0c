import type { Kysely } from 'kysely'
import type { Micros } from '../core/money.ts'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { readStrings, writeStrings } from './json.ts'
import { type NewLimit, setLimits } from './limits.ts'
import { forgetGroup } from './lists-of-gone.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { byName } from './ranked.ts'
import type { GroupRow, Tables } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** Users who share a factor on prices, a choice of models and limits. Times are epoch milliseconds. */
export type Group = {
  id: string
  name: string
  multiplierMicros: Micros
  /** Catalogue names; null allows every model. */
  allowModels: string[] | null
  note: string
  /** New users join it when nothing else is said. */
  isDefault: boolean
  /** How many users are in it. */
  users: number
  version: number
  createdAt: number
}

/** A group to be made, with its limits. */
export type NewGroup = Omit<Group, 'users' | 'version' | 'createdAt'> & { limits: readonly NewLimit[] }

/** What is not given stays, limits that are given replace the old ones; `ifVersion` refuses when the group has moved on. */
export type GroupPatch = { [K in keyof Omit<NewGroup, 'id'>]?: NewGroup[K] | undefined } & {
  ifVersion: number | undefined
}

/** `name_taken`: another group is called so. */
export type GroupRefusal = 'not_found' | 'name_taken' | 'version_conflict'

/** What administrators do with groups. */
export type Groups = {
  /** By name. */
  list(): Promise<Group[]>
  get(id: string): Promise<Group | undefined>
  create(group: NewGroup, trail?: Trail): Promise<Outcome<Group, GroupRefusal>>
  patch(id: string, patch: GroupPatch, trail?: Trail): Promise<Outcome<Group, GroupRefusal>>
  /** Refused while users are in it: their prices would change without a word. */
  remove(id: string, trail?: Trail): Promise<Outcome<null, 'not_found' | 'in_use'>>
}

/** Keeps the table `group`, and sees to it that no more than one is the default; changes wait for one another and for those of users. */
export function groupsIn(db: Database, clock: Clock): Groups {
  return {
    list: () => readGroups(db.kysely, null),
    get: async (id) => (await readGroups(db.kysely, id))[0],
    create: (group, trail) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'change_users')
        const now = clock.now()
        if (await nameTaken(tx, group.name, group.id)) return refuse('name_taken', group.name)
        if (group.isDefault) await dropDefault(tx)
        await tx.insertInto('group').values(newRow(group, now)).execute()
        await setLimits(tx, { subject: 'group', subjectId: group.id }, group.limits)
        await insertTrail(tx, trail, now)
        return done(await present(tx, group.id))
      }),
    patch: (id, patch, trail) =>
      db.transaction(async (tx) => {
        await db.engine.lock(tx, 'change_users')
        return patchGroup(tx, id, patch, { trail, now: clock.now() })
      }),
    remove: (id, trail) =>
      db.transaction(async (tx) => {
        // Whoever joins meanwhile stands in the way, or finds the group gone.
        await db.engine.lock(tx, 'change_users')
        const [group] = await readGroups(tx, id)
        if (!group) return refuse('not_found')
        // Deleted users have left their group, so those who are counted are those who stand in the way.
        if (group.users > 0) return refuse('in_use')
        await setLimits(tx, { subject: 'group', subjectId: id }, [])
        await forgetGroup(tx, id)
        await tx.deleteFrom('group').where('id', '=', id).execute()
        await insertTrail(tx, trail, clock.now())
        return done(null)
      }),
  }
}

async function patchGroup(
  tx: Kysely<Tables>,
  id: string,
  patch: GroupPatch,
  { trail, now }: { trail: Trail | undefined; now: number },
): Promise<Outcome<Group, GroupRefusal>> {
  const [old] = await readGroups(tx, id)
  if (!old) return refuse('not_found')
  if (patch.ifVersion !== undefined && patch.ifVersion !== old.version) return refuse('version_conflict')
  if (patch.name !== undefined && (await nameTaken(tx, patch.name, id))) return refuse('name_taken', patch.name)
  const { numUpdatedRows } = await tx
    .updateTable('group')
    .set({ version: old.version + 1 })
    .where('id', '=', id)
    .where('version', '=', old.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return refuse('version_conflict')
  if (patch.isDefault) await dropDefault(tx)
  await tx
    .updateTable('group')
    .set({
      id,
      name: patch.name,
      multiplier_micros: patch.multiplierMicros,
      allow_models: patch.allowModels === undefined ? undefined : writeStrings(patch.allowModels),
      note: patch.note,
      is_default: patch.isDefault === undefined ? undefined : Number(patch.isDefault),
    })
    .where('id', '=', id)
    .execute()
  if (patch.limits) await setLimits(tx, { subject: 'group', subjectId: id }, patch.limits)
  await insertTrail(tx, trail, now)
  return done(await present(tx, id))
}

function newRow(group: NewGroup, now: number): GroupRow {
  return {
    id: group.id,
    name: group.name,
    multiplier_micros: group.multiplierMicros,
    allow_models: writeStrings(group.allowModels),
    note: group.note,
    is_default: Number(group.isDefault),
    version: 1,
    created_at: now,
  }
}

async function readGroups(db: Kysely<Tables>, id: string | null): Promise<Group[]> {
  const rows = await db
    .selectFrom('group')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('user')
        .whereRef('user.group_id', '=', 'group.id')
        .select((it) => it.fn.countAll<number>().as('users'))
        .as('users'),
    )
    .$if(id !== null, (it) => it.where('id', '=', id ?? ''))
    .execute()
  return rows.toSorted(byName).map((row) => ({
    id: row.id,
    name: row.name,
    multiplierMicros: row.multiplier_micros,
    allowModels: readStrings(row.allow_models),
    note: row.note,
    isDefault: row.is_default === 1,
    users: row.users ?? 0,
    version: row.version,
    createdAt: row.created_at,
  }))
}

async function present(tx: Kysely<Tables>, id: string): Promise<Group> {
  const [group] = await readGroups(tx, id)
  if (!group) throw new Error('A group that was just written is missing.')
  return group
}

async function nameTaken(tx: Kysely<Tables>, name: string, byOtherThan: string): Promise<boolean> {
  const other = tx.selectFrom('group').select('id').where('name', '=', name).where('id', '<>', byOtherThan)
  return (await other.executeTakeFirst()) !== undefined
}

async function dropDefault(tx: Kysely<Tables>): Promise<void> {
  await tx.updateTable('group').set({ is_default: 0 }).where('is_default', '=', 1).execute()
}

/** The group a new user joins when nothing else is said; null when there is none. */
export async function defaultGroup(tx: Kysely<Tables>): Promise<string | null> {
  const row = await tx.selectFrom('group').select('id').where('is_default', '=', 1).executeTakeFirst()
  return row?.id ?? null
}

/** Whether there is such a group; null names none, and is always there. */
export async function groupExists(tx: Kysely<Tables>, id: string | null): Promise<boolean> {
  if (id === null) return true
  return (await tx.selectFrom('group').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
