import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { splitForBar, useMenu } from '../lib/place.ts'
import { useScope } from '../lib/scope.ts'
import { Icon } from '../ui/icon.tsx'
import { ACCOUNT_ID } from './account.tsx'

/** The navigation of small screens, under the thumb. */
export function TabBar() {
  const t = useTexts('shell')
  const c = useTexts('common')
  return (
    <nav className="tabbar" aria-label={t('nav.bottom')}>
      {splitForBar(useMenu(useScope())).bar.map((item) => (
        <Link
          key={item.path}
          to={item.path}
          activeOptions={{ exact: true, includeSearch: false }}
          {...(item.on && { 'aria-current': 'page' as const })}
        >
          <Icon of={item.menu.icon} />
          {item.menu.short && c(`short.${item.menu.short}`)}
        </Link>
      ))}
      <button type="button" popoverTarget={ACCOUNT_ID}>
        <Icon of={Ellipsis} />
        {t('more')}
      </button>
    </nav>
  )
}
