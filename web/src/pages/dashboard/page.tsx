import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFresh } from '../../lib/traffic/use-fresh.ts'
import { periodQuery, type PeriodState, usePeriod } from '../../lib/traffic/use-period.ts'
import { periodOf } from '../../lib/time-range.ts'
import { NoticeStrip } from '../../ui/announcements/standing-lazy.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OwnQuota } from '../../ui/limits/quota-card-lazy.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PaletteButton } from '../../ui/palette-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeRangeControl } from '../../ui/time-range.tsx'
import { BarBones } from '../../ui/traffic/bones.tsx'
import { loadRequestDrawer, RequestDrawer } from '../../ui/traffic/request-drawer-lazy.tsx'
import { KpiRow } from './kpi-row.tsx'
import { useRecent } from './use-recent.ts'
import '../../ui/traffic/traffic.css'
import './dashboard.css'

const Start = lazy(() => loadChunk(() => import('./start.tsx')).then((found) => ({ default: found.Start })))
const RecentCard = lazy(() =>
  loadChunk(() => import('./recent-card.tsx')).then((found) => ({ default: found.RecentCard })),
)
const SeriesCard = lazy(() =>
  loadChunk(() => import('./series-card.tsx')).then((found) => ({ default: found.SeriesCard })),
)
const ShareCard = lazy(() =>
  loadChunk(() => import('./share-card.tsx')).then((found) => ({ default: found.ShareCard })),
)
const ActivityCard = lazy(() =>
  loadChunk(() => import('./activity-card.tsx')).then((found) => ({ default: found.ActivityCard })),
)
const KeysCard = lazy(() => loadChunk(() => import('./keys-card.tsx')).then((found) => ({ default: found.KeysCard })))
const Board = lazy(() => loadChunk(() => import('./admin/board.tsx')).then((found) => ({ default: found.Board })))

/** What is spent, is it healthy, what happened last: the own traffic, or everybody's for administrators. */
export function Page() {
  const t = useTexts('dashboard')
  const scope = useScope()
  const time = usePeriod(scope === 'admin' ? 'today' : '30d')
  const [search, change] = useSearchParams()
  // Rows are kept for 90 days: whoever has none in that time begins anew.
  const ever = periodQuery(periodOf('90d', time.present), time.present.zone)
  const live = one(search, 'live') !== '0'
  const recent = useRecent(scope, ever, live)
  const ids = recent.rows.flatMap(({ id, status }) => (status === 'running' ? [] : id))
  const isFresh = useFresh(ids)
  const some = ids.length > 0
  useEffect(() => {
    if (some) void loadRequestDrawer()
  }, [some])
  const opened = one(search, 'req')
  // Whoever began here sees the first request arrive before the figures take its place.
  const [beginning, setBeginning] = useState(false)
  const empty = recent.query.data?.items.length === 0
  if (empty && !beginning) setBeginning(true)
  const open = (id: string | null) => change({ req: id }, { push: id !== null && opened === undefined })
  const latest = (
    <Suspense fallback={<ChartBones />}>
      <RecentCard
        query={recent.query}
        rows={recent.rows}
        live={live}
        onLive={(on) => change({ live: on ? null : '0' })}
        isFresh={isFresh}
        onOpen={open}
      />
    </Suspense>
  )
  return (
    <>
      <PageHead title={t('title')}>
        <PaletteButton />
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
      {scope === 'user' && <NoticeStrip />}
      {beginning ? (
        <Suspense fallback={null}>
          <Start first={recent.query.data?.items.at(-1)} onDone={() => setBeginning(false)} />
        </Suspense>
      ) : (
        <>
          <div className="only-m dash-range">
            <TimeRangeControl range={time.range} onRange={time.setRange} present={time.present} />
          </div>
          {scope === 'admin' ? (
            <Suspense fallback={null}>
              <Board time={time} onOpen={open}>
                {latest}
              </Board>
            </Suspense>
          ) : (
            <OwnFigures time={time}>{latest}</OwnFigures>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {opened !== undefined && <RequestDrawer id={opened} ids={ids} onMove={open} onClose={() => open(null)} />}
      </Suspense>
    </>
  )
}

/** What the reader spent and used; `children` are the latest requests. */
function OwnFigures({ time, children }: { time: PeriodState; children: ReactNode }) {
  return (
    <>
      <KpiRow time={time} />
      <div className="g2 mt">
        <Suspense fallback={<ChartBones />}>
          <SeriesCard time={time} />
        </Suspense>
        <Suspense fallback={<ChartBones />}>
          <ShareCard time={time} />
        </Suspense>
      </div>
      <div className="g2 mt">
        {children}
        <div className="col content-start gap-3.5!">
          <OwnQuota />
          <Suspense fallback={null}>
            <KeysCard zone={time.present.zone} />
          </Suspense>
        </div>
      </div>
      <Suspense fallback={null}>
        <ActivityCard time={time} />
      </Suspense>
    </>
  )
}

/** The room of a chart that is on its way, so that nothing moves when it comes. */
function ChartBones() {
  return (
    <Card>
      <Skeleton>
        <BarBones />
      </Skeleton>
    </Card>
  )
}
