import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { periodOf } from '../../lib/time-range.ts'
import { askRequests } from '../../lib/traffic/ask.ts'
import { noFilters, type Filters } from '../../lib/traffic/filters.ts'
import { readFloors } from '../../lib/traffic/floors.ts'
import { periodQuery, type PeriodState } from '../../lib/traffic/use-period.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'

const Never = lazy(() => loadChunk(() => import('./never.tsx')).then((found) => ({ default: found.Never })))

/** What is said when there is nothing to show: that the filters are too narrow, or how to send the first request. */
export function Nothing({ time, filters }: { time: PeriodState; filters: Filters }) {
  const t = useTexts('usage')
  const scope = useScope()
  const reader = useReader()
  const [search, change] = useSearchParams()
  const narrowed = Object.keys({ ...filters, ...readFloors(search) }).length > 0
  const filtered = narrowed || one(search, 'q') !== undefined
  const widest = periodQuery(periodOf('90d', time.present), time.present.zone)
  const ever = useQuery({ ...askRequests(scope, { ...widest, limit: 1 }), enabled: !filtered })
  if (!filtered && ever.data?.items.length === 0)
    return (
      <Suspense fallback={null}>
        <Never />
      </Suspense>
    )
  const canWiden = time.range !== '90d'
  return (
    <Empty
      icon={SearchX}
      title={t(filtered ? 'nothing.filtered' : 'nothing.range')}
      text={t(canWiden ? 'nothing.widen' : 'nothing.other')}
      actions={
        <>
          {filtered && <Button onClick={() => change(noFilters(reader))}>{t('clearFilters')}</Button>}
          {canWiden && (
            <Button kind={filtered ? 'ghost' : 'plain'} onClick={() => time.setRange('90d')}>
              {t('nothing.widest')}
            </Button>
          )}
        </>
      }
    />
  )
}
