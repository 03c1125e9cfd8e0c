import { createRootRoute, createRoute, createRouter, redirect, type AnyRoute } from '@tanstack/react-router'
import {
  Activity,
  BookOpen,
  ChartColumn,
  House,
  KeyRound,
  Layers,
  LayoutDashboard,
  Megaphone,
  ScrollText,
  Settings,
  UserRound,
  Users,
} from 'lucide-react'
import { guard } from './guard.ts'
import { lazyPage, together, type LazyPage } from './lib/lazy-page.tsx'
import type { Place } from './lib/place.ts'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { Crash } from './shell/crash.tsx'
import { Root } from './shell/root.tsx'
import { UnreadDot } from './ui/announcements/standing-lazy.tsx'

/** A page of the console: where it is, who may open it, what it is called, where the menu has it, and its code. */
type Entry = Omit<Place, 'warm'> & { path: string; page: LazyPage }

const login = lazyPage(() => import('./pages/login/page.tsx'), 'login', 'password', 'ui')
const dashboard = lazyPage(
  () => together(import('./pages/dashboard/page.tsx'), import('./pages/dashboard/own-board.tsx')),
  'dashboard',
  'charts',
  'requests',
)
const adminDashboard = lazyPage(
  () => together(import('./pages/dashboard/page.tsx'), import('./pages/dashboard/admin/board.tsx')),
  'dashboard',
  'overview',
  'charts',
  'requests',
  'health',
  'limits',
)
const usage = lazyPage(() => import('./pages/usage/page.tsx'), 'usage', 'charts', 'requests')
const adminUsage = lazyPage(() => import('./pages/usage/page.tsx'), 'usage', 'charts', 'requests', 'analysis')
const activity = lazyPage(() => import('./pages/activity/page.tsx'), 'activity', 'charts')
const announcements = lazyPage(() => import('./pages/announcements/page.tsx'), 'announcements')
const apiKeys = lazyPage(() => import('./pages/api-keys/page.tsx'), 'keys', 'limits', 'glance', 'requests')
const settings = lazyPage(() => import('./pages/settings/page.tsx'), 'settings', 'charts', 'shortcuts')
const models = lazyPage(() => import('./pages/models/page.tsx'), 'models', 'health', 'charts', 'keys', 'prices')
const provider = lazyPage(() => import('./pages/provider/page.tsx'), 'provider', 'health', 'charts')
const profile = lazyPage(() => import('./pages/profile/page.tsx'), 'profile', 'password', 'twostep', 'limits')
const adminUsers = lazyPage(
  () => import('./pages/admin-users/page.tsx'),
  'users',
  'activity',
  'limits',
  'glance',
  'requests',
)
const adminKeys = lazyPage(
  () => import('./pages/admin-keys/page.tsx'),
  'allkeys',
  'keys',
  'limits',
  'glance',
  'requests',
)
const adminModels = lazyPage(
  () => import('./pages/admin-models-providers/page.tsx'),
  'providers',
  'offers',
  'prices',
  'limits',
  'password',
  'health',
  'routing',
  'requests',
)
const adminProvider = lazyPage(
  () => import('./pages/admin-provider/page.tsx'),
  'providers',
  'offers',
  'limits',
  'password',
  'health',
  'glance',
  'charts',
  'requests',
)
const tutorial = lazyPage(() => import('./pages/tutorial/page.tsx'), 'tutorial', 'requests')
const adminTutorial = lazyPage(() => import('./pages/admin-tutorial/page.tsx'), 'onboarding')
const adminSystem = lazyPage(
  () => import('./pages/admin-system/page.tsx'),
  'config',
  'limits',
  'password',
  'announcements',
  'ui',
)
const adminAudit = lazyPage(() => import('./pages/admin-audit/page.tsx'), 'audit', 'charts', 'ui')

const user = { role: 'user', menu: null } as const
const admin = { role: 'admin', menu: null } as const

