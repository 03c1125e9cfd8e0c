import type { Deps } from './deps.ts'
import { type FieldProblem, invalid } from './errors.ts'

const NAMED = 5

/** What is said of a list that names what is not there. */
export function noSuch(what: FieldProblem, names: readonly string[]): FieldProblem {
  const list = names.slice(0, NAMED).join(', ')
  return { zh: `没有这些${what.zh}：${list}`, en: `There are no such ${what.en}: ${list}` }
}

/** The relay judges the resolved model, so an alias in an allow-list would allow nothing: it is stored by its model's name. */
export async function catalogueNames(
  names: readonly string[] | null,
  deps: Pick<Deps, 'store'>,
  field = 'allow_models',
): Promise<string[] | null> {
  if (names === null) return null
  const byName = new Map<string, string>()
  for (const model of await deps.store.models.list()) {
    for (const name of [model.id, ...model.aliases]) byName.set(name, model.id)
  }
  const unknown = names.filter((name) => !byName.has(name))
  if (unknown.length > 0) throw invalid({ [field]: noSuch({ zh: '模型', en: 'models' }, unknown) })
  return [...new Set(names.map((name) => byName.get(name) ?? name))]
}
