import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { offerLocale } from '../i18n/texts.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { usePlace } from '../lib/place.ts'
import { useSite } from '../lib/site.ts'
import { Toasts } from '../ui/toasts.tsx'
import { PRODUCT } from '../ui/brand.tsx'
import './shell.css'

/** What is there on every page: the page, a line while the next one loads, and the toasts. */
export function Root() {
  const t = useTexts('common')
  const title = usePlace()?.title
  const loading = useRouterState({ select: (state) => state.isLoading })

  const { name, logo, default_locale: offered } = useSite()
  const site = name ?? PRODUCT

  useEffect(() => {
    document.title = title === undefined ? site : `${t(`places.${title}`)} · ${site}`
  }, [t, title, site])
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', logo ?? '/mark.svg')
  }, [logo])
  useEffect(() => {
    if (offered !== null) void offerLocale(offered)
  }, [offered])

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
