import { Link, useRouter } from '@tanstack/react-router'
import { Keyboard, LogOut, Search, Settings, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { splitForBar, useMenu } from '../lib/place.ts'
import { useScope } from '../lib/scope.ts'
import { LANGUAGE_NAMES, LOCALES, useLocale } from '../lib/locale.ts'
import { openOverlay } from '../lib/overlays.ts'
import { signOut, useUser } from '../lib/session.ts'
import { setTheme, THEMES, useTheme } from '../lib/theme.ts'
import { speak } from '../lib/speak.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { ScopeSwitch } from './scope-switch.tsx'

/** The id by which buttons open the account panel. */
export const ACCOUNT_ID = 'account'

/** The panel behind the avatar and behind 更多: who is signed in, theme, language, sign out. */
export function Account() {
  const t = useTexts('shell')
  const c = useTexts('common')
  const panel = useRef<HTMLDivElement>(null)
  const user = useUser()
  const theme = useTheme()
  const language = useLocale()
  const router = useRouter()
  // Whatever led to a page, be it the open one, the panel has done its work.
  useEffect(() => router.subscribe('onBeforeNavigate', () => panel.current?.hidePopover()), [router])
  return (
    <div
      ref={panel}
      id={ACCOUNT_ID}
      popover="auto"
      className="pop account"
      role="dialog"
      aria-label={t('account.open')}
    >
      <div className="ah">
        <div className="b el">{user?.name ?? t('account.unknown')}</div>
        <div className="t3 el">{user?.email}</div>
      </div>
      <div className="only-m">
        <ScopeSwitch />
      </div>
      <div className="only-m">
        {splitForBar(useMenu(useScope())).rest.map(({ path, place, menu }) => (
          <Link key={path} to={path} className="it">
            <Icon of={menu.icon} />
            {c(`places.${place.title}`)}
            {menu.mark && <menu.mark />}
          </Link>
        ))}
      </div>
      <button type="button" className="it only-m" onClick={() => openOverlay('palette')}>
        <Icon of={Search} />
        {t('search')}
      </button>
      <Link to="/dashboard/profile" className="it hide">
        <Icon of={UserRound} />
        {c('places.profile')}
      </Link>
      <Link to="/dashboard/settings" className="it hide">
        <Icon of={Settings} />
        {c('places.settings')}
      </Link>
      {/* The panel would stay in front of it. */}
      <button
        type="button"
        className="it hide"
        popoverTarget={ACCOUNT_ID}
        popoverTargetAction="hide"
        onClick={() => openOverlay('help')}
      >
        <Icon of={Keyboard} />
        {t('shortcuts')}
        <span className="sp" />
        <Kbd>?</Kbd>
      </button>
      <div className="al">{c('theme.label')}</div>
      <Segmented
        label={c('theme.label')}
        options={THEMES.map((value) => ({ value, label: c(`theme.${value}`) }))}
        value={theme}
        onChange={setTheme}
      />
      <div className="al">{c('language')}</div>
      <Segmented
        label={c('language')}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(next) => void speak(next)}
      />
      <SignOut />
    </div>
  )
}

function SignOut() {
  const t = useTexts('shell')
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut().finally(() => setLeaving(false))
  }
  return (
    <Button kind="ghost" className="out" busy={leaving} onClick={leave}>
      <Icon of={LogOut} />
      {t('account.sign_out')}
    </Button>
  )
}
