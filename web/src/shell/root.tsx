import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { usePlace } from '../lib/place.ts'
import { Toasts } from '../ui/toasts.tsx'
import { PRODUCT } from '../ui/brand.tsx'
import './shell.css'

/** What is there on every page: the page, a line while the next one loads, and the toasts. */
export function Root() {
  const t = useTexts('common')
  const title = usePlace()?.title
  const loading = useRouterState({ select: (state) => state.isLoading })

  useEffect(() => {
    document.title = title === undefined ? PRODUCT : `${t(`places.${title}`)} · ${PRODUCT}`
  }, [t, title])

  return (
    <>
      {loading && <div className="page-loading" role="progressbar" aria-label={t('loading')} />}
      <Suspense>
        <Outlet />
      </Suspense>
      <Toasts />
    </>
  )
}
