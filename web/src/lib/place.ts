import { useLocation, useMatches, useRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { common } from '../i18n/zh-CN/common.ts'
import { scopeOf, type Scope } from './scope.ts'

/** The headings under which the menu lists pages. */
export const MENU_GROUPS = ['overview', 'access', 'resources', 'account', 'system'] as const
type MenuGroup = (typeof MENU_GROUPS)[number]

/** What the frame knows of a page: the entry of the route table without its code. */
export type Place = {
  /** The key of its title under `places` of the common texts. */
  title: keyof (typeof common)['places']
  role: 'public' | 'user' | 'admin'
  /** Null: reached from elsewhere, not from the menu. */
  menu: {
    group: MenuGroup
    icon: LucideIcon
    /** Its title in the bar of small screens; null: only behind 更多. */
    short: keyof (typeof common)['short'] | null
    /** Stands after the title when there is something new. */
    mark?: ComponentType
  } | null
  /** The page of the menu this one belongs to. */
  under?: string
  /** Fetches its code before it is wanted. */
  warm: () => void
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    place?: Place
  }
}

/** A page of the menu. */
export type MenuItem = { path: string; place: Place; menu: NonNullable<Place['menu']>; on: boolean }

/** The pages of a scope's menu in the order of the route table; the one that was asked for is on at once. */
export function useMenu(scope: Scope): readonly MenuItem[] {
  const router = useRouter()
  const here = useLocation({ select: (location) => location.pathname })
  const items: MenuItem[] = []
  for (const [path, place] of placesOf(router.routesByPath)) {
    if (place.menu !== null && scopeOf(path) === scope) {
      items.push({ path, place, menu: place.menu, on: here === path })
    }
  }
  const under = placeOf(router, here)?.under
  return under === undefined ? items : items.map((item) => ({ ...item, on: item.path === under }))
}

const BAR_ROOM = 4

/** What stands in the bar of small screens, and what has no room there. */
export function splitForBar(items: readonly MenuItem[]): { bar: readonly MenuItem[]; rest: readonly MenuItem[] } {
  const bar = items.filter((item) => item.menu.short !== null).slice(0, BAR_ROOM)
  return { bar, rest: items.filter((item) => !bar.includes(item)) }
}

/** The place of the page that is drawn; undefined where there is no route. */
export const usePlace = (): Place | undefined => useMatches({ select: (matches) => matches.at(-1)?.staticData.place })

type Routes = Readonly<Record<string, { options: { staticData?: { place?: Place } } }>>

/** The place a path leads to. */
export function placeOf(router: ReturnType<typeof useRouter>, path: string): Place | undefined {
  const [, , found] = router.getMatchedRoutes(path)
  return found?.options.staticData?.place
}

function placesOf(routes: Routes): [string, Place][] {
  return Object.entries(routes).flatMap(([path, route]) => {
    const place = route.options.staticData?.place
    return place === undefined ? [] : [[path, place] as [string, Place]]
  })
}
