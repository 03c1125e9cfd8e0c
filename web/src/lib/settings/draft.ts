import type { LimitInput } from '../../../../src/contract/limits.ts'
import type { AnySetting, SettingForm } from '../../../../src/contract/setting.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey, type SettingValues } from '../../../../src/contract/settings.ts'
import { addressesOf } from '../addresses-of.ts'
import { faultsOf, inputOf, rowsOf, type LimitRow } from '../limits/rows.ts'
import { namesIn } from '../names-in.ts'
import { sameJson } from '../../../../src/core/same-json.ts'
import { tidyAmount } from '../tidy-amount.ts'

/** A setting as it is filled in, possibly wrong. */
export type Draft = string | boolean | readonly LimitRow[]
/** What was filled in and is not saved; settings nobody touched are not in it. */
export type Drafts = Readonly<Partial<Record<SettingKey, Draft>>>

/** A setting that was filled in otherwise than it is; `value` undefined: it cannot be that. */
export type Change = { key: SettingKey; before: unknown; value: unknown }

/** The contract's entry of a setting, whatever its value is. */
export const settingOf = (key: SettingKey): AnySetting => SETTINGS[key]

/** Whether a setting is a choice of values that each say what they mean. */
export const isExplained = (form: SettingForm): boolean =>
  form.kind === 'choice' && form.options.some(({ sentence }) => sentence !== undefined)

/** A value as a form holds it. */
export function draftOf({ kind }: SettingForm, value: unknown): Draft {
  if (kind === 'switch') return value === true
  if (kind === 'networks' || kind === 'names') return (value as string[]).join('\n')
  if (kind === 'limits') return rowsOf(value as LimitInput[])
  return String(value)
}

/** What a form holds as the server takes it; undefined when it would refuse. */
export function valueIn({ form, schema }: AnySetting, draft: Draft): unknown {
  const read = schema.safeParse(rawOf(form, draft))
  return read.success ? read.data : undefined
}

function rawOf({ kind }: SettingForm, draft: Draft): unknown {
  if (typeof draft === 'boolean') return draft
  if (typeof draft !== 'string') return faultsOf(draft).every((fault) => fault === null) ? inputOf(draft) : undefined
  if (kind === 'networks') return addressesOf(draft)
  if (kind === 'names') return namesIn(draft)
  if (kind === 'factor' || kind === 'usd') return tidyAmount(draft)
  if (kind !== 'whole') return draft.trim()
  const figure = tidyAmount(draft)
  return /^\d{1,15}$/.test(figure) ? Number.parseInt(figure, 10) : undefined
}

/** What the drafts would change, in the order of the contract. */
export function changesOf(values: SettingValues, drafts: Drafts): Change[] {
  return SETTING_KEYS.flatMap((key) => {
    const draft = drafts[key]
    if (draft === undefined) return []
    const [before, value] = [values[key], valueIn(settingOf(key), draft)]
    return sameJson(before, value) ? [] : [{ key, before, value }]
  })
}

/** The settings as they will be: what is filled in and could be saved counts as if it were. */
export function typedOver(saved: SettingValues, changes: readonly Change[]): SettingValues {
  const valid = changes.filter(({ value }) => value !== undefined)
  return { ...saved, ...Object.fromEntries(valid.map(({ key, value }) => [key, value])) }
}

/** What is sent: a setting that is to be as it was at first is set back, so that it follows the standard from then on. */
export function patchOf(changes: readonly Change[]): Record<string, unknown> {
  return Object.fromEntries(
    changes.map(({ key, value }) => [key, sameJson(value, settingOf(key).standard) ? null : value]),
  )
}

/** What the server said about settings; it names each by its place in the body. */
export function faultsIn(fields: Readonly<Record<string, string>>): Partial<Record<SettingKey, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, why]) => {
      const place = name.replace(/^values\./, '')
      const key = SETTING_KEYS.find((one) => place === one || place.startsWith(`${one}.`))
      return key === undefined ? [] : [[key, why]]
    }),
  )
}
