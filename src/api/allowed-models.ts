import type { Deps } from './deps.ts'
import { invalid } from './errors.ts'

const NAMED = 5

/** The relay judges the resolved model, so an alias in an allow-list would allow nothing: it is stored by its model's name. */
export async function catalogueNames(
  names: readonly string[] | null,
  deps: Pick<Deps, 'store'>,
): Promise<string[] | null> {
  if (names === null) return null
  const byName = new Map<string, string>()
  for (const model of await deps.store.models.list()) {
    for (const name of [model.id, ...model.aliases]) byName.set(name, model.id)
  }
  const unknown = names.filter((name) => !byName.has(name))
  if (unknown.length > 0) {
    const list = unknown.slice(0, NAMED).join(', ')
    throw invalid({ allow_models: { zh: `没有这些模型：${list}`, en: `There are no such models: ${list}` } })
  }
  return [...new Set(names.map((name) => byName.get(name) ?? name))]
}
