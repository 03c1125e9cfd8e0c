/** What may be used, by id; null where everything may. */
export type AllowList = readonly string[] | null

/** What requests of an account may use: catalogue names of models, and ids of providers. */
export type Bounds = { allowModels: AllowList; allowProviders: AllowList }

/** Whether a list allows one. */
export function allows(list: AllowList, one: string): boolean {
  return list === null || list.includes(one)
}

/** The models that every list allows and `denied` does not name, of `all` there are; null where nothing bounds them. */
export function modelsWithin(
  lists: readonly AllowList[],
  denied: readonly string[],
  all: readonly string[],
): AllowList {
  const given = lists.filter((list) => list !== null)
  if (given.length === 0 && denied.length === 0) return null
  const [first = all, ...others] = given
  return first.filter((model) => !denied.includes(model) && others.every((list) => list.includes(model)))
}
