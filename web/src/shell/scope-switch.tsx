import { Link, useLocation } from '@tanstack/react-router'
import { ShieldUser, UserRound, type LucideIcon } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { useMenu, type MenuItem } from '../lib/place.ts'
import { BASE_PATHS, scopeOf, type Scope } from '../lib/scope.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { Icon } from '../ui/icon.tsx'

/** Lets an administrator step between the own pages and everybody's, staying on the sibling page where there is one. */
export function ScopeSwitch() {
  const t = useTexts('shell')
  const here = useLocation({ select: (location) => location.pathname })
  const menus = { user: useMenu('user'), admin: useMenu('admin') }
  if (!isAdmin(useUser())) return null
  const scope = scopeOf(here)
  return (
    <div className="scope" role="group" aria-label={t('scope.label')}>
      {(['user', 'admin'] as const).map((one) => (
        <Link
          key={one}
          to={one === scope ? here : siblingOf(here, one, menus[one])}
          className={one === scope ? 'on' : ''}
          activeOptions={{ exact: true, includeSearch: false }}
          {...(one === scope && { 'aria-current': true })}
        >
          <Icon of={ICONS[one]} small />
          <span className="word">{t(`scope.${one}`)}</span>
        </Link>
      ))}
    </div>
  )
}

const ICONS = { user: UserRound, admin: ShieldUser } as const satisfies Record<Scope, LucideIcon>

const HOMES = { user: '/dashboard', admin: '/admin/dashboard' } as const satisfies Record<Scope, string>

/** The page of the same kind in the other scope, else that scope's first page. */
export function siblingOf(path: string, other: Scope, menu: readonly Pick<MenuItem, 'path'>[]): string {
  const wanted = BASE_PATHS[other] + path.slice(BASE_PATHS[scopeOf(path)].length)
  return menu.some((item) => item.path === wanted) ? wanted : HOMES[other]
}
