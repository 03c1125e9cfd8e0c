import type { SettingsView } from '../../../../src/contract/admin-settings.ts'
import { SETTINGS } from '../../../../src/contract/settings.ts'
import { sameJson } from '../../../../src/core/same-json.ts'

/** The settings the tutorial is made of. */
const VARIABLES = [
  'site.name',
  'site.public_origin',
  'tutorial.models',
  'tutorial.hidden_clients',
  'tutorial.note',
] as const
type Variable = (typeof VARIABLES)[number]
/** Their values as they are saved. */
export type Variables = Pick<SettingsView['values'], Variable>

/** What was filled in otherwise than it is; `undefined` where the server would refuse it. */
export function changesOf(now: Variables, draft: Partial<Variables>): Partial<Record<Variable, unknown>> {
  return Object.fromEntries(
    VARIABLES.flatMap((name) => {
      const read = SETTINGS[name].schema.safeParse(draft[name] ?? now[name])
      const value = read.success ? read.data : undefined
      return sameJson(value, now[name]) ? [] : [[name, value]]
    }),
  )
}

/** Which of the changes cannot be saved. */
export const faultsIn = (changes: Partial<Record<Variable, unknown>>): Variable[] =>
  VARIABLES.filter((name) => name in changes && changes[name] === undefined)
