import { sameJson } from '../core/same-json.ts'
import type { CallFacts } from './call.ts'

/** Whether a patch asks for anything that is not so already; what is shown in another form than it is asked for counts as a change. */
export function differs(patch: object, present: object): boolean {
  const now = new Map(Object.entries(present))
  return Object.entries(patch).some(([name, value]) => value !== undefined && !sameJson(value, now.get(name)))
}

/** Whether whoever changes something has seen its newest version, where they tell which they have seen. */
export function sawNewest({ ifMatch }: Pick<CallFacts, 'ifMatch'>, { version }: { version: number }): boolean {
  return ifMatch === undefined || ifMatch === version
}
