import { Link } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { initialOf } from '../lib/initial-of.ts'
import { MENU_GROUPS, useMenu, type MenuItem } from '../lib/place.ts'
import { usePreference } from '../lib/preferences.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { useScope } from '../lib/scope.ts'
import { Brand } from '../ui/brand.tsx'
import { Icon } from '../ui/icon.tsx'
import { ACCOUNT_ID } from './account.tsx'
import { ScopeSwitch } from './scope-switch.tsx'

/** The main navigation at the left. */
export function Sidebar() {
  const t = useTexts('shell')
  const items = useMenu(useScope())
  return (
    <nav className="side" aria-label={t('nav.main')}>
      <Brand />
      <ScopeSwitch />
      {MENU_GROUPS.map((group) => {
        const members = items.filter((item) => item.menu.group === group)
        if (members.length === 0) return null
        return (
          <div key={group} role="group" aria-labelledby={`nav-${group}`}>
            <div className="grp" id={`nav-${group}`}>
              {t(`group.${group}`)}
            </div>
            {members.map((item) => (
              <NavLink key={item.path} item={item} />
            ))}
          </div>
        )
      })}
      <Me />
    </nav>
  )
}

function NavLink({ item }: { item: MenuItem }) {
  const t = useTexts('common')
  const narrow = usePreference('sidebar') === 'narrow'
  const title = t(`places.${item.place.title}`)
  return (
    <Link
      to={item.path}
      className="it"
      title={narrow ? title : undefined}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(item.on && { 'aria-current': 'page' as const })}
      onPointerEnter={item.place.warm}
      onFocus={item.place.warm}
    >
      <Icon of={item.menu.icon} />
      <span className="word">{title}</span>
      {item.menu.mark && <item.menu.mark />}
    </Link>
  )
}

function Me() {
  const t = useTexts('shell')
  const user = useUser()
  const name = user?.name ?? t('account.unknown')
  return (
    <button type="button" className="me" popoverTarget={ACCOUNT_ID}>
      <span className="av" aria-hidden="true">
        {initialOf(name)}
      </span>
      <span className="who">
        <span className="el">{name}</span>
        <span className="t3">{t(isAdmin(user) ? 'account.admin' : 'account.user')}</span>
      </span>
      <span className="sp" />
      <Icon of={ChevronsUpDown} small label={t('account.open')} />
    </button>
  )
}
