import { Suspense, useCallback, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope, type Scope } from '../../lib/scope.ts'
import { many, one, useSearchParams } from '../../lib/search-params.ts'
import { readFilters } from '../../lib/traffic/filters.ts'
import { NO_FLOORS } from '../../lib/traffic/floors.ts'
import { usePeriod } from '../../lib/traffic/use-period.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { offsetName } from '../../lib/offset-name.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CompareSwitch, TimeRangeControl } from '../../ui/time-range.tsx'
import { RequestDrawer } from '../../ui/traffic/request-drawer-lazy.tsx'
import { Cohorts, Reconcile } from './analysis/lazy.tsx'
import { Overview } from './overview.tsx'
import { Requests } from './requests.tsx'
import { SearchBox } from './search-box.tsx'
import { ViewMenu } from './view-menu.tsx'
import '../../ui/traffic/traffic.css'
import './usage.css'

const TABS_OF = {
  user: ['overview', 'requests'],
  admin: ['overview', 'requests', 'reconcile', 'cohorts'],
} as const satisfies Record<Scope, readonly string[]>
type Tab = (typeof TABS_OF)[Scope][number]

/** What was used and what it cost, as figures and request by request; both look at one time range and one set of filters. */
export function Page() {
  const t = useTexts('usage')
  const charts = useTexts('charts')
  const scope = useScope()
  const time = usePeriod('30d')
  const [search, change] = useSearchParams()
  const tab: Tab = TABS_OF[scope].find((known) => known === one(search, 'tab')) ?? 'overview'
  const filters = readFilters(search, useReader())
  // The order the requests are listed in, for J and K in the drawer.
  const [ids, setIds] = useState<readonly string[]>([])
  const opened = one(search, 'req')
  const isOpen = opened !== undefined
  const open = useCallback(
    (id: string | null) => change({ req: id }, { push: id !== null && !isOpen }),
    [change, isOpen],
  )
  const { now, zone } = time.present
  // Cohorts lead up to now, whatever the range.
  const control = tab !== 'cohorts' && (
    <TimeRangeControl range={time.range} onRange={time.setRange} present={time.present} />
  )
  const compare = tab === 'overview' && <CompareSwitch on={time.compare} onChange={time.setCompare} />
  return (
    <>
      <PageHead palette={scope === 'admin'} title={t(scope === 'admin' ? 'adminTitle' : 'title')}>
        {control && (
          <span className="row gap16 hide">
            {compare}
            {control}
          </span>
        )}
      </PageHead>
      <div className="us-tabs">
        <Tabs
          label={t('tabs')}
          value={tab}
          onChange={(next) =>
            change({ tab: next === 'overview' ? null : next, sort: null, q: null, ...NO_FLOORS }, { push: true })
          }
          tabs={TABS_OF[scope].map((value) => ({ value, label: t(`tab.${value}`) }))}
        >
          <span className="us-zone t3 hide">
            {charts('range.zone', { zone: `${zone} (${offsetName(now, zone)})` })}
          </span>
          <div className="only-m us-time">
            {control}
            {compare}
          </div>
          {tab === 'overview' && <Overview time={time} filters={filters} onOpen={open} />}
          <Suspense fallback={null}>
            {tab === 'reconcile' && <Reconcile time={time} filters={filters} />}
            {tab === 'cohorts' && <Cohorts />}
          </Suspense>
          {tab === 'requests' && (
            <>
              <div className="rq-find">
                <SearchBox time={time} />
                <ViewMenu place="requests" />
              </div>
              <Requests key={many(search, 'q').join()} time={time} filters={filters} onOpen={open} onIds={setIds} />
            </>
          )}
        </Tabs>
      </div>
      <Suspense fallback={null}>
        {isOpen && <RequestDrawer id={opened} ids={ids} onMove={open} onClose={() => open(null)} />}
      </Suspense>
    </>
  )
}
