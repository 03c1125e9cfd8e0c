import type { GroupView } from '../../../../src/contract/groups.ts'

/** The groups that do not have a model among those they may use; whoever is in none may use every model. */
export function groupsWithout(model: string, groups: readonly GroupView[]): GroupView[] {
  return groups.filter(({ allow_models: allowed }) => allowed !== null && !allowed.includes(model))
}

/** The groups that choose their models; the others have them all. */
export const choosing = (groups: readonly GroupView[]): GroupView[] =>
  groups.filter(({ allow_models: allowed }) => allowed !== null)

/** What stands for the models that no group is without. */
export const EVERYBODY = 'everybody'

/** Whether a model is for one of those who are wanted: everybody, or a group by its id; nobody in particular wants any. */
export function isFor(model: string, wanted: readonly string[], groups: readonly GroupView[]): boolean {
  if (wanted.length === 0) return true
  if (wanted.includes(EVERYBODY) && groupsWithout(model, groups).length === 0) return true
  return choosing(groups).some(({ id, allow_models: allowed }) => wanted.includes(id) && allowed?.includes(model))
}
