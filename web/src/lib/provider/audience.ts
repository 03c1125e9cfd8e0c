import type { GroupView } from '../../../../src/contract/groups.ts'

/** The groups that do not have a model among those they may use; whoever is in none may use every model. */
export function groupsWithout(model: string, groups: readonly GroupView[]): GroupView[] {
  return groups.filter(({ allow_models: allowed }) => allowed !== null && !allowed.includes(model))
}
