import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { setLocale } from '../i18n/texts.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { answerConsent, useConsent } from '../lib/consent.ts'
import { lazyPage } from '../lib/lazy-page.tsx'
import { chosenLocale } from '../lib/locale.ts'
import '../lib/playground/draft-place.ts'
import { queryClient } from '../lib/query.ts'
import { one, useSearchParams } from '../lib/search-params.ts'
import { startPreferences, usePreference } from '../lib/preferences.ts'
import { useUser } from '../lib/session.ts'
import { useDuty } from '../lib/use-duty.ts'
import { useViewing } from '../lib/viewing.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Account } from './account.tsx'
import { Banners } from './banners.tsx'
import { Overlays } from './overlays.tsx'
import { Sidebar } from './sidebar.tsx'
import { TabBar } from './tab-bar.tsx'
import './frame.css'

/** What stands in place of every page until it is done. */
const FirstDuty = lazyPage(() => import('./first-duty.tsx'), 'password', 'twostep', 'system')
const Consent = lazyPage(() => import('./consent.tsx'), 'limits', 'password')
const Playground = lazyPage(() => import('./playground/overlay.tsx'), 'playground')

/** The frame around every page of a signed-in user. */
export function Page() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** The same around anything. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useTexts('shell')
  const user = useUser()
  const viewing = useViewing() !== null
  const duty = useDuty()
  const language = user?.locale
  const [search] = useSearchParams()
  const trying = one(search, 'try') === '1' && duty === null
  const narrow = usePreference('sidebar') === 'narrow'
  // Once more when a look at somebody's console begins or ends. Until what must be done first is done the server answers nothing else.
  useEffect(() => (duty === null ? startPreferences() : undefined), [viewing, duty])
  // The account's language counts where this browser was never told another.
  useEffect(() => {
    if (language && chosenLocale() === null) void setLocale(language)
  }, [language])
  return (
    <QueryClientProvider client={queryClient}>
      <a className="skip btn" href="#main">
        {t('skip')}
      </a>
      <div className={narrow ? 'app narrow' : 'app'}>
        <Sidebar />
        <main className="main" id="main" tabIndex={-1}>
          <Banners />
          <Suspense>{duty === null ? children : <FirstDuty />}</Suspense>
        </main>
        <TabBar />
      </div>
      <Suspense fallback={null}>{trying && <Playground />}</Suspense>
      <Account />
      {duty === null && <Overlays />}
      <ConfirmDialog />
      <ConsentQuestion />
    </QueryClientProvider>
  )
}

/** The reader's own password, asked for by whatever page or toast needs it. */
function ConsentQuestion() {
  const asked = useConsent() !== undefined
  const here = useLocation({ select: (location) => location.href })
  // What it was asked for has been left: an act that never heard an answer would wait for ever.
  useEffect(() => () => answerConsent(null), [here])
  return <Suspense fallback={null}>{asked && <Consent />}</Suspense>
}