/** Every route of the console. The menu follows the order of this table. */
export const entries: readonly Entry[] = [
  { path: '/login', title: 'login', role: 'public', menu: null, page: login },

  {
    ...user,
    path: '/dashboard',
    title: 'dashboard',
    menu: { group: 'overview', icon: House, short: 'dashboard' },
    page: dashboard,
  },
  {
    ...user,
    path: '/dashboard/usage',
    title: 'usage',
    menu: { group: 'overview', icon: ChartColumn, short: 'usage' },
    page: usage,
  },
  {
    ...user,
    path: '/dashboard/activity-logs',
    title: 'activity',
    menu: { group: 'overview', icon: Activity, short: null },
    page: activity,
  },
  {
    ...user,
    path: '/dashboard/api-keys',
    title: 'keys',
    menu: { group: 'access', icon: KeyRound, short: 'keys' },
    page: apiKeys,
  },
  {
    ...user,
    path: '/dashboard/models-providers',
    title: 'models',
    menu: { group: 'access', icon: Layers, short: 'models' },
    page: models,
  },
  {
    ...user,
    path: '/dashboard/providers/$id',
    title: 'provider',
    under: '/dashboard/models-providers',
    page: provider,
  },
  {
    ...user,
    path: '/dashboard/tutorial',
    title: 'tutorial',
    menu: { group: 'access', icon: BookOpen, short: null },
    page: tutorial,
  },
  {
    ...user,
    path: '/dashboard/announcements',
    title: 'announcements',
    menu: { group: 'account', icon: Megaphone, short: null, mark: UnreadDot },
    page: announcements,
  },
  {
    ...user,
    path: '/dashboard/profile',
    title: 'profile',
    menu: { group: 'account', icon: UserRound, short: null },
    page: profile,
  },
  {
    ...user,
    path: '/dashboard/settings',
    title: 'settings',
    menu: { group: 'account', icon: Settings, short: null },
    page: settings,
  },

  {
    ...admin,
    path: '/admin/dashboard',
    title: 'dashboard',
    menu: { group: 'overview', icon: LayoutDashboard, short: 'dashboard' },
    page: adminDashboard,
  },
  {
    ...admin,
    path: '/admin/usage',
    title: 'adminUsage',
    menu: { group: 'overview', icon: ChartColumn, short: 'usage' },
    page: adminUsage,
  },
  {
    ...admin,
    path: '/admin/users',
    title: 'users',
    menu: { group: 'resources', icon: Users, short: 'users' },
    page: adminUsers,
  },
  {
    ...admin,
    path: '/admin/keys',
    title: 'allKeys',
    menu: { group: 'resources', icon: KeyRound, short: null },
    page: adminKeys,
  },
  {
    ...admin,
    path: '/admin/models-providers',
    title: 'models',
    menu: { group: 'resources', icon: Layers, short: 'models' },
    page: adminModels,
  },
  { ...admin, path: '/admin/providers/$id', title: 'provider', under: '/admin/models-providers', page: adminProvider },
  {
    ...admin,
    path: '/admin/system',
    title: 'system',
    menu: { group: 'system', icon: Settings, short: null },
    page: adminSystem,
  },
  {
    ...admin,
    path: '/admin/audit-logs',
    title: 'audit',
    menu: { group: 'system', icon: ScrollText, short: null },
    page: adminAudit,
  },
  {
    ...admin,
    path: '/admin/tutorial',
    title: 'tutorial',
    menu: { group: 'system', icon: BookOpen, short: null },
    page: adminTutorial,
  },
]

const root = createRootRoute({
  component: Root,
  errorComponent: Crash,
  notFoundComponent: lazyPage(
    () => together(import('./shell/lost.tsx'), import('./ui/announcements/standing.tsx')),
    'system',
    'shell',
    'ui',
    'announcements',
  ),
  beforeLoad: async ({ location, matches, preload }) => {
    if (preload) return
    const role = matches.at(-1)?.staticData.place?.role
    const instead = await guard({ href: location.href, path: location.pathname, role })
    if (instead !== null && instead !== location.href) throw redirect({ href: instead, replace: true })
  },
})

const start = createRoute({ getParentRoute: () => root, path: '/' })

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyPage(
    () => together(import('./shell/frame.tsx'), import('./ui/announcements/standing.tsx')),
    'shell',
    'ui',
    'announcements',
  ),
})

function routeOf({ path, page, ...place }: Entry): AnyRoute {
  const parent: AnyRoute = place.role === 'public' ? root : frame
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: page,
    staticData: { place: { ...place, warm: page.warm } },
  })
}

/** The router over all routes. */
export function makeRouter() {
  const open = entries.filter((entry) => entry.role === 'public').map(routeOf)
  const guarded = entries.filter((entry) => entry.role !== 'public').map(routeOf)
  return createRouter({
    routeTree: root.addChildren([start, ...open, frame.addChildren(guarded)]),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: Crash,
    defaultPendingMs: 150,
    defaultPreload: false,
    scrollRestoration: true,
  })
}
