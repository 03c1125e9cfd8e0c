import type { Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { cacheShare, failedShare, inputOf, margin, switchedShare } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { KnownDelta } from '../../ui/traffic/delta.tsx'
import { Figure } from '../../ui/traffic/figure.tsx'
import { type View, VIEWS_OF } from './view-of.ts'

type Summary = { current: Totals; previous: Totals }
type Props = { summary: Summary; view: View; onView: (view: View) => void }

type Kpi = { value: string; beside?: string; delta: string; before: string; better?: 'less' | 'more' }

/** The totals of the period; each chooses what the chart below shows. */
export function KpiStrip({ summary, view, onView }: Props) {
  const t = useTexts('usage')
  const scope = useScope()
  const kpis = useKpis(summary)
  return (
    <div className={`us-k ${scope}`} role="group" aria-label={t('metricLabel')}>
      {VIEWS_OF[scope].map((one) => {
        const kpi = kpis[one]
        return (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
            <span className="l">{t(scope === 'admin' && one === 'cost' ? 'charged' : `view.${one}`)}</span>
            <span className="fig">
              <Figure text={kpi.value} />
              {kpi.beside !== undefined && <small>{kpi.beside}</small>}
            </span>
            <span className="t3 n">
              <KnownDelta text={kpi.delta} better={kpi.better} />
              {t('before', { value: kpi.before })}
            </span>
          </button>
        )
      })}
    </div>
  )
}

function useKpis({ current, previous }: Summary): Record<View, Kpi> {
  const format = useFormat()
  const { change, points, percent, seconds } = format
  const kpiOf =
    <T,>(write: (value: T) => string, compare: (now: T, then: T) => string) =>
    (read: (totals: Totals) => T): Kpi => {
      const [now, then] = [read(current), read(previous)]
      return { value: write(now), delta: compare(now, then), before: write(then) }
    }
  const plotted = (amount: string | null) => format.plotted(amount ?? '0')
  const amount = kpiOf<string | null>(format.usd, (now, then) => change(plotted(now), plotted(then)))
  const number = kpiOf(format.count, change)
  const tokens = kpiOf(format.tokens, change)
  const time = kpiOf(seconds, change)
  const share = kpiOf<number | null>(percent, (now, then) =>
    now === null || then === null ? format.NONE : points(now, then),
  )
  return {
    cost: amount((totals) => totals.cost),
    requests: number((totals) => totals.requests),
    input: tokens(inputOf),
    output: tokens((totals) => totals.output),
    cache: { ...share(cacheShare), better: 'more' },
    latency: {
      ...time((totals) => totals.first_token_p50),
      beside: `/ ${seconds(current.first_token_p95)}`,
      better: 'less',
    },
    upstream: amount((totals) => totals.upstream_cost),
    margin: { ...amount((totals) => margin(totals).amount), better: 'more' },
    marginShare: { ...share((totals) => margin(totals).share), better: 'more' },
    switched: { ...share(switchedShare), better: 'less' },
    attempts: number((totals) => totals.attempts),
    failed: { ...share(failedShare), better: 'less' },
  }
}

/** The bones of the totals. */
export function KpiBones() {
  const scope = useScope()
  return (
    <Skeleton>
      <div className={`us-k ${scope}`}>
        {VIEWS_OF[scope].map((view) => (
          <div key={view}>
            <Bone width={56} />
            <Bone width={84} height={22} className="my-2" />
            <Bone width={96} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
