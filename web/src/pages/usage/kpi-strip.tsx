import type { Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { cacheShare, failedShare, inputOf, margin, switchedShare } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { Delta } from '../../ui/traffic/delta.tsx'
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
            <span className="v">
              <Figure text={kpi.value} />
              {kpi.beside !== undefined && <small>{kpi.beside}</small>}
            </span>
            <span className="t3 n">
              <Delta text={kpi.delta} better={kpi.better} />
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
  const shares = (now: number | null, then: number | null) =>
    now === null || then === null ? format.NONE : points(now, then)
  return {
    cost: {
      value: format.usd(current.cost),
      delta: change(format.plotted(current.cost), format.plotted(previous.cost)),
      before: format.usd(previous.cost),
    },
    requests: {
      value: format.count(current.requests),
      delta: change(current.requests, previous.requests),
      before: format.count(previous.requests),
    },
    input: {
      value: format.tokens(inputOf(current)),
      delta: change(inputOf(current), inputOf(previous)),
      before: format.tokens(inputOf(previous)),
    },
    output: {
      value: format.tokens(current.output),
      delta: change(current.output, previous.output),
      before: format.tokens(previous.output),
    },
    cache: {
      value: percent(cacheShare(current)),
      delta: shares(cacheShare(current), cacheShare(previous)),
      before: percent(cacheShare(previous)),
      better: 'more',
    },
    latency: {
      value: seconds(current.first_token_p50),
      beside: `/ ${seconds(current.first_token_p95)}`,
      delta: change(current.first_token_p50, previous.first_token_p50),
      before: seconds(previous.first_token_p50),
      better: 'less',
    },
    upstream: {
      value: format.usd(current.upstream_cost),
      delta: change(format.plotted(current.upstream_cost ?? '0'), format.plotted(previous.upstream_cost ?? '0')),
      before: format.usd(previous.upstream_cost),
    },
    margin: {
      value: format.usd(margin(current).amount),
      delta: change(format.plotted(margin(current).amount ?? '0'), format.plotted(margin(previous).amount ?? '0')),
      before: format.usd(margin(previous).amount),
      better: 'more',
    },
    marginShare: {
      value: percent(margin(current).share),
      delta: shares(margin(current).share, margin(previous).share),
      before: percent(margin(previous).share),
      better: 'more',
    },
    switched: {
      value: percent(switchedShare(current)),
      delta: shares(switchedShare(current), switchedShare(previous)),
      before: percent(switchedShare(previous)),
      better: 'less',
    },
    attempts: {
      value: format.count(current.attempts),
      delta: change(current.attempts, previous.attempts),
      before: format.count(previous.attempts),
    },
    failed: {
      value: percent(failedShare(current)),
      delta: shares(failedShare(current), failedShare(previous)),
      before: percent(failedShare(previous)),
      better: 'less',
    },
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
