import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OverviewView } from '../../../../../src/contract/overview.ts'
import type { Totals } from '../../../../../src/contract/usage.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { failedShare, margin } from '../../../lib/traffic/figures.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Card } from '../../../ui/card.tsx'
import { Bone, Skeleton } from '../../../ui/skeleton.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { Delta } from '../../../ui/traffic/delta.tsx'
import { Figure } from '../../../ui/traffic/figure.tsx'

type Summary = { current: Totals; previous: Totals }
type Props = { summary: UseQueryResult<Summary>; overview: OverviewView | undefined }

/** The eight numbers an operator lives by. */
export function FiguresStrip({ summary, overview }: Props) {
  return (
    <Card flush className="relative">
      <Block query={summary} bones={<Bones />}>
        {(data) => <Figures {...data} overview={overview} />}
      </Block>
    </Card>
  )
}

function Figures({ current, previous, overview }: Summary & Pick<Props, 'overview'>) {
  const t = useTexts('overview')
  const format = useFormat()
  const { change, plotted, points, percent } = format
  const [failed, failedBefore] = [failedShare(current), failedShare(previous)]
  const earned = margin(current)
  const { users, now } = overview ?? {}
  // The present minute is not over.
  const pace = now?.minutes.at(-2)?.requests ?? 0
  const since = (text: string, better?: 'less' | 'more') => (
    <>
      <Delta text={text} better={better} />
      {t('before')}
    </>
  )
  const money = (now: string | null, before: string | null) =>
    since(change(plotted(now ?? '0'), plotted(before ?? '0')))
  return (
    <div className="ov-k">
      <One label={t('kpi.requests')} value={format.count(current.requests)}>
        {since(change(current.requests, previous.requests))}
      </One>
      <One label={t('kpi.failed')} value={percent(failed)}>
        {since(failed === null || failedBefore === null ? format.NONE : points(failed, failedBefore), 'less')}
      </One>
      <One label={t('kpi.cost')} value={format.usd(current.cost)}>
        {money(current.cost, previous.cost)}
      </One>
      <One label={t('kpi.upstream')} value={format.usd(current.upstream_cost)}>
        {money(current.upstream_cost, previous.upstream_cost)}
      </One>
      <One label={t('kpi.margin')} value={format.usd(earned.amount)}>
        {t('marginShare', { share: percent(earned.share) })}
      </One>
      <One label={t('kpi.users')} value={users ? format.count(users.active) : format.NONE}>
        {users && t('usersAll', { count: users.all, n: format.count(users.all) })}
      </One>
      <One label={t('kpi.open')} value={now ? format.count(now.open_requests) : format.NONE}>
        {now && t('perMinute', { count: pace, n: format.count(pace) })}
      </One>
      <One label={t('kpi.firstToken')} value={format.seconds(current.first_token_p95)}>
        {since(change(current.first_token_p95, previous.first_token_p95), 'less')}
      </One>
    </div>
  )
}

/** As high as the figures: lines of 20, 30 and 18 px. */
function Bones() {
  return (
    <Skeleton>
      <div className="ov-k">
        {Array.from({ length: 8 }, (_, at) => (
          <div key={at}>
            <span className="l">
              <Bone width={56} className="my-1" />
            </span>
            <span className="fig">
              <Bone width={72} height={20} className="my-1.25" />
            </span>
            <span className="t3">
              <Bone width={64} className="my-0.75" />
            </span>
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

function One({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div>
      <span className="l">{label}</span>
      <span className="fig">
        <Figure text={value} />
      </span>
      <span className="t3 n">{children}</span>
    </div>
  )
}
