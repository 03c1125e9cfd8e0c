import type { z } from 'zod'
import type { AnySetting } from './setting.ts'
import { LIMIT_SETTINGS, PEOPLE_SETTINGS, SECURITY_SETTINGS, SITE_SETTINGS } from './settings-people.ts'
import { ROUTING_SETTINGS } from './settings-routing.ts'
import { TUTORIAL_SETTINGS } from './settings-tutorial.ts'
import { ALERT_SETTINGS, MONEY_SETTINGS, RETENTION_SETTINGS } from './settings-upkeep.ts'

/** Every setting the console offers, and the only place it is described: storage, API and form follow. */
export const SETTINGS = {
  ...SITE_SETTINGS,
  ...PEOPLE_SETTINGS,
  ...LIMIT_SETTINGS,
  ...ROUTING_SETTINGS,
  ...RETENTION_SETTINGS,
  ...MONEY_SETTINGS,
  ...ALERT_SETTINGS,
  ...SECURITY_SETTINGS,
  ...TUTORIAL_SETTINGS,
} as const satisfies Record<string, AnySetting>

/** A dotted name such as `site.name`, under which a setting is stored, sent and audited. */
export type SettingKey = keyof typeof SETTINGS

/** What every setting is. */
export type SettingValues = { [K in SettingKey]: z.output<(typeof SETTINGS)[K]['schema']> }

/** The names of all settings, in the order they are shown. */
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

/** What every setting is until somebody changes it. */
export const STANDARD_SETTINGS = Object.fromEntries(
  SETTING_KEYS.map((key) => [key, SETTINGS[key].standard]),
) as SettingValues
