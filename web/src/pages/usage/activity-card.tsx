import { useQuery } from '@tanstack/react-query'
import { HeatScale } from '../../charts/heat-scale.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { askHeatmap, type TrafficQuery } from '../../lib/traffic/ask.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { busiestDay, shortDate } from '../../lib/traffic/year.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { ActivityYear } from '../../ui/traffic/activity-year.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'

/** A year of days with its streaks; a day becomes the time range. */
export function ActivityCard({ time, query }: { time: PeriodState; query: TrafficQuery }) {
  const t = useTexts('usage')
  const format = useFormat()
  const scope = useScope()
  const heat = useQuery(askHeatmap(scope, query))
  const busiest = heat.data && busiestDay(heat.data.days)
  const days = (label: string, count: number) => ({ label, value: count, unit: t('activity.days', { count }) })
  const facts = heat.data && [
    days(t('activity.current'), heat.data.current_streak),
    days(t('activity.longest'), heat.data.longest_streak),
    days(t('activity.active'), heat.data.active_days),
    ...(busiest
      ? [
          {
            label: t('activity.busiest', { date: shortDate(busiest.date) }),
            value: busiest.requests,
            unit: t('activity.times', { count: busiest.requests }),
          },
        ]
      : []),
  ]
  return (
    <Card className="relative">
      <div className="hd">
        <h2>{t('activity.title')}</h2>
        <span className="t3 hide">{t('activity.year')}</span>
        <span className="sp" />
        <HeatScale />
      </div>
      <Block query={heat} bones={<BoxBones height={174} />}>
        {(data) => (
          <>
            <dl className="us-facts">
              {facts?.map(({ label, value, unit }) => (
                <div key={label}>
                  <dt className="t3">{label}</dt>
                  <dd className="fig">
                    {format.count(value)}
                    <small>{unit}</small>
                  </dd>
                </div>
              ))}
            </dl>
            <ActivityYear data={data} present={time.present} onDay={time.setRange} />
          </>
        )}
      </Block>
    </Card>
  )
}
