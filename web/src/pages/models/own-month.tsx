import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { Series, Totals } from '../../../../src/contract/usage.ts'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { writeRange } from '../../lib/time-range.ts'
import { askSeries, askSummary } from '../../lib/traffic/ask.ts'
import { bucketNames } from '../../lib/traffic/buckets.ts'
import { cacheShare, failedShare, figureOf, seriesOf, tokensOf, unitOf } from '../../lib/traffic/figures.ts'
import { useLastMonth } from '../../lib/traffic/use-last-month.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BarBones, BoxBones } from '../../ui/traffic/bones.tsx'
import { Figure } from '../../ui/traffic/figure.tsx'
import { Part } from './part.tsx'

/** What the reader made of a model in the last 30 days. */
export function OwnMonth({ id }: { id: string }) {
  const t = useTexts('models')
  const query = { ...useLastMonth(), model: [id] }
  const summary = useQuery(askSummary('user', query))
  const series = useQuery(askSeries('user', { ...query, by: 'model', bucket: 'day' }))
  const used = summary.data?.current.requests !== 0
  return (
    <Part
      title={t('drawer.month')}
      after={
        used && (
          <Link to="/dashboard/usage" search={{ ...writeRange('30d'), model: id }} className="row gap4 nw">
            {t('drawer.toUsage')}
            <Icon of={ArrowRight} small />
          </Link>
        )
      }
    >
      <Block query={summary} bones={<BoxBones height={52} />}>
        {({ current }) => (used ? <Figures totals={current} /> : <p className="t2">{t('drawer.unused')}</p>)}
      </Block>
      {used && (
        <Block query={series} bones={<BarBones height={110} />}>
          {(data) => <Days data={data} />}
        </Block>
      )}
    </Part>
  )
}

function Figures({ totals }: { totals: Totals }) {
  const t = useTexts('models')
  const format = useFormat()
  const figures = [
    [t('drawer.cost'), format.usd(totals.cost)],
    [t('drawer.requests'), format.count(totals.requests)],
    [t('drawer.tokens'), format.tokens(tokensOf(totals))],
    [t('drawer.cache'), format.percent(cacheShare(totals))],
    [t('col.first'), format.seconds(totals.first_token_p50)],
    [t('drawer.errors'), format.percent(failedShare(totals))],
  ] as const
  return (
    <dl className="ml-facts bare">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="t3">{name}</dt>
          <dd>
            <Figure text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Days({ data }: { data: Series }) {
  const t = useTexts('models')
  const format = useFormat()
  return (
    <StackedBars
      summary={t('drawer.spent')}
      buckets={bucketNames(data.buckets, data.bucket, format.voice)}
      series={seriesOf(data, 'cost', (_, name) => name, format)}
      totals={data.total.map((point) => figureOf(point, 'cost', format))}
      unit={unitOf('cost', format)}
      unfinished
      height={120}
    />
  )
}
