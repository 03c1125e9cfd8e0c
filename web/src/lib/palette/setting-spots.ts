import { SETTING_KEYS, SETTINGS, type SettingKey } from '../../../../src/contract/settings.ts'
import type { AnySetting } from '../../../../src/contract/setting.ts'
import type { Findable } from './match.ts'
import type { Locale } from '../locale.ts'
import { SETTING_SPELLINGS } from './setting-spellings.ts'
import { spellingOf } from './spelling.ts'

/** A setting as the palette finds it, the page it is on, and the address it is changed at. */
type SettingSpot = Findable & { key: SettingKey; also: string; page: 'system' | 'tutorial'; href: string }

/** Every setting there is, found by its title in either language and by its name. */
export function settingSpots(locale: Locale): SettingSpot[] {
  return SETTING_KEYS.map((key) => {
    const { title: titles, form }: AnySetting = SETTINGS[key]
    const [title, other] = locale === 'zh-CN' ? [titles.zh, titles.en] : [titles.en, titles.zh]
    const { spelled, also } = spellingOf(title, SETTING_SPELLINGS[key] ?? '')
    const place =
      form.kind === 'apart'
        ? ({ page: 'tutorial', href: '/admin/tutorial?tab=users' } as const)
        : ({ page: 'system', href: `/admin/system?q=${key}` } as const)
    return { key, title, spelled, also: `${other} ${key} ${also}`, ...place }
  })
}
