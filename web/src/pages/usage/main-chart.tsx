import { useQuery } from '@tanstack/react-query'
import { MoveHorizontal } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Dimension, Series } from '../../../../src/contract/usage.ts'
import type { Bucket } from '../../../../src/core/buckets.ts'
import { Lines } from '../../charts/lines.tsx'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { askSeries, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { bucketChoices } from '../../lib/traffic/bucket-choices.ts'
import { bucketGoesOn, bucketNames, bucketOf } from '../../lib/traffic/buckets.ts'
import { DIMENSIONS_OF } from '../../lib/traffic/filters.ts'
import { figureOf, seriesOf, unitOf } from '../../lib/traffic/figures.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { zoomOf } from '../../lib/traffic/zoom.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { rangeName } from '../../ui/time-range.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BarBones } from '../../ui/traffic/bones.tsx'
import { latencyLines, marginLines, shareLine } from '../../lib/traffic/lines-of.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import { useOutline } from './use-outline.ts'
import { useValueName } from './value-name.ts'
import { isLine, type LineView, type View } from './view-of.ts'

type Props = { time: PeriodState; query: TrafficQuery; by: Dimension; view: View }

/** The chosen number over time, stacked by what it is grouped by; rates and latencies as lines. */
export function MainChart({ time, query, by, view }: Props) {
  const t = useTexts('usage')
  const scope = useScope()
  const reader = useReader()
  const [search, change] = useSearchParams()
  const choices = bucketChoices(time.period)
  const bucket = choices.find((choice) => choice === one(search, 'bucket')) ?? fitting(choices, bucketOf(time.period))
  const series = useQuery(askSeries(scope, { ...query, by, bucket }))
  const group = (next: Dimension) => change({ by: next === 'model' ? null : next })
  const groups = DIMENSIONS_OF[reader].map((value) => ({ value, label: t(`dimension.${value}`) }))
  return (
    <div className="us-main">
      <div className="hd wrap">
        <h2>{isLine(view) ? t(`view.${view}`) : t('viewBy', { view: t(`view.${view}`), by: t(`by.${by}`) })}</h2>
        <span className="t3 row gap4 hide">
          <Icon of={MoveHorizontal} small />
          {t('dragHint')}
        </span>
        <span className="sp" />
        <span className="row wrap us-group">
          <span className="t3 hide">{t('groupBy')}</span>
          <ByWidth
            table={<Segmented label={t('groupBy')} value={by} onChange={group} options={groups} />}
            cards={<ChoiceMenu label={t('groupBy')} value={by} onChange={group} options={groups} />}
          />
          <ChoiceMenu
            value={bucket}
            said={t('bucketIs', { bucket: t(`bucket.${bucket}`) })}
            onChange={(next) => change({ bucket: next })}
            options={choices.map((value) => ({ value, label: t(`bucket.${value}`) }))}
          />
        </span>
      </div>
      <Block query={series} bones={<BarBones height={300} />}>
        {(data) => <Drawing data={data} time={time} query={query} by={by} view={view} />}
      </Block>
    </div>
  )
}

const fitting = (choices: readonly Bucket[], bucket: Bucket): Bucket =>
  choices.includes(bucket) ? bucket : (choices[0] ?? bucket)

function Drawing({ data, time, query, by, view }: Props & { data: Series }) {
  const t = useTexts('usage')
  const charts = useTexts('charts')
  const format = useFormat()
  const valueName = useValueName()
  const last = Date.parse(data.buckets.at(-1) ?? '')
  const outline = useOutline({ time, query, data, view })
  const linesFor = (line: LineView, answer: Series): Pick<ComponentProps<typeof Lines>, 'lines' | 'unit' | 'log'> => {
    if (line === 'latency') {
      // What the number above it tells; the card of latencies draws the rest as well.
      return { lines: latencyLines(answer, 'first_token', format).slice(0, 2), unit: 'ms', log: true }
    }
    if (line === 'margin') {
      const names = { cost: t('view.cost'), upstream: t('view.upstream') }
      return { lines: marginLines(answer, names, format), unit: unitOf('cost', format), log: false }
    }
    return { lines: [shareLine(answer, line, t(`view.${line}`), format)], unit: 'percent', log: false }
  }
  const summary = t('seriesSummary', {
    range: rangeName(time.range, time.present, charts),
    view: t(`view.${view}`),
    by: t(`by.${by}`),
  })
  const around = {
    summary,
    height: 268,
    buckets: bucketNames(data.buckets, data.bucket, format.voice),
    ...zoomOf(data, time),
  }
  if (isLine(view)) return <Lines {...around} {...linesFor(view, data)} />
  return (
    <StackedBars
      {...around}
      series={seriesOf(data, view, (id, name) => valueName(by, id, name), format)}
      totals={data.total.map((point) => figureOf(point, view, format))}
      unit={unitOf(view, format)}
      outline={outline}
      unfinished={bucketGoesOn(last, data.bucket, time.present)}
    />
  )
}
