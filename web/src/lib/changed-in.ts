import { sameJson } from '../../../src/core/same-json.ts'

/** What was typed otherwise than it was; the rest may have been changed by somebody else meanwhile. */
export function changedIn<T extends object>(typed: T, before: Readonly<Record<string, unknown>>): Partial<T> {
  const differs = ([name, value]: [string, unknown]) => !sameJson(value, before[name])
  return Object.fromEntries(Object.entries(typed).filter(differs)) as Partial<T>
}
