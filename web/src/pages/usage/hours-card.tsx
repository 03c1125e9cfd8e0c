import { useQuery } from '@tanstack/react-query'
import { HeatScale } from '../../charts/heat-scale.tsx'
import { useWeekdayName, WeekHeat } from '../../charts/week-heat.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { timeOfDay } from '../../lib/clock.ts'
import { useScope } from '../../lib/scope.ts'
import { askHeatmap, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { busiestHour } from '../../lib/traffic/year.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'

/** When requests come: weekdays by hours. */
export function HoursCard({ query }: { query: TrafficQuery }) {
  const t = useTexts('usage')
  const format = useFormat()
  const scope = useScope()
  const weekday = useWeekdayName()
  const heat = useQuery(askHeatmap(scope, query))
  const busiest = heat.data && busiestHour(heat.data.hours)
  const remark = busiest
    ? t('hours.busiest', {
        weekday: weekday(busiest.weekday),
        hour: timeOfDay({ hour: busiest.hour, minute: 0 }, format.voice),
        n: format.count(busiest.requests),
        count: busiest.requests,
      })
    : ''
  return (
    <Card className="relative">
      <div className="hd wrap">
        <h2>{t('hours.title')}</h2>
        <span className="t3">{remark}</span>
        <span className="sp" />
        <HeatScale />
      </div>
      <Block query={heat} bones={<BoxBones height={174} />}>
        {(data) => (
          <WeekHeat
            summary={`${t('hours.title')}: ${remark}`}
            hours={data.hours}
            words={(cell) => {
              const count = data.hours[cell.weekday]?.[cell.hour] ?? 0
              return t('hours.cell', {
                weekday: weekday(cell.weekday),
                hour: timeOfDay({ hour: cell.hour, minute: 0 }, format.voice),
                count,
                n: format.exact(count),
              })
            }}
          />
        )}
      </Block>
    </Card>
  )
}
