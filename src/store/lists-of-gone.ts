import { type Kysely, sql } from 'kysely'
import { readStrings, writeStrings } from './json.ts'
import type { Tables } from './schema.ts'

/** A column of lists in JSON; `emptied` is what a list becomes of which nothing is left. */
type Lists = { table: keyof Tables; column: string; emptied: '[]' | null }

/** An allow-list that is emptied allows nothing until an administrator says otherwise; where nothing is denied there is no list. */
const OF_MODELS: readonly Lists[] = [
  { table: 'user', column: 'allow_models', emptied: '[]' },
  { table: 'user', column: 'deny_models', emptied: null },
  { table: 'group', column: 'allow_models', emptied: '[]' },
  { table: 'api_key', column: 'allow_models', emptied: '[]' },
  { table: 'credential', column: 'allow_models', emptied: '[]' },
]

/** Takes a model out of what accounts, groups, keys and credentials are allowed and denied, under the lock `change_users`. */
export async function forgetModel(tx: Kysely<Tables>, modelId: string): Promise<void> {
  for (const lists of OF_MODELS) await takeOut(tx, lists, modelId)
}

/** Takes a provider out of what accounts are allowed, under the lock `change_users`. */
export function forgetProvider(tx: Kysely<Tables>, providerId: string): Promise<void> {
  return takeOut(tx, { table: 'user', column: 'allow_providers', emptied: '[]' }, providerId)
}

/** Takes a group out of whom announcements are for; one that was for it alone is for nobody, and never for everybody. */
export function forgetGroup(tx: Kysely<Tables>, groupId: string): Promise<void> {
  return takeOut(tx, { table: 'announcement', column: 'audience', emptied: '[]' }, groupId)
}

/** Of these a form that is open has the list as it was: whoever saves it is told that the row has moved on. */
const VERSIONED: ReadonlySet<keyof Tables> = new Set(['user', 'group', 'api_key', 'announcement'])

async function takeOut(tx: Kysely<Tables>, { table, column, emptied }: Lists, gone: string): Promise<void> {
  const lists = sql<{ id: string; list: string }>`select id, ${sql.ref(column)} as list from ${sql.table(table)}
    where ${sql.ref(column)} is not null`
  for (const { id, list } of (await lists.execute(tx)).rows) {
    const before = readStrings(list) ?? []
    const after = before.filter((one) => one !== gone)
    if (after.length === before.length) continue
    const text = after.length > 0 ? writeStrings(after) : emptied
    const version = VERSIONED.has(table) ? sql`, version = version + 1` : sql``
    // What its owner has changed meanwhile is theirs.
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}${version}
      where id = ${id} and ${sql.ref(column)} = ${list}`.execute(tx)
  }
}
