import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Series as ApiSeries } from '../../../../../src/contract/usage.ts'
import type { Series } from '../../../charts/figures.ts'
import { BarsUnderLine, type Line } from '../../../charts/bars-under-line.tsx'
import { Lines } from '../../../charts/lines.tsx'
import type { Texts } from '../../../i18n/texts.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { askSeries } from '../../../lib/traffic/ask.ts'
import { bucketGoesOn, bucketNames, bucketOf } from '../../../lib/traffic/buckets.ts'
import { figureOf, seriesOf } from '../../../lib/traffic/figures.ts'
import { latencyLines } from '../../../lib/traffic/lines-of.ts'
import type { PeriodState } from '../../../lib/traffic/use-period.ts'
import { zoomOf } from '../../../lib/traffic/zoom.ts'
import { type Format, useFormat } from '../../../lib/use-format.ts'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { rangeName } from '../../../ui/time-range.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { PlotBones } from '../../../ui/traffic/bones.tsx'
import { useMarks } from './use-marks.ts'

const VIEWS = ['status', 'model', 'provider', 'latency'] as const
type View = (typeof VIEWS)[number]

const HEIGHT = 264

type Props = { time: PeriodState; intervalMs: number | false }

/** How much was asked over time and what came of it, and how soon answers began. */
export function TrafficCard({ time, intervalMs }: Props) {
  const t = useTexts('overview')
  const [view, setView] = useState<View>('status')
  const by = view === 'latency' ? 'status' : view
  const bucket = bucketOf(time.period)
  const marks = useMarks(time, intervalMs)
  const query = useQuery({ ...askSeries('admin', { ...time.query, by, bucket }), refetchInterval: intervalMs })
  return (
    <Card className="relative">
      <CardHead
        title={t('traffic.title')}
        remark={t(`traffic.remark.${view === 'latency' ? view : 'requests'}`, { bucket: t(`bucket.${bucket}`) })}
      >
        <Segmented
          label={t('traffic.label')}
          value={view}
          onChange={setView}
          options={VIEWS.map((value) => ({ value, label: t(`traffic.by.${value}`) }))}
        />
      </CardHead>
      <Block query={query} bones={<PlotBones height={HEIGHT} />}>
        {(data) => <Chart data={data} view={view} time={time} marks={marks} />}
      </Block>
    </Card>
  )
}

type ChartProps = { data: ApiSeries; view: View; time: PeriodState; marks: ReturnType<typeof useMarks> }

function Chart({ data, view, time, marks }: ChartProps) {
  const t = useTexts('overview')
  const charts = useTexts('charts')
  const format = useFormat()
  const starts = data.buckets.map((start) => Date.parse(start))
  const last = starts.at(-1) ?? 0
  const range = rangeName(time.range, time.present, charts)
  const around = {
    height: HEIGHT,
    marks: marks(starts),
    buckets: bucketNames(data.buckets, data.bucket, format.voice),
    ...zoomOf(data, time),
  }
  if (view === 'latency') {
    const lines = latencyLines(data, 'first_token', format)
    return <Lines {...around} summary={t('traffic.latencySummary', { range })} lines={lines} unit="ms" log />
  }
  const name = (id: string | null, given: string) => (id === null ? charts('others') : given || t('traffic.none'))
  return (
    <BarsUnderLine
      {...around}
      summary={t('traffic.summary', { range, by: t(`traffic.by.${view}`) })}
      series={view === 'status' ? outcomesOf(data, { t, format }) : seriesOf(data, 'requests', name, format)}
      totals={data.total.map((point) => figureOf(point, 'requests', format))}
      line={firstTokenLine(data, t('kpi.firstToken'), format)}
      unit="count"
      unfinished={bucketGoesOn(last, data.bucket, time.present)}
    />
  )
}

/** How long most answers took to begin, in the colour of text: the colours below it are those of states and models. */
function firstTokenLine(data: ApiSeries, name: string, format: Format): Line {
  const figures = data.total.map(({ first_token_p95: value }) => ({ value, text: format.seconds(value) }))
  return { id: 'p95', name, colour: 'var(--text)', unit: 'ms', figures }
}

/** What comes of requests, from good to bad; the colours are those of the states. */
const OUTCOMES = [
  { id: 'succeeded', colour: 'var(--c0)' },
  { id: 'cancelled', colour: 'var(--text3)' },
  { id: '4xx', colour: 'var(--warn)' },
  { id: '429', colour: 'var(--warn)', hatched: true },
  { id: '5xx', colour: 'var(--err)', hatched: true },
] as const

function outcomesOf(data: ApiSeries, { t, format }: { t: Texts<'overview'>; format: Format }): Series[] {
  return OUTCOMES.flatMap(({ id, ...look }) => {
    const points = data.series.find((one) => one.id === id)?.points
    if (points === undefined) return []
    const figures = points.map((point) => figureOf(point, 'requests', format))
    const total = format.count(points.reduce((all, { requests }) => all + requests, 0))
    return [{ id, name: t(`traffic.outcome.${id}`), ...look, figures, total }]
  })
}
