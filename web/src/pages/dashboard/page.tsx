import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { askRequests } from '../../lib/traffic/ask.ts'
import { useFresh } from '../../lib/traffic/use-fresh.ts'
import { periodQuery, usePeriod } from '../../lib/traffic/use-period.ts'
import { periodOf } from '../../lib/time-range.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TimeRangeControl } from '../../ui/time-range.tsx'
import { ActivityCard } from './activity-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { KpiRow } from './kpi-row.tsx'
import { ProvidersCard } from './providers-card.tsx'
import { RECENT_ROWS, RecentCard } from './recent-card.tsx'
import { SeriesCard } from './series-card.tsx'
import { ShareCard } from './share-card.tsx'
import { Start } from './start.tsx'
import '../../ui/traffic/traffic.css'
import './dashboard.css'
import './start.css'

// Nobody looks into a request before there is one to press: the figures come first.
const loadDrawer = () => loadChunk(() => import('../../ui/traffic/request-drawer.tsx'))
const RequestDrawer = lazy(() => loadDrawer().then((found) => ({ default: found.RequestDrawer })))

/** How often the latest requests are asked for while the page is looked at. */
const POLL_MS = 3000

/** What is spent, is it healthy, what happened last: the own traffic, or everybody's for administrators. */
export function Page() {
  const t = useTexts('dashboard')
  const scope = useScope()
  const time = usePeriod('30d')
  const [search, change] = useSearchParams()
  // Rows are kept for 90 days: whoever has none in that time begins anew.
  const ever = periodQuery(periodOf('90d', time.present), time.present.zone)
  const recent = useQuery({ ...askRequests(scope, { ...ever, limit: RECENT_ROWS }), refetchInterval: POLL_MS })
  const ids = recent.data?.items.map((request) => request.id) ?? []
  const isFresh = useFresh(ids)
  const some = ids.length > 0
  useEffect(() => {
    if (some) void loadDrawer()
  }, [some])
  const opened = one(search, 'req')
  // Whoever began here sees the first request arrive before the figures take its place.
  const [beginning, setBeginning] = useState(false)
  const empty = recent.data?.items.length === 0
  if (empty && !beginning) setBeginning(true)
  const open = (id: string | null) => change({ req: id }, { push: id !== null && opened === undefined })
  return (
    <>
      <PageHead title={t('title')}>
        {!beginning && (
          <span className="hide">
            <TimeRangeControl range={time.range} onRange={time.setRange} present={time.present} />
          </span>
        )}
        {scope === 'user' && !beginning && (
          <Link to="/dashboard/api-keys" className={buttonClass({ kind: 'primary' })}>
            <Icon of={Plus} small />
            {t('createKey')}
          </Link>
        )}
      </PageHead>
      {beginning ? (
        <Start first={recent.data?.items.at(-1)} onDone={() => setBeginning(false)} />
      ) : (
        <>
          <div className="only-m dash-range">
            <TimeRangeControl range={time.range} onRange={time.setRange} present={time.present} />
          </div>
          <KpiRow time={time} />
          <div className="g2 mt">
            <SeriesCard time={time} />
            <ShareCard time={time} />
          </div>
          <div className="g2 mt">
            <RecentCard query={recent} isFresh={isFresh} onOpen={open} />
            {scope === 'admin' ? <ProvidersCard time={time} /> : <KeysCard zone={time.present.zone} />}
          </div>
          <ActivityCard time={time} />
        </>
      )}
      <Suspense fallback={null}>
        {opened !== undefined && <RequestDrawer id={opened} ids={ids} onMove={open} onClose={() => open(null)} />}
      </Suspense>
    </>
  )
}
