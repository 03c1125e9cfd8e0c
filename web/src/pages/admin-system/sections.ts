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
import type { Locale } from '../../lib/locale.ts'
import { find } from '../../lib/palette/match.ts'
import { settingSpots } from '../../lib/palette/setting-spots.ts'
import { settingOf } from '../../lib/settings/draft.ts'

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

/** What each card of the section on logs and retention holds. */
export const RETENTION_CARDS = {
  content: ['capture.level', 'capture.failed_only', 'capture.max_kib', 'capture.redact', 'capture.client_ip'],
  times: [
    'retention.request_days',
    'capture.days',
    'capture.max_mib',
    'retention.activity_days',
    'retention.hour_days',
  ],
  disk: ['alerts.disk_percent', 'capture.on_low_disk'],
} as const satisfies Record<string, readonly SettingKey[]>

/** The settings somebody looks for, by their words in either language: title, sentence, name and what else they are called. */
export function keysLike(text: string, locale: Locale): SettingKey[] {
  const spots = settingSpots(locale).filter(({ key }) => settingOf(key).form.kind !== 'apart')
  return spots.flatMap(({ key, ...spot }) => {
    const { sentence } = settingOf(key)
    return find(text, { ...spot, also: [spot.also, sentence.zh, sentence.en].join(' ') }) ? [key] : []
  })
}
