import type { HealthRange, ProviderDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Delta } from '../../ui/traffic/delta.tsx'
import { Figure } from '../../ui/traffic/figure.tsx'

type Kpi = { name: string; value: string; delta?: string; better?: 'less' | 'more' }

/** The figures of the range, against those of the one before. */
export function Kpis({ provider, range }: { provider: ProviderDetail; range: HealthRange }) {
  const t = useTexts('provider')
  const { count } = useFormat()
  const span = t(`ranges.${range}`)
  return (
    <Card flush className="pd-card">
      <dl className="pd-kpis">
        {useKpis(provider).map(({ name, value, delta, better }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <div className="fig nw">
                <Figure text={value} />
              </div>
              <div className="t3 n">
                {delta === undefined ? (
                  t('before', { range: span, n: count(provider.own.previous_requests) })
                ) : (
                  <>
                    <Delta text={delta} better={better} /> <span className="vs">{t('vs', { range: span })}</span>
                  </>
                )}
              </div>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function useKpis({ figures, previous, own }: ProviderDetail): Kpi[] {
  const t = useTexts('provider')
  const format = useFormat()
  const points = (now: number | null, then: number | null) =>
    now === null || then === null ? format.NONE : format.points(now, then)
  const { change } = format
  const failed = (share: number | null) => (share === null ? null : 1 - share)
  return [
    {
      name: t('kpi.available'),
      value: format.percent(figures.availability),
      delta: points(figures.availability, previous.availability),
      better: 'more',
    },
    {
      name: t('kpi.p50'),
      value: format.seconds(figures.first_token_p50),
      delta: change(figures.first_token_p50, previous.first_token_p50),
      better: 'less',
    },
    {
      name: t('kpi.p95'),
      value: format.seconds(figures.first_token_p95),
      delta: change(figures.first_token_p95, previous.first_token_p95),
      better: 'less',
    },
    {
      name: t('kpi.speed'),
      value: format.rate(figures.tokens_per_second),
      delta: change(figures.tokens_per_second, previous.tokens_per_second),
      better: 'more',
    },
    {
      name: t('kpi.errors'),
      value: format.percent(failed(figures.availability)),
      delta: points(failed(figures.availability), failed(previous.availability)),
      better: 'less',
    },
    { name: t('kpi.own'), value: format.count(own.requests) },
  ]
}
