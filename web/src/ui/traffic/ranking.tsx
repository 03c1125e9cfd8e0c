import { useQuery } from '@tanstack/react-query'
import { RankBars } from '../../charts/rank-bars.tsx'
import type { Dimension } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Scope } from '../../lib/scope.ts'
import { askBreakdown, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { groupName } from '../../lib/traffic/group-name.ts'
import { costOf, rankRows } from '../../lib/traffic/rank-rows.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Block } from './block.tsx'
import { RankBones } from './bones.tsx'

type Props = {
  scope: Scope
  query: TrafficQuery
  by: Exclude<Dimension, 'endpoint' | 'credential'>
  /** What is said where there is nothing; for 30 days when left out. */
  none?: string
}

/** What the cost of a user or a key went to, the dearest first. */
export function Ranking({ scope, query, by, none }: Props) {
  const t = useTexts('glance')
  const charts = useTexts('charts')
  const format = useFormat()
  const answer = useQuery(askBreakdown(scope, { ...query, by }))
  return (
    <section className="relative grid min-w-0 content-start gap-2.5">
      <div className="row">
        <h3>{t(`by.${by}`)}</h3>
        <span className="sp" />
        {answer.data !== undefined && answer.data.items.length > 0 && (
          <span className="t3 n">{format.usd(costOf(answer.data.items))}</span>
        )}
      </div>
      <Block query={answer} bones={<RankBones rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="t3">{none ?? t('nothing')}</p>
          ) : (
            <RankBars rows={rankRows(items, { nameOf: (id, name) => groupName(id, name, charts), format })} />
          )
        }
      </Block>
    </section>
  )
}
