import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { failedShare } from '../../lib/traffic/figures.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'

const SHOWN = 7
/** Above this share of failures a provider is worth a look. */
const MANY_FAILURES = 0.05

/** Who answered: what each provider charges, how fast it begins and how often it fails. */
export function ProvidersCard({ time }: { time: PeriodState }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const query = useQuery(askBreakdown('admin', { ...time.query, by: 'provider' }))
  return (
    <Card className="relative">
      <CardHead title={t('providers.title')} remark={t('providers.remark')} />
      <Block query={query} bones={<RankBones rows={4} />}>
        {({ items }) => (
          <ul className="dash-list">
            {items.slice(0, SHOWN).map(({ id, name, current }) => {
              const failed = failedShare(current)
              return (
                <li className="row" key={id}>
                  <span className="two">
                    <span className="el">{name || t('providers.none')}</span>
                    <span className="el">
                      {t('keys.requests', { count: current.requests, n: format.count(current.requests) })} · P50{' '}
                      {format.seconds(current.first_token_p50)} ·{' '}
                      <span className={(failed ?? 0) > MANY_FAILURES ? 'err' : ''}>
                        {t('providers.failed', { share: format.percent(failed) })}
                      </span>
                    </span>
                  </span>
                  <span className="sp" />
                  <span className="n r dash-amount">{format.usd(current.upstream_cost)}</span>
                </li>
              )
            })}
          </ul>
        )}
      </Block>
    </Card>
  )
}
