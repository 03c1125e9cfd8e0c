import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { consent } from './limits.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from './settings.ts'

type Shape = { [K in SettingKey]: (typeof SETTINGS)[K]['schema'] }
type ChangeShape = { [K in SettingKey]: z.ZodOptional<z.ZodNullable<Shape[K]>> }

function shaped<T>(of: (key: SettingKey) => z.ZodType): T {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, of(key)])) as T
}

const values = z.strictObject(shaped<Shape>((key) => SETTINGS[key].schema))
/** Settings by their keys: null sets one back, what is left out stays, a key nobody knows is refused. */
export const settingChanges = z.strictObject(shaped<ChangeShape>((key) => z.optional(z.nullable(SETTINGS[key].schema))))

/** What is to be changed; null sets a setting back to its standard. */
export type SettingChanges = z.output<typeof settingChanges>

const settings = z.strictObject({
  values,
  /** Settings that somebody has set. */
  changed: z.array(z.enum(SETTING_KEYS as [SettingKey, ...SettingKey[]])),
  /** Bumped with every change; send it as `If-Match` to refuse a lost update. */
  version: z.int(),
})
/** Every setting as it holds now, set by somebody or left at its standard. */
export type SettingsView = z.output<typeof settings>

export const adminGetSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  who: 'admin',
  summary: 'Every setting as it is now.',
  answer: settings,
})

export const adminPatchSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  who: 'admin',
  summary: 'Changes settings, all of them or none; null sets one back. Risky ones need the own password once more.',
  versioned: true,
  body: z.strictObject({ values: settingChanges, ...consent }),
  answer: settings,
  // A logo is a third longer in base64.
  maxBodyKib: 256,
})
