import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { queryClient } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Account } from './account.tsx'
import { Banners } from './banners.tsx'
import { FirstPassword } from './first-password.tsx'
import { Sidebar } from './sidebar.tsx'
import { TabBar } from './tab-bar.tsx'
import './frame.css'

/** The frame around every page of a signed-in user. */
export function Page() {
  const t = useTexts('shell')
  const mustChange = useUser()?.must_change_password === true
  return (
    <QueryClientProvider client={queryClient}>
      <a className="skip btn" href="#main">
        {t('skip')}
      </a>
      <div className="app">
        <Sidebar />
        <main className="main" id="main" tabIndex={-1}>
          <Banners />
          {mustChange ? (
            <FirstPassword />
          ) : (
            <Suspense>
              <Outlet />
            </Suspense>
          )}
        </main>
        <TabBar />
      </div>
      <Account />
      <ConfirmDialog />
    </QueryClientProvider>
  )
}
