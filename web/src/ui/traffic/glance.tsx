import { useQuery } from '@tanstack/react-query'
import type { Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Scope } from '../../lib/scope.ts'
import { askSummary, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { cacheShare, failedShare, tokensOf } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { BoxBones } from './bones.tsx'
import { Block } from './block.tsx'
import { Figure } from './figure.tsx'

type Props = { scope: Scope; query: TrafficQuery }

/** Four figures of a user or a key over the last 30 days. */
export function Glance({ scope, query }: Props) {
  const summary = useQuery(askSummary(scope, query))
  return (
    <section className="relative">
      <Block query={summary} bones={<BoxBones height={76} />}>
        {({ current, previous }) => <Figures current={current} previous={previous} />}
      </Block>
    </section>
  )
}

function Figures({ current, previous }: { current: Totals; previous: Totals }) {
  const t = useTexts('glance')
  const format = useFormat()
  const figures = [
    [t('cost'), format.usd(current.cost), t('before', { cost: format.usd(previous.cost) })],
    [t('requests'), format.count(current.requests), t('errors', { share: format.percent(failedShare(current)) })],
    [t('tokens'), format.tokens(tokensOf(current)), t('cache', { share: format.percent(cacheShare(current)) })],
    [
      t('firstToken'),
      format.seconds(current.first_token_p50),
      t('p95', { time: format.seconds(current.first_token_p95) }),
    ],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 desk:grid-cols-4" aria-label={t('period')}>
      {figures.map(([label, value, remark]) => (
        <div key={label} className="min-w-0">
          <dt className="t3">{label}</dt>
          <dd className="m-0">
            <div className="fig nw">
              <Figure text={value} />
            </div>
            <div className="t3 n">{remark}</div>
          </dd>
        </div>
      ))}
    </dl>
  )
}
