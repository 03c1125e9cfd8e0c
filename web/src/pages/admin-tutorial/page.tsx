import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Checklist } from './checklist.tsx'
import { Notes } from './notes.tsx'
import './page.css'

const Variables = lazy(() => loadChunk(() => import('./variables.tsx')).then((found) => ({ default: found.Variables })))

const Access = lazy(() => loadChunk(() => import('./access.tsx')).then((found) => ({ default: found.Access })))

const TABS = ['start', 'users', 'access'] as const

/** What an administrator does first, ticked off by itself, how the gateway is kept running, and what users are told. */
export function Page() {
  const t = useTexts('onboarding')
  const [search, change] = useSearchParams()
  const tab = TABS.find((known) => known === one(search, 'tab')) ?? 'start'
  return (
    <>
      <PageHead palette title={t('title')}>
        <Link to="/dashboard/tutorial" className={buttonClass({})}>
          <Icon of={ArrowUpRight} small />
          {t('open_user')}
        </Link>
      </PageHead>
      <Tabs
        label={t('title')}
        className="mb-3.5"
        value={tab}
        onChange={(next) => change({ tab: next === 'start' ? null : next }, { push: true })}
        tabs={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      >
        {tab === 'start' ? (
          <div className="ob">
            <Checklist />
            <Notes />
          </div>
        ) : (
          <Suspense fallback={null}>{tab === 'users' ? <Variables /> : <Access />}</Suspense>
        )}
      </Tabs>
    </>
  )
}
