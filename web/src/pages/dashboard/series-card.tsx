import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { askSeries } from '../../lib/traffic/ask.ts'
import { bucketGoesOn, bucketNames, bucketOf } from '../../lib/traffic/buckets.ts'
import { figureOf, seriesOf, unitOf } from '../../lib/traffic/figures.ts'
import { groupName } from '../../lib/traffic/group-name.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { zoomOf } from '../../lib/traffic/zoom.ts'
import { rangeName } from '../../ui/time-range.tsx'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { PlotBones } from '../../ui/traffic/bones.tsx'

const HEIGHT = 232
const SHOWN = ['cost', 'requests', 'tokens'] as const

/** What was spent (or asked, or read and written) over time, by model. */
export function SeriesCard({ time }: { time: PeriodState }) {
  const t = useTexts('dashboard')
  const charts = useTexts('charts')
  const format = useFormat()
  const scope = useScope()
  const [metric, setMetric] = useState<(typeof SHOWN)[number]>('cost')
  const query = useQuery(askSeries(scope, { ...time.query, by: 'model', bucket: bucketOf(time.period) }))
  const bucket = query.data?.bucket ?? bucketOf(time.period)
  const title = t(`per.${bucket}`, { what: t(`metric.${metric}`) })
  return (
    <Card className="relative">
      <CardHead title={title}>
        <Segmented
          label={t('metricLabel')}
          value={metric}
          onChange={setMetric}
          options={SHOWN.map((value) => ({ value, label: t(`metric.${value}`) }))}
        />
      </CardHead>
      <Block query={query} bones={<PlotBones height={HEIGHT} />}>
        {(data) => {
          const last = Date.parse(data.buckets.at(-1) ?? '')
          return (
            <StackedBars
              summary={t('seriesSummary', { title, range: rangeName(time.range, time.present, charts) })}
              buckets={bucketNames(data.buckets, data.bucket, format.voice)}
              series={seriesOf(data, metric, (id, name) => groupName(id, name, charts), format)}
              totals={data.total.map((point) => figureOf(point, metric, format))}
              unit={unitOf(metric, format)}
              unfinished={bucketGoesOn(last, data.bucket, time.present)}
              height={HEIGHT}
              {...zoomOf(data, time)}
            />
          )
        }}
      </Block>
    </Card>
  )
}
