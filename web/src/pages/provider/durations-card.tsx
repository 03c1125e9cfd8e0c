import { DURATION_EDGES_MS, type ProviderDetail } from '../../../../src/contract/catalogue.ts'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'

/** How long the reader's own requests took in all. */
export function DurationsCard({ provider: { own } }: { provider: ProviderDetail }) {
  const t = useTexts('provider')
  const format = useFormat()
  const figures = own.durations.map((count) => ({ value: count, text: format.exact(count) }))
  const answered = own.durations.some((count) => count > 0)
  return (
    <Card className="pd-card">
      <CardHead title={t('durations')}>
        {answered && (
          <span className="t3 n">
            {t('durationsText', { p50: format.seconds(own.total_p50), p95: format.seconds(own.total_p95) })}
          </span>
        )}
      </CardHead>
      {answered ? (
        <>
          <StackedBars
            summary={t('durationsSummary')}
            buckets={BARS.map((label) => ({ label, title: `${label} s` }))}
            series={[{ id: 'own', name: t('ownRequests'), colour: 'var(--c1)', figures }]}
            totals={figures}
            unit="count"
            height={212}
          />
          <p className="t3">{t('seconds')}</p>
        </>
      ) : (
        <p className="t2">{t('durationsNone')}</p>
      )}
    </Card>
  )
}

const SECONDS = DURATION_EDGES_MS.map((edge) => edge / 1000)
/** `<1`, `1–2`, …, `>40`: the bars between the edges, in seconds. */
const BARS = [
  ...SECONDS.map((edge, at) => (at === 0 ? `<${edge}` : `${SECONDS[at - 1]}–${edge}`)),
  `>${SECONDS.at(-1)}`,
]
