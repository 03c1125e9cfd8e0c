import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFresh } from '../../lib/traffic/use-fresh.ts'
import { periodQuery, usePeriod } from '../../lib/traffic/use-period.ts'
import { periodOf } from '../../lib/time-range.ts'
import { NoticeStrip } from '../../ui/announcements/standing-lazy.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PaletteButton } from '../../ui/palette-button.tsx'
import { TimeRangeControl } from '../../ui/time-range.tsx'
import { loadRequestDrawer, RequestDrawer } from '../../ui/traffic/request-drawer-lazy.tsx'
import { useRecent } from './use-recent.ts'
import '../../ui/traffic/traffic.css'
import './dashboard.css'

const Start = lazy(() => loadChunk(() => import('./start.tsx')).then((found) => ({ default: found.Start })))
const OwnBoard = lazy(() => loadChunk(() => import('./own-board.tsx')).then((found) => ({ default: found.OwnBoard })))
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
  const isFresh = useFresh(recent.rows)
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
  const shown = {
    time,
    recent: {
      query: recent.query,
      rows: recent.rows,
      live,
      onLive: (on: boolean) => change({ live: on ? null : '0' }),
      isFresh,
      onOpen: open,
    },
    children: (
      <div className="only-m dash-range">
        <TimeRangeControl range={time.range} onRange={time.setRange} present={time.present} />
      </div>
    ),
  }
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
      {scope === 'user' && beginning && <NoticeStrip />}
      {beginning ? (
        <Suspense fallback={null}>
          <Start first={recent.query.data?.items.at(-1)} onDone={() => setBeginning(false)} />
        </Suspense>
      ) : (
        <Suspense fallback={null}>{scope === 'admin' ? <Board {...shown} /> : <OwnBoard {...shown} />}</Suspense>
      )}
      <Suspense fallback={null}>
        {opened !== undefined && <RequestDrawer id={opened} ids={ids} onMove={open} onClose={() => open(null)} />}
      </Suspense>
    </>
  )
}
