import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** The first of the names that is given twice or belongs to a model already, the model `own` aside. */
export async function takenName(
  tx: Kysely<Tables>,
  names: readonly string[],
  own: string | null,
): Promise<string | undefined> {
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined || names.length === 0) return twice
  const rows = await tx.selectFrom('model_name').selectAll().where('name', 'in', names).execute()
  return rows.find((row) => row.model_id !== own)?.name
}

/** Gives a model its id and these aliases as its names, in place of those it had. */
export async function setNames(tx: Kysely<Tables>, modelId: string, aliases: readonly string[]): Promise<void> {
  await tx.deleteFrom('model_name').where('model_id', '=', modelId).execute()
  const names = [...new Set([modelId, ...aliases])]
  await tx
    .insertInto('model_name')
    .values(names.map((name) => ({ name, model_id: modelId })))
    .execute()
}

/** The ids of the models that go by these names; names of no model are left out. */
export async function modelIds(tx: Kysely<Tables>, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await tx.selectFrom('model_name').selectAll().where('name', 'in', names).execute()
  return new Map(rows.map((row) => [row.name, row.model_id]))
}
