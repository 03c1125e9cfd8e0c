import type { HealthRange, ProviderDetail } from '../../../../src/contract/catalogue.ts'
import type { BucketName, Series } from '../../charts/figures.ts'
import { Lines } from '../../charts/lines.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { timeOfDay } from '../../lib/clock.ts'
import { stretch, useHealthWords } from '../../lib/offers/use-health-words.ts'
import { PERCENTILES } from '../../lib/traffic/lines-of.ts'
import { useFormat, type Format } from '../../lib/use-format.ts'
import { two, wallOf } from '../../lib/zone.ts'
import { Card, CardHead } from '../../ui/card.tsx'

/** How long the first token took over the range. */
export function LatencyCard({ provider, range }: { provider: ProviderDetail; range: HealthRange }) {
  const t = useTexts('provider')
  const format = useFormat()
  const words = useHealthWords()
  const { latency, tick_ms } = provider
  return (
    <Card className="pd-card">
      <CardHead title={t('latency')} remark={t('grain', { span: words.span(tick_ms) })} />
      <Lines
        summary={t('latencySummary')}
        buckets={latency.map(({ at }) => bucketName(Date.parse(at), { lengthMs: tick_ms, range, format }))}
        lines={linesOf(latency, format)}
        unit="ms"
        log={false}
        height={236}
      />
    </Card>
  )
}

function linesOf(latency: ProviderDetail['latency'], format: Format): Series[] {
  return PERCENTILES.map(([id, name, colour]) => ({
    id,
    name,
    colour,
    figures: latency.map((point) => ({ value: point[id], text: format.seconds(point[id]) })),
  }))
}

type Named = { lengthMs: number; range: HealthRange; format: Format }

function bucketName(at: number, { lengthMs, range, format: { voice } }: Named): BucketName {
  const wall = wallOf(at, voice.zone)
  const day = `${two(wall.month)}-${two(wall.day)}`
  const label = range === '24h' ? timeOfDay({ hour: wall.hour, minute: wall.minute }, voice) : day
  return { label, title: stretch(at, lengthMs, voice) }
}
