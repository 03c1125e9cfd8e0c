import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { HeatScale } from '../../charts/heat-scale.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { BASE_PATHS, useScope } from '../../lib/scope.ts'
import { askHeatmap } from '../../lib/traffic/ask.ts'
import { dateWriter, dayPeriod, wholeYear } from '../../lib/traffic/year.ts'
import { useFirstWeekday } from '../../lib/preferences.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { writeRange } from '../../lib/time-range.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'

// It stands at the foot of the page, and is drawn when its figures are there.
const YearHeat = lazy(() =>
  loadChunk(() => import('../../charts/year-heat.tsx')).then((found) => ({ default: found.YearHeat })),
)

const BONES = <BoxBones height={168} />

/** A year of days; a day leads to its usage. */
export function ActivityCard({ time }: { time: PeriodState }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const inWords = useMemo(() => dateWriter(format.voice), [format.voice])
  const firstWeekday = useFirstWeekday()
  const scope = useScope()
  const navigate = useNavigate()
  const query = useQuery(askHeatmap(scope, time.query))
  const streaks = query.data && {
    active: query.data.active_days,
    current: query.data.current_streak,
    longest: query.data.longest_streak,
  }
  return (
    <Card className="relative mt">
      <div className="hd wrap">
        <h2>{t('activity.title')}</h2>
        <span className="t3">{streaks && t('activity.streaks', streaks)}</span>
        <span className="sp" />
        <HeatScale />
      </div>
      <Block query={query} bones={BONES}>
        {(data) => (
          <Suspense fallback={BONES}>
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
              onOpen={(day) =>
                void navigate({
                  to: `${BASE_PATHS[scope]}/usage`,
                  search: writeRange(dayPeriod(day.date, time.present.zone)),
                })
              }
            />
          </Suspense>
        )}
      </Block>
    </Card>
  )
}
