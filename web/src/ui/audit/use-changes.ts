import type { LimitInput } from '../../../../src/contract/limits.ts'
import { diffOf } from '../../lib/field-diff.ts'
import type { FieldPath } from '../../lib/field-path.ts'
import { rowsOf } from '../../lib/limits/rows.ts'
import { settingAt, useFieldWords } from './use-field-words.ts'
import { useNames } from './use-names.ts'
import { useValueWords } from './use-value-words.ts'

const SAME = (value: unknown) => value
const LIMITS = (value: unknown) => rowsOf(Array.isArray(value) ? (value as LimitInput[]) : [])

/** Settings and lists of limits are told whole, as they are elsewhere. */
function wholes(path: FieldPath) {
  if (path.at(-1) === 'limits') return LIMITS
  return settingAt(path) === undefined ? null : SAME
}

/** Acts on an upstream's limits were once written as the list alone: it is told as the field it is everywhere else. */
const asFields = (side: unknown) => (Array.isArray(side) ? { limits: side } : side)

/** What an act changed, field by field, how many fields stayed as they were, and the words for fields and values. */
export function useChanges(before: unknown, after: unknown) {
  const { changed, same } = diffOf(asFields(before), asFields(after), wholes)
  const names = useFieldWords()
  const words = useValueWords(useNames(changed))
  return { changed, same, names, words }
}
