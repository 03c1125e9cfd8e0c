import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFresh } from '../../lib/traffic/use-fresh.ts'
import { periodQuery, usePeriod } from '../../lib/traffic/use-period.ts'
import { periodOf } from '../../lib/time-range.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TimeRangeControl } from '../../ui/time-range.tsx'
import { loadRequestDrawer, RequestDrawer } from '../../ui/traffic/request-drawer-lazy.tsx'
import { useBeginning } from './use-beginning.ts'
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
  // Rows are kept for 90 days unless the operator says otherwise.
  const kept = periodQuery(periodOf('90d', time.present), time.present.zone)
  const live = one(search, 'live') !== '0'
  const recent = useRecent(scope, kept, live)
  const ids = recent.rows.flatMap(({ id, status }) => (status === 'running' ? [] : id))
  const isFresh = useFresh(recent.rows)
  const some = ids.length > 0
  useEffect(() => {
    if (some) void loadRequestDrawer()
  }, [some])
  const opened = one(search, 'req')
  const { beginning, end } = useBeginning(scope, recent.query.data?.items, kept)
  const first = recent.query.data?.items.at(-1)
  const folded = usePreference('first_steps') === 'folded'
  // Who put the steps away and took them elsewhere need not come back to end them.
  const starting = beginning && !(folded && first !== undefined)
  const bare = starting && !folded && scope === 'user'
  const open = (id: string | null) => change({ req: id }, { push: id !== null && opened === undefined })
  const shown = {
    time,
    start: starting && (
      <Suspense fallback={null}>
        <Start first={first} onDone={end} />
      </Suspense>
    ),
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
      <PageHead palette title={t('title')}>
        {!bare && (
          <span className="hide">
            <TimeRangeControl range={time.range} onRange={time.setRange} present={time.present} />
          </span>
        )}
        {scope === 'user' && !bare && (
          <Link to="/dashboard/api-keys?new=1" className={buttonClass({ kind: 'primary' })}>
            <Icon of={Plus} small />
            {t('createKey')}
          </Link>
        )}
      </PageHead>
      <Suspense fallback={null}>
        {scope === 'admin' ? <Board {...shown} /> : <OwnBoard {...shown} bare={bare} />}
      </Suspense>
      <Suspense fallback={null}>
        {opened !== undefined && <RequestDrawer id={opened} ids={ids} onMove={open} onClose={() => open(null)} />}
      </Suspense>
    </>
  )
}
