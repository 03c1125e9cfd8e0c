import type { GroupView } from '../../../../src/contract/groups.ts'
import { parseFactor } from '../../../../src/core/money.ts'
import { inputOf, rowsOf, type LimitRow } from '../../lib/limits/rows.ts'
import { tidyAmount } from '../../lib/tidy-amount.ts'

/** A group as it is filled in. */
export type GroupForm = {
  name: string
  multiplier: string
  /** One model a line; empty allows all. */
  allow_models: string
  note: string
  default: boolean
  limits: LimitRow[]
}

/** The form filled with a group; null gives an empty one. */
export function groupFormOf(group: GroupView | null): GroupForm {
  return {
    name: group?.name ?? '',
    multiplier: group?.multiplier ?? '1',
    allow_models: group?.allow_models?.join('\n') ?? '',
    note: group?.note ?? '',
    default: group?.default ?? false,
    limits: rowsOf(group?.limits ?? []),
  }
}

/** Whether a text is a factor on prices. */
export const isFactor = (text: string): boolean => parseFactor(tidyAmount(text)) !== undefined

/** The group as the server takes it; only after the form's own rules hold. */
export function groupBodyOf(form: GroupForm) {
  const models = form.allow_models.split(/[\s,，]+/).filter((model) => model !== '')
  return {
    name: form.name.trim(),
    multiplier: tidyAmount(form.multiplier),
    allow_models: models.length === 0 ? null : models,
    note: form.note.trim(),
    default: form.default,
    limits: inputOf(form.limits),
  }
}
