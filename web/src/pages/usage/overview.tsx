import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Dimension } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { askBreakdown, askSummary } from '../../lib/traffic/ask.ts'
import { DIMENSIONS_OF, filterQuery, type Filters } from '../../lib/traffic/filters.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { AnomaliesCard } from './analysis/lazy.tsx'
import { ActivityCard } from './activity-card.tsx'
import { Breakdown } from './breakdown.tsx'
import { ErrorsCard } from './errors-card.tsx'
import { UsageExport } from './usage-export.tsx'
import { FilterBar } from './filter-bar.tsx'
import { HoursCard } from './hours-card.tsx'
import { KpiBones, KpiStrip } from './kpi-strip.tsx'
import { LatencyCard } from './latency-card.tsx'
import { MainChart } from './main-chart.tsx'
import { Nothing } from './nothing.tsx'
import { TokensCard } from './tokens-card.tsx'
import { useBreakdownMarkdown } from './use-markdown.ts'
import { ViewMenu } from './view-menu.tsx'
import { type View, VIEWS_OF } from './view-of.ts'

type Props = { time: PeriodState; filters: Filters; onOpen: (id: string) => void }

/** The figures of a period: totals, their course, who they come from, how fast, when, and what failed. */
export function Overview({ time, filters, onOpen }: Props) {
  const t = useTexts('usage')
  const format = useFormat()
  const scope = useScope()
  const [search, change] = useSearchParams()
  const query = { ...time.query, ...filterQuery(filters) }
  const by: Dimension = DIMENSIONS_OF[useReader()].find((dimension) => dimension === one(search, 'by')) ?? 'model'
  const view: View = VIEWS_OF[scope].find((one_) => one_ === one(search, 'metric')) ?? 'cost'
  const summary = useQuery(askSummary(scope, query))
  const breakdown = useQuery(askBreakdown(scope, { ...query, by }))
  const markdown = useBreakdownMarkdown(by)
  const updated = summary.dataUpdatedAt === 0 ? '' : format.when(new Date(summary.dataUpdatedAt).toISOString())
  const bar = (
    <FilterBar time={time} filters={filters}>
      <span className="t3 n hide">{updated && t('updated', { time: updated })}</span>
      <ViewMenu place="overview" />
      <UsageExport query={query} markdown={breakdown.data && (() => markdown(breakdown.data.items, summary.data))} />
    </FilterBar>
  )
  if (summary.isError && !summary.data) {
    return (
      <>
        {bar}
        <Card flush>
          <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
        </Card>
      </>
    )
  }
  if (summary.data?.current.requests === 0 && !summary.isPlaceholderData) {
    return (
      <>
        {bar}
        <Card flush>
          <Nothing time={time} filters={filters} />
        </Card>
      </>
    )
  }
  return (
    <>
      {bar}
      <Card flush className="relative">
        {summary.data ? (
          <KpiStrip
            summary={summary.data}
            view={view}
            onView={(next) => change({ metric: next === 'cost' ? null : next })}
          />
        ) : (
          <KpiBones />
        )}
        <MainChart time={time} query={query} by={by} view={view} />
        <Breakdown query={breakdown} totals={summary.data} by={by} filters={filters} asked={query} />
      </Card>
      {scope === 'admin' && (
        <div className="mt">
          <Suspense fallback={null}>
            <AnomaliesCard />
          </Suspense>
        </div>
      )}
      <div className="g2e mt">
        <LatencyCard time={time} query={query} />
        <TokensCard query={query} totals={summary.data?.current} breakdown={breakdown} by={by} />
      </div>
      <div className="g2e mt">
        <HoursCard query={query} />
        <ActivityCard time={time} query={query} />
      </div>
      <ErrorsCard query={query} failed={summary.data?.current} onOpen={onOpen} />
    </>
  )
}
