import {
  Archive,
  Bell,
  Coins,
  Database,
  Gauge,
  Globe,
  Info,
  Megaphone,
  Shield,
  Users,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'
import { SETTING_KEYS, type SettingKey } from '../../../../src/contract/settings.ts'
import { settingOf } from './draft.ts'

/** The sections of the page: the groups of settings, and what is not a setting. */
export const SECTIONS = [
  ['site', Globe],
  ['people', Users],
  ['limits', Gauge],
  ['routing', Waypoints],
  ['retention', Database],
  ['money', Coins],
  ['announcements', Megaphone],
  ['alerts', Bell],
  ['security', Shield],
  ['backup', Archive],
  ['about', Info],
] as const satisfies readonly (readonly [string, LucideIcon])[]

export type SectionId = (typeof SECTIONS)[number][0]

/** The section an address asks for; the first one unless it names another. */
export const sectionOf = (asked: string | undefined): SectionId => SECTIONS.find(([id]) => id === asked)?.[0] ?? 'site'

/** The settings of a section. */
export const keysOf = (section: SectionId): SettingKey[] =>
  SETTING_KEYS.filter((key) => settingOf(key).group === section)

/** The settings somebody looks for, by title, sentence or name in either language. */
export function keysLike(text: string): SettingKey[] {
  const wanted = text.trim().toLowerCase()
  return SETTING_KEYS.filter((key) => {
    const { title, sentence, form } = settingOf(key)
    if (form.kind === 'apart') return false
    return [key, title.zh, title.en, sentence.zh, sentence.en].some((said) => said.toLowerCase().includes(wanted))
  })
}
