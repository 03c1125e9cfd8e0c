import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import type { Series as ApiSeries } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { askSeries, askSummary, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { bucketChoices } from '../../lib/traffic/bucket-choices.ts'
import { bucketGoesOn, bucketNames } from '../../lib/traffic/buckets.ts'
import { failedShare } from '../../lib/traffic/figures.ts'
import type { Floors } from '../../lib/traffic/floors.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { zoomOf } from '../../lib/traffic/zoom.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useWide } from '../../lib/use-wide.ts'
import { PlotBones } from '../../ui/traffic/bones.tsx'

/** Fewer columns than these say nothing a line of words does not. */
const LEAST_BUCKETS = 3
const HEIGHT = 104

/** A strip is read for its shape: its columns are as fine as can be, as long as they are more than a hair wide. */
const MOST_COLUMNS = { wide: 300, narrow: 170 }

/** So soon after a request has come in the sums are asked for again, and until they have had so long to know of it. */
const FOLLOW_MS = 2000
const SETTLED_MS = 3000

type Props = {
  time: PeriodState
  query: TrafficQuery & Floors & { q?: string }
  /** When a request last came in (epoch milliseconds), where that is followed; else 0. */
  heard: number
  children: ReactNode
}

/** How often sums are asked for again that are older than what has come in. */
const follows = (heard: number) => (query: { state: { dataUpdatedAt: number } }) =>
  query.state.dataUpdatedAt < heard + SETTLED_MS && heard > 0 ? FOLLOW_MS : false

/** How many requests there were when, failures apart; a dragged span becomes the time range. */
export function Strip({ time, query, heard, children }: Props) {
  const t = useTexts('usage')
  const format = useFormat()
  const scope = useScope()
  // Sums know no free text and no single request, and end with the present.
  const { q, min_cost: cost, min_first_token_ms: firstTokenMs, ...filters } = query
  const asked = { ...filters, ...time.query }
  const [bucket] = bucketChoices(time.period, MOST_COLUMNS[useWide() ? 'wide' : 'narrow'])
  const summary = useQuery({ ...askSummary(scope, asked), refetchInterval: follows(heard) })
  const series = useQuery({ ...askSeries(scope, { ...asked, by: 'status', bucket }), refetchInterval: follows(heard) })
  const totals = summary.data?.current
  // Of nothing there is no shape, and below stands what to do.
  const nothing = totals?.requests === 0
  const drawn = series.data && series.data.buckets.length >= LEAST_BUCKETS && !nothing
  return (
    <div className="us-strip">
      <div className="hd wrap">
        <span className="n t2 us-sum">
          {totals &&
            !nothing &&
            t('strip.summary', {
              count: totals.requests,
              n: format.count(totals.requests),
              cost: format.usd(totals.cost),
              failed: format.count(totals.failed),
              share: format.percent(failedShare(totals)),
            })}
        </span>
        {(q ?? cost ?? firstTokenMs) !== undefined && <span className="t3">{t('strip.without')}</span>}
        {drawn && (
          <span className="t3 max-[1180px]:hidden">
            {t('strip.hint', { bucket: t(`bucket.${series.data.bucket}`) })}
          </span>
        )}
        <span className="sp" />
        {children}
      </div>
      {series.isPending && <PlotBones height={HEIGHT} />}
      {drawn && <Bars data={series.data} time={time} />}
    </div>
  )
}

function Bars({ data, time }: { data: ApiSeries; time: PeriodState }) {
  const t = useTexts('usage')
  const format = useFormat()
  const last = Date.parse(data.buckets.at(-1) ?? '')
  const count = (value: number) => ({ value, text: format.exact(value) })
  return (
    <StackedBars
      summary={t('strip.chart')}
      height={HEIGHT}
      buckets={bucketNames(data.buckets, data.bucket, format.voice)}
      series={[
        {
          id: 'good',
          name: t('strip.good'),
          colour: 'var(--c0)',
          figures: data.total.map((point) => count(point.requests - point.failed)),
        },
        {
          id: 'failed',
          name: t('strip.failed'),
          colour: 'var(--err)',
          hatched: true,
          figures: data.total.map((point) => count(point.failed)),
        },
      ]}
      totals={data.total.map((point) => count(point.requests))}
      unit="count"
      {...zoomOf(data, time)}
      unfinished={bucketGoesOn(last, data.bucket, time.present)}
    />
  )
}
