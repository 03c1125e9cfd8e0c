import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { HeatScale } from '../../charts/heat-scale.tsx'
import { YearHeat } from '../../charts/year-heat.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { askHeatmap, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { useFirstWeekday } from '../../lib/preferences.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { busiestDay, dateWriter, dayPeriod, shortDate, wholeYear } from '../../lib/traffic/year.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'

/** A year of days with its streaks; a day becomes the time range. */
export function ActivityCard({ time, query }: { time: PeriodState; query: TrafficQuery }) {
  const t = useTexts('usage')
  const format = useFormat()
  const inWords = useMemo(() => dateWriter(format.voice), [format.voice])
  const firstWeekday = useFirstWeekday()
  const scope = useScope()
  const heat = useQuery(askHeatmap(scope, query))
  const busiest = heat.data && busiestDay(heat.data.days)
  const facts = heat.data && [
    [t('activity.current'), heat.data.current_streak, t('activity.days')],
    [t('activity.longest'), heat.data.longest_streak, t('activity.days')],
    [t('activity.active'), heat.data.active_days, t('activity.days')],
    ...(busiest
      ? ([[t('activity.busiest', { date: shortDate(busiest.date) }), busiest.requests, t('activity.times')]] as const)
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
              {facts?.map(([label, value, unit]) => (
                <div key={label}>
                  <dt className="t3">{label}</dt>
                  <dd className="fig">
                    {format.count(Number(value))}
                    <small>{unit}</small>
                  </dd>
                </div>
              ))}
            </dl>
            <YearHeat
              summary={t('activity.summary', { count: data.active_days, days: data.active_days })}
              days={wholeYear(data.days, time.present, firstWeekday).map((day) => ({
                date: day.date,
                value: day.requests,
                words: t('activity.day', {
                  date: inWords(day.date),
                  count: day.requests,
                  n: format.exact(day.requests),
                  cost: format.usd(day.cost),
                }),
              }))}
              onOpen={(day) => time.setRange(dayPeriod(day.date, time.present.zone))}
            />
          </>
        )}
      </Block>
    </Card>
  )
}
