import { Settings, UserRound, type LucideIcon } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMenu, type MenuItem } from '../../lib/place.ts'
import { useScope } from '../../lib/scope.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { SHORTCUTS } from '../../lib/shortcut-table.ts'
import type { palette } from '../../i18n/zh-CN/palette.ts'
import type { Entry } from './entry.ts'
import { spellingOf } from '../../lib/palette/spelling.ts'

type Known = keyof (typeof palette)['words']['places']
type SpotName = keyof (typeof palette)['spot']

const PROFILE = ['/dashboard/profile', 'profile', UserRound] as const
const SETTINGS = ['/dashboard/settings', 'settings', Settings] as const

/** Parts of pages one looks for by their own names. */
const SPOTS: readonly (readonly [name: SpotName, page: typeof PROFILE | typeof SETTINGS, hash: string])[] = [
  ['password', PROFILE, ''],
  ['second_factor', PROFILE, ''],
  ['passkeys', PROFILE, ''],
  ['sessions', PROFILE, ''],
  ['look', SETTINGS, '#look'],
  ['density', SETTINGS, '#look'],
  ['zone', SETTINGS, '#region'],
  ['currency', SETTINGS, '#region'],
  ['numbers', SETTINGS, '#numbers'],
  ['keys', SETTINGS, '#keys'],
  ['notices', SETTINGS, '#notices'],
  ['defaults', SETTINGS, '#defaults'],
  ['data', SETTINGS, '#data'],
]

const GO_KEYS = new Map<string, readonly string[]>(SHORTCUTS.go)

/** The pages of the menu, and what is only found by its name: those of the other scope, and parts of pages. */
export function usePlaces(): { pages: Entry[]; elsewhere: Entry[] } {
  const t = useTexts('palette')
  const c = useTexts('common')
  const scope = useScope()
  const menus = { user: useMenu('user'), admin: useMenu('admin') }
  const admin = isAdmin(useUser())
  const pageOf = ({ path, place, menu }: MenuItem, here: boolean): Entry => {
    const title = c(`places.${place.title}`)
    const keys = here ? GO_KEYS.get(place.title) : undefined
    return {
      id: `page:${path}`,
      group: 'pages',
      icon: menu.icon,
      title,
      ...spellingOf(title, t(`words.places.${place.title as Known}`)),
      href: path,
      ...(path.startsWith('/admin') && { under: t('admin') }),
      ...(keys && { keys }),
    }
  }
  const other = scope === 'admin' ? menus.user : admin ? menus.admin : []
  const spots = SPOTS.map(([name, [path, page, icon], hash]): Entry => {
    const title = t(`spot.${name}`)
    const spelling = spellingOf(title, t(`words.spots.${name}`))
    return spot({ id: `page:${path}:${name}`, icon, title, under: c(`places.${page}`), href: path + hash, ...spelling })
  })
  return {
    pages: menus[scope].map((item) => pageOf(item, true)),
    elsewhere: [...other.map((item) => pageOf(item, false)), ...spots],
  }
}

type Spot = { id: string; icon: LucideIcon; title: string; under: string; href: string; spelled: readonly string[] }

const spot = (of: Spot): Entry => ({ group: 'pages', ...of })
