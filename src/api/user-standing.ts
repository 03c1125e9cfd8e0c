import type { Deps } from './deps.ts'
import { accountOf, isAtLimit } from './standing.ts'

/** The users whose requests are refused because a limit of theirs or their money is used up. */
export async function exhaustedUsers(deps: Deps): Promise<string[]> {
  const found: string[] = []
  for (const { id, billing } of await deps.store.userAdmin.bounded()) {
    if ((billing === 'prepaid' && (await isBroke(id, deps))) || (await isAtLimit('user', id, deps))) found.push(id)
  }
  return found
}

async function isBroke(id: string, deps: Deps): Promise<boolean> {
  const { credit, spent } = await accountOf(id, deps)
  return spent >= credit
}
