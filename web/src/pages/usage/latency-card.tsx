import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Lines } from '../../charts/lines.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { askSeries, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { bucketNames, bucketOf } from '../../lib/traffic/buckets.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { zoomOf } from '../../lib/traffic/zoom.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'
import { latencyLines } from '../../lib/traffic/lines-of.ts'

const KINDS = ['first_token', 'total'] as const

/** How long answers take to begin and to end, over time. */
export function LatencyCard({ time, query }: { time: PeriodState; query: TrafficQuery }) {
  const t = useTexts('usage')
  const format = useFormat()
  const scope = useScope()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('first_token')
  const [log, setLog] = useState(true)
  const series = useQuery(askSeries(scope, { ...query, by: 'model', bucket: bucketOf(time.period) }))
  return (
    <Card className="relative">
      <div className="hd wrap">
        <h2>{t('latency.title')}</h2>
        <Segmented
          label={t('latency.title')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`latency.${value}`) }))}
        />
        <span className="sp" />
        <label className="row t3">
          {t('latency.log')}
          <Switch checked={log} onChange={setLog} />
        </label>
      </div>
      <Block query={series} bones={<BoxBones height={314} />}>
        {(data) => (
          <Lines
            summary={t('latency.summary', { kind: t(`latency.${kind}`) })}
            buckets={bucketNames(data.buckets, data.bucket, format.voice)}
            lines={latencyLines(data, kind, format)}
            unit="ms"
            log={log}
            height={282}
            {...zoomOf(data, time)}
          />
        )}
      </Block>
    </Card>
  )
}
