import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Series } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { askSeries, askSummary } from '../../lib/traffic/ask.ts'
import { bucketOf } from '../../lib/traffic/buckets.ts'
import { cacheShare, scaled, successShare, tokensOf } from '../../lib/traffic/figures.ts'
import { periodQuery, type PeriodState } from '../../lib/traffic/use-period.ts'
import { periodOf, wholePeriod } from '../../lib/time-range.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { KnownDelta } from '../../ui/traffic/delta.tsx'
import { Figure } from '../../ui/traffic/figure.tsx'

/** The four numbers that matter: what this month costs, how much is asked and succeeds, what is read from caches, how fast answers begin. */
export function KpiRow({ time }: { time: PeriodState }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const scope = useScope()
  const thisMonth = periodOf('month', time.present)
  const month = useQuery(askSummary(scope, periodQuery(thisMonth, time.present.zone)))
  const summary = useQuery(askSummary(scope, time.query))
  const series = useQuery(askSeries(scope, { ...time.query, by: 'model', bucket: bucketOf(time.period) }))
  if (!summary.data || !month.data) {
    const failed = summary.error ?? month.error
    if (!failed) return <Bones />
    return (
      <Card>
        <ErrorLine error={failed} onRetry={() => void Promise.all([summary.refetch(), month.refetch()])} />
      </Card>
    )
  }
  const { current, previous } = summary.data
  const cost = month.data.current.cost
  const whole = wholePeriod('month', time.present)
  const ahead = scaled(cost, whole.to - whole.from, thisMonth.to - thisMonth.from)
  const line = (label: string, value: (point: Series['total'][number]) => number | null) => (
    <Sparkline
      label={t('trend', { name: label })}
      width={96}
      height={28}
      colour="var(--accent)"
      values={series.data?.total.map((point) => value(point) ?? 0) ?? []}
    />
  )
  return (
    <div className="g4">
      <KpiCard
        label={t('kpi.cost')}
        value={format.usd(cost)}
        spark={line(t('kpi.cost'), (point) => format.plotted(point.cost))}
        remark={
          <>
            <KnownDelta text={format.change(format.plotted(cost), format.plotted(month.data.previous.cost))} />
            {t('kpi.ahead', { cost: format.usd(ahead) })}
          </>
        }
      />
      <KpiCard
        label={t('kpi.requests')}
        value={format.count(current.requests)}
        spark={line(t('kpi.requests'), (point) => point.requests)}
        remark={
          <>
            <KnownDelta text={format.change(current.requests, previous.requests)} />
            {t('kpi.success')} <Good share={successShare(current)} least={0.95} />
          </>
        }
      />
      <KpiCard
        label={t('kpi.tokens')}
        value={format.tokens(tokensOf(current))}
        spark={line(t('kpi.tokens'), (point) => point.tokens)}
        remark={
          <>
            <KnownDelta text={format.change(tokensOf(current), tokensOf(previous))} />
            {t('kpi.cache')} <b className="b t2">{format.percent(cacheShare(current))}</b>
          </>
        }
      />
      <KpiCard
        label={t('kpi.firstToken')}
        value={format.seconds(current.first_token_p50)}
        spark={line(t('kpi.firstToken'), (point) => point.first_token_p50)}
        remark={
          <>
            <KnownDelta text={format.change(current.first_token_p50, previous.first_token_p50)} better="less" />
            P95 {format.seconds(current.first_token_p95)}
          </>
        }
      />
    </div>
  )
}

type KpiCardProps = { label: string; value: string; spark: ReactNode; remark: ReactNode }

function KpiCard({ label, value, spark, remark }: KpiCardProps) {
  return (
    <Card className="kpi">
      <div className="l">{label}</div>
      <div className="row kpi-line">
        <div className="fig xl nw">
          <Figure text={value} />
        </div>
        <span className="sp" />
        <span className="hide">{spark}</span>
      </div>
      <div className="t3 n">{remark}</div>
    </Card>
  )
}

function Good({ share, least }: { share: number | null; least: number }) {
  const format = useFormat()
  const tone = share === null ? 't2' : share >= least ? 'ok' : 'err'
  return <b className={`b ${tone}`}>{format.percent(share)}</b>
}

function Bones() {
  return (
    <Skeleton>
      <div className="g4">
        {[112, 96, 84, 72].map((width) => (
          <div key={width} className="card">
            <Bone width={56} />
            <Bone width={width} height={26} className="mt-3 mb-4" />
            <Bone width={104} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
