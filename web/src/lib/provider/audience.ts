import type { GroupView } from '../../../../src/contract/groups.ts'

/** Whom a model is for: everybody, or everybody but the groups that do not have it. */
export type Audience = { without: readonly GroupView[] }

/** Which groups do not have a model among those they may use; whoever is in none may use every model. */
export function audienceOf(model: string, groups: readonly GroupView[]): Audience {
  return { without: groups.filter(({ allow_models: allowed }) => allowed !== null && !allowed.includes(model)) }
}
