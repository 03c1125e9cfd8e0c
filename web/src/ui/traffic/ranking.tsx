import { useQuery } from '@tanstack/react-query'
import { colourOf, MAX_SERIES } from '../../charts/palette.ts'
import { RankBars } from '../../charts/rank-bars.tsx'
import type { Dimension } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Scope } from '../../lib/scope.ts'
import { askBreakdown, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { sum } from '../../lib/traffic/figures.ts'
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
  const { plotted, usd } = useFormat()
  const answer = useQuery(askBreakdown(scope, { ...query, by }))
  return (
    <section className="relative grid min-w-0 content-start gap-2.5">
      <h3>{t(`by.${by}`)}</h3>
      <Block query={answer} bones={<RankBones rows={3} />}>
        {({ items }) => {
          const all = plotted(sum(items.map((row) => row.current.cost)))
          return items.length === 0 ? (
            <p className="t3">{none ?? t('nothing')}</p>
          ) : (
            <RankBars
              rows={items.slice(0, MAX_SERIES).map(({ id, name, current }, rank) => ({
                id,
                name,
                words: usd(current.cost),
                share: all > 0 ? plotted(current.cost) / all : 0,
                colour: colourOf(rank),
              }))}
            />
          )
        }}
      </Block>
    </section>
  )
}
